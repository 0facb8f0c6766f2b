// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/trafficmodel.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;
class QTableView;

namespace spillway::ui {

class RouteModel;

/// One request in full: its route in words with a time line, and its bodies when they were captured.
class TrafficDetail final : public QWidget
{
    Q_OBJECT

public:
    explicit TrafficDetail(QWidget *parent = nullptr);

    void setRecord(const RecordPointer &record); ///< null: none
    /// Whether bodies are captured now; the panes offer to switch it on.
    void setCapturing(bool capturing);
    void retranslate();

    [[nodiscard]] const RecordPointer &record() const { return m_record; }

Q_SIGNALS:
    void captureWanted();

private:
    struct BodyPane
    {
        QWidget *page;
        QLabel *note;
        QPushButton *capture;
        QPlainTextEdit *text;
    };

    BodyPane makePane();
    void showBody(BodyPane *pane, const std::string &body, std::uint64_t size);

    RecordPointer m_record;
    bool m_capturing = false;
    RouteModel *m_model;
    QLabel *m_headline;
    QTabWidget *m_tabs;
    QTableView *m_route;
    BodyPane m_request;
    BodyPane m_response;
};

} // namespace spillway::ui
