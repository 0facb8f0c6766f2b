// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/trafficfilter.h"
#include "monitor/trafficmodel.h"
#include "session/page.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace spillway::ui {

class Banner;
class EmptyState;
class FilterBar;
class TrafficDetail;

/// The requests as they go by, and the way of each. Pulls the engine's feed by cursor four times a second while it is seen.
class TrafficPage final : public Page
{
    Q_OBJECT

public:
    explicit TrafficPage(Session &session, QWidget *parent = nullptr);

    void activate() override;
    void deactivate() override;
    void focusFilter() override;
    void showItem(const QString &text) override; ///< filters by it
    void retranslate() override;

    [[nodiscard]] bool isPaused() const { return m_paused; }

    void setPaused(bool paused);

private:
    QWidget *makeTools();
    QWidget *makeFilters();
    void makeTable();
    void pull();
    void showRate(std::uint64_t seen, std::size_t got);
    void showKept();
    void applyFilter();
    void restoreFilter();
    void fillCombos();
    void showState();
    void showSelected();
    void showMenu(const QPoint &pos);
    void filterLike(const QModelIndex &index);
    void copyCurl();
    void copyText(const QByteArray &text, const QString &what);
    void replay();
    void replayToAll();
    static void showReplay(QDialog *dialog);
    void startCapture();
    void exportAs(bool har);
    [[nodiscard]] RecordPointer selected() const;
    [[nodiscard]] RecordPointer recordAt(const QModelIndex &proxyIndex) const;
    [[nodiscard]] std::vector<RecordPointer> visibleRecords() const;
    bool eventFilter(QObject *watched, QEvent *event) override;

    TrafficModel *m_model;
    TrafficProxy *m_proxy;
    QTimer m_pull;
    std::uint64_t m_cursor = 0;
    std::uint64_t m_seen = 0;
    bool m_active = false;
    bool m_paused = false;

    /// What came in lately, to tell how much the feed leaves out.
    struct Tally
    {
        qint64 sinceMs = 0;
        std::uint64_t seen = 0;
        std::uint64_t got = 0;
    };

    Tally m_tally;
    QStringList m_without;

    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QPushButton *m_emptyButton;
    Banner *m_banner;
    QToolButton *m_pause;
    QToolButton *m_capture;
    QToolButton *m_curl;
    QToolButton *m_replay;
    QMenu *m_replayMenu;
    QAction *m_replayAll;
    QToolButton *m_clear;
    QToolButton *m_export;
    QMenu *m_exportMenu;
    QAction *m_exportLines;
    QAction *m_exportHar;
    QLabel *m_rate;
    QString m_kept; ///< how much of what comes in is listed
    FilterBar *m_filter;
    QComboBox *m_chain;
    QComboBox *m_node;
    QLabel *m_slowLabel;
    QSpinBox *m_slow;
    QToolButton *m_reset;
    QSplitter *m_splitter;
    QTableView *m_table;
    TrafficDetail *m_detail;
};

} // namespace spillway::ui
