// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/page.h"

#include <QTimer>

#include <cstdint>

class QCheckBox;
class QComboBox;
class QLabel;
class QListView;
class QStackedWidget;
class QToolButton;

namespace spillway::ui {

class EmptyState;
class FilterBar;
class LogModel;
class LogProxy;

/// The lines of the log, pulled four times a second while the page is seen.
class LogPage final : public Page
{
    Q_OBJECT

public:
    explicit LogPage(Session &session, QWidget *parent = nullptr);

    void activate() override;
    void deactivate() override;
    void focusFilter() override;
    void showItem(const QString &text) override; ///< filters by it
    void retranslate() override;

private:
    QWidget *makeFilters();
    QWidget *makeTools();
    void pull();
    void showLevel();
    void applyFilter();
    void copySelection();
    void save();
    void setFollow(bool follow);
    void showState();
    [[nodiscard]] QString linesText(bool selectedOnly) const;
    bool eventFilter(QObject *watched, QEvent *event) override;

    LogModel *m_model;
    LogProxy *m_proxy;
    QTimer m_pull;
    std::uint64_t m_cursor = 0;
    bool m_follow = true;

    FilterBar *m_filter;
    QComboBox *m_least;
    QToolButton *m_pattern;
    QLabel *m_leastLabel;
    QLabel *m_levelLabel;
    QComboBox *m_level;
    QToolButton *m_followButton;
    QToolButton *m_copy;
    QToolButton *m_save;
    QToolButton *m_clear;
    QStackedWidget *m_stack;
    QListView *m_list;
    EmptyState *m_empty;
};

} // namespace spillway::ui
