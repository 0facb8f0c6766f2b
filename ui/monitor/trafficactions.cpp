// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/jsontools.h"
#include "monitor/replayalldialog.h"
#include "monitor/replaydialog.h"
#include "monitor/trafficdetail.h"
#include "monitor/trafficexport.h"
#include "monitor/trafficpage.h"
#include "session/session.h"
#include "widgets/exportfile.h"
#include "widgets/filterbar.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QTableView>

namespace spillway::ui {

namespace {

constexpr Milliseconds kCaptureTime{5 * 60 * 1000};

} // namespace

void TrafficPage::showMenu(const QPoint &pos)
{
    const QModelIndex index = m_table->indexAt(pos);
    const RecordPointer record = recordAt(index);
    if (!record)
        return;
    const auto icon = [](const char *name) { return Theme::instance().icon(QLatin1String(name)); };
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon("copy"), tr("Copy as c&URL"), this, &TrafficPage::copyCurl)
        ->setEnabled(m_curl->isEnabled());
    menu->addAction(tr("Copy re&quest"),
                    this,
                    [this, record] {
                        copyText(QByteArray::fromStdString(record->requestBody),
                                 tr("Request copied."));
                    })
        ->setEnabled(record->captured);
    menu->addAction(tr("Copy respo&nse"),
                    this,
                    [this, record] {
                        copyText(QByteArray::fromStdString(record->responseBody),
                                 tr("Response copied."));
                    })
        ->setEnabled(record->captured);
    menu->addAction(
        tr("Copy &rows"), this, [this] { copyText(tables::selectionText(m_table).toUtf8(), {}); });
    menu->addSeparator();
    menu->addAction(icon("replay"), tr("Repla&y"), this, &TrafficPage::replay)
        ->setEnabled(m_replay->isEnabled());
    menu->addAction(icon("replay"), tr("Replay to &all nodes…"), this, &TrafficPage::replayToAll)
        ->setEnabled(m_replay->isEnabled());
    menu->addSeparator();
    menu->addAction(
        icon("filter"), tr("&Filter like this cell"), this, [this, index] { filterLike(index); });
    const QString method = QString::fromStdString(record->method);
    menu->addAction(tr("&Leave out %1", "a method").arg(method), this, [this, method] {
        m_without.append(method);
        applyFilter();
    });
    if (!record->node.empty()) {
        menu->addAction(icon("nodes"),
                        tr("Show n&ode %1").arg(QString::fromStdString(record->node)),
                        this,
                        [this, record] {
                            Q_EMIT navigate(QStringLiteral("nodes"),
                                            QString::fromStdString(record->node));
                        });
    }
    menu->popup(m_table->viewport()->mapToGlobal(pos));
}

void TrafficPage::filterLike(const QModelIndex &index)
{
    const RecordPointer record = recordAt(index);
    if (!record)
        return;
    switch (index.column()) {
    case TrafficModel::Chain:
        m_chain->setCurrentIndex(
            std::max(0, m_chain->findData(QString::fromStdString(record->chain))));
        break;
    case TrafficModel::Path:
        m_node->setCurrentIndex(
            std::max(0, m_node->findData(QString::fromStdString(record->node))));
        break;
    case TrafficModel::Client:
        m_filter->setText(QString::fromStdString(record->client));
        break;
    default:
        m_filter->setText(QString::fromStdString(record->method));
    }
}

void TrafficPage::copyText(const QByteArray &text, const QString &what)
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
    if (!what.isEmpty())
        Q_EMIT session().toast(what, false);
}

void TrafficPage::copyCurl()
{
    const RecordPointer record = selected();
    if (!record)
        return;
    const auto config = session().config();
    const bool needsToken = config && !config->server.tokens.empty();
    const QString endpoint = session().endpoint(QString::fromStdString(record->chain));
    const bool whole = record->captured && record->requestBody.size() == record->requestBytes;
    copyText(trafficexport::curl(*record, endpoint, needsToken).toUtf8(),
             whole ? tr("Command copied.")
                   : tr("Command copied, without parameters: the body of this request was not kept "
                        "in full."));
}

void TrafficPage::replay()
{
    const RecordPointer record = selected();
    if (record && m_replay->isEnabled())
        showReplay(new ReplayDialog(session(), record, this));
}

void TrafficPage::replayToAll()
{
    const RecordPointer record = selected();
    if (record && m_replay->isEnabled())
        showReplay(new ReplayAllDialog(session(), record, this));
}

void TrafficPage::showReplay(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void TrafficPage::startCapture()
{
    session().captureBodies(kCaptureTime);
}

std::vector<RecordPointer> TrafficPage::visibleRecords() const
{
    std::vector<RecordPointer> records;
    records.reserve(static_cast<std::size_t>(m_proxy->rowCount()));
    for (int row = 0; row < m_proxy->rowCount(); ++row)
        records.push_back(recordAt(m_proxy->index(row, 0)));
    return records;
}

void TrafficPage::exportAs(bool har)
{
    const QString file = QFileDialog::getSaveFileName(
        this,
        tr("Export requests"),
        har ? QStringLiteral("spillway.har") : QStringLiteral("spillway.jsonl"),
        har ? tr("HTTP archives (*.har)") : tr("JSON Lines (*.jsonl)"));
    if (file.isEmpty())
        return;
    const std::vector<RecordPointer> records = visibleRecords();
    const QByteArray text =
        har ? trafficexport::har(records,
                                 [this](const QString &chain) { return session().endpoint(chain); })
            : trafficexport::jsonLines(records);
    const QString problem = writeExport(file, text);
    Q_EMIT session().toast(problem.isEmpty()
                               ? tr("%n requests saved.", nullptr, static_cast<int>(records.size()))
                               : tr("%1 could not be written: %2").arg(file, problem),
                           false);
}

} // namespace spillway::ui
