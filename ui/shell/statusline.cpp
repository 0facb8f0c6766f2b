// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/statusline.h"

#include "session/session.h"
#include "shell/availability.h"
#include "shell/elidedlabel.h"
#include "widgets/format.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>

namespace spillway::ui {

StatusLine::StatusLine(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_text(new ElidedLabel)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(fontMetrics().averageCharWidth(), 0, 0, 0);
    row->addWidget(m_text, 1);
    connect(&session, &Session::stateChanged, this, &StatusLine::refresh);
    connect(&session, &Session::snapshotChanged, this, &StatusLine::refresh);
    connect(&session, &Session::problemsChanged, this, &StatusLine::refresh);
    connect(&session, &Session::captureChanged, this, &StatusLine::refresh);
    refresh();
}

QString StatusLine::text() const
{
    return m_text->text();
}

void StatusLine::refresh()
{
    QStringList parts;
    const auto config = m_session.config();
    if (const auto snapshot = m_session.snapshot()) {
        const Availability now = availability(*snapshot);
        parts.append(now.total == 0
                         ? tr("No nodes yet")
                         : tr("%1 of %2 nodes available").arg(now.usable).arg(now.total));
        parts.append(tr("%n chain(s)", nullptr, static_cast<int>(snapshot->chains.size())));
        if (!now.fullestNode.isEmpty())
            parts.append(tr("%1 %2 used, until %3")
                             .arg(now.fullestNode,
                                  format::percent(now.fullestShare),
                                  format::dayFromIso(now.fullestUntil.toStdString())));
    } else if (config) {
        parts.append(tr("%n node(s) configured", nullptr, static_cast<int>(config->nodes.size())));
    }
    if (config)
        parts.append(config->server.isLoopback() ? tr("this computer only")
                                                 : tr("open to the network"));
    const qint64 left = m_session.captureUntilMs() - QDateTime::currentMSecsSinceEpoch();
    if (m_session.captureUntilMs() != 0 && left > 0)
        parts.append(tr("capturing requests for %1 more").arg(format::duration(left)));
    if (m_session.options().demo)
        parts.append(tr("demo with made-up nodes"));
    const QString text = parts.join(QStringLiteral("  ·  "));
    if (text != m_text->text()) {
        m_text->setText(text);
        m_text->setAccessibleName(text);
    }
}

void StatusLine::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace spillway::ui
