// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/trafficdetail.h"

#include "monitor/jsontools.h"
#include "monitor/recordtext.h"
#include "monitor/routemodel.h"
#include "widgets/format.h"
#include "widgets/tables.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace spillway::ui {

TrafficDetail::TrafficDetail(QWidget *parent)
    : QWidget(parent)
    , m_model(new RouteModel(this))
    , m_headline(new QLabel(this))
    , m_tabs(new QTabWidget(this))
    , m_route(new QTableView(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setWordWrap(true);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = m_headline->font();
    font.setWeight(QFont::DemiBold);
    m_headline->setFont(font);
    layout->addWidget(m_headline);
    layout->addWidget(m_tabs, 1);

    m_route->setModel(m_model);
    m_route->setItemDelegateForColumn(RouteModel::Bar, new WaterfallDelegate(m_route));
    tables::prepare(m_route, tr("Route of the request"));
    m_route->setAlternatingRowColors(false);
    m_route->horizontalHeader()->setSectionsMovable(false);
    m_route->horizontalHeader()->setSectionResizeMode(RouteModel::At,
                                                      QHeaderView::ResizeToContents);
    m_route->horizontalHeader()->setSectionResizeMode(RouteModel::What, QHeaderView::Stretch);
    m_route->horizontalHeader()->setSectionResizeMode(RouteModel::Bar, QHeaderView::Fixed);
    m_route->setColumnWidth(RouteModel::Bar, fontMetrics().averageCharWidth() * 30);
    m_tabs->addTab(m_route, QString());
    m_request = makePane();
    m_tabs->addTab(m_request.page, QString());
    m_response = makePane();
    m_tabs->addTab(m_response.page, QString());
    retranslate();
}

TrafficDetail::BodyPane TrafficDetail::makePane()
{
    BodyPane pane{};
    pane.page = new QWidget(this);
    auto *layout = new QVBoxLayout(pane.page);
    auto *row = new QHBoxLayout;
    pane.note = new QLabel(pane.page);
    pane.note->setWordWrap(true);
    pane.capture = new QPushButton(Theme::instance().icon(QStringLiteral("record")), {}, pane.page);
    row->addWidget(pane.note, 1);
    row->addWidget(pane.capture);
    layout->addLayout(row);
    pane.text = new QPlainTextEdit(pane.page);
    pane.text->setReadOnly(true);
    pane.text->setLineWrapMode(QPlainTextEdit::NoWrap);
    pane.text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    layout->addWidget(pane.text, 1);
    connect(pane.capture, &QPushButton::clicked, this, &TrafficDetail::captureWanted);
    return pane;
}

void TrafficDetail::retranslate()
{
    m_route->setAccessibleName(tr("Route of the request"));
    m_tabs->setTabText(0, tr("Rou&te"));
    m_tabs->setTabText(1, tr("Re&quest"));
    m_tabs->setTabText(2, tr("Respo&nse"));
    m_request.text->setAccessibleName(tr("Body of the request"));
    m_response.text->setAccessibleName(tr("Body of the response"));
    for (const BodyPane &pane : {m_request, m_response})
        pane.capture->setText(tr("Capture &bodies for 5 minutes"));
    setRecord(m_record);
}

void TrafficDetail::setRecord(const RecordPointer &record)
{
    m_record = record;
    m_model->setRecord(record);
    if (!record) {
        m_headline->setText(tr("Select a request to see its route."));
        m_tabs->setEnabled(false);
        showBody(&m_request, {}, 0);
        showBody(&m_response, {}, 0);
        return;
    }
    m_tabs->setEnabled(true);
    m_headline->setText(tr("%1 on %2 at %3: %4 after %5", "method, chain, time, result, duration")
                            .arg(QString::fromStdString(record->method),
                                 QString::fromStdString(record->chain),
                                 format::clockMs(record->wallMs),
                                 record::resultText(*record),
                                 format::offset(record->durationMs)));
    showBody(&m_request, record->requestBody, record->requestBytes);
    showBody(&m_response, record->responseBody, record->responseBytes);
}

void TrafficDetail::setCapturing(bool capturing)
{
    m_capturing = capturing;
    setRecord(m_record);
}

void TrafficDetail::showBody(BodyPane *pane, const std::string &body, std::uint64_t size)
{
    const bool captured = m_record && m_record->captured;
    pane->capture->setVisible(!captured && !m_capturing);
    pane->text->setPlainText(
        captured ? QString::fromUtf8(prettyJson(QByteArray::fromStdString(body))) : QString());
    if (!m_record)
        pane->note->setText({});
    else if (captured && body.size() < size)
        pane->note->setText(tr("The first %1 of %2; keys are removed.")
                                .arg(format::bytes(body.size()), format::bytes(size)));
    else if (captured)
        pane->note->setText(tr("%1; keys are removed.").arg(format::bytes(size)));
    else if (m_capturing)
        pane->note->setText(
            tr("Bodies of new requests are being captured. This request came before that."));
    else
        pane->note->setText(
            tr("The body of this request (%1) was not kept.").arg(format::bytes(size)));
}

} // namespace spillway::ui
