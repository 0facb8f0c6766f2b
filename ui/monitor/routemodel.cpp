// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/routemodel.h"

#include "monitor/recordtext.h"
#include "widgets/format.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace spillway::ui {

void RouteModel::setRecord(RecordPointer record)
{
    beginResetModel();
    m_record = std::move(record);
    endResetModel();
}

int RouteModel::rowCount(const QModelIndex &parent) const
{
    // The last row is the answer to the client.
    return parent.isValid() || !m_record ? 0 : static_cast<int>(m_record->steps.size()) + 1;
}

int RouteModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant RouteModel::textOf(int row, int column) const
{
    const bool last = row == static_cast<int>(m_record->steps.size());
    if (column == At)
        return format::offset(last ? m_record->durationMs
                                   : m_record->steps[static_cast<std::size_t>(row)].atMs);
    if (column == What)
        return last ? record::ending(*m_record)
                    : record::step(m_record->steps[static_cast<std::size_t>(row)]);
    return {};
}

QString RouteModel::iconOf(int row) const
{
    if (row == static_cast<int>(m_record->steps.size()))
        return record::resultIcon(*m_record);
    const RouteStepInfo &step = m_record->steps[static_cast<std::size_t>(row)];
    if (!step.attempt)
        return QStringLiteral("spill");
    return step.outcome == "success" ? QStringLiteral("ok")
           : step.outcome.empty()    ? QStringLiteral("wait")
                                     : QStringLiteral("warning");
}

Tone RouteModel::toneOf(int row) const
{
    if (row == static_cast<int>(m_record->steps.size()))
        return record::resultTone(*m_record);
    const RouteStepInfo &step = m_record->steps[static_cast<std::size_t>(row)];
    if (!step.attempt)
        return Tone::Muted;
    return step.outcome == "success" ? Tone::Good
           : step.outcome.empty()    ? Tone::Accent
                                     : Tone::Warning;
}

QVariant RouteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_record)
        return {};
    const int row = index.row();
    const bool last = row == static_cast<int>(m_record->steps.size());
    const double whole = std::max(m_record->durationMs, 0.001);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textOf(row, index.column());
    case Qt::DecorationRole:
        return index.column() == What ? QVariant(Theme::instance().icon(iconOf(row), toneOf(row)))
                                      : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == At ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case FromRole:
        return last ? 1.0
                    : std::clamp(
                        m_record->steps[static_cast<std::size_t>(row)].atMs / whole, 0.0, 1.0);
    case LengthRole:
        return last ? 0.0
                    : std::clamp(m_record->steps[static_cast<std::size_t>(row)].durationMs / whole,
                                 0.0,
                                 1.0);
    case ToneRole:
        return static_cast<int>(toneOf(row));
    default:
        return {};
    }
}

QVariant RouteModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case At:
        return tr("After");
    case What:
        return tr("What happened");
    case Bar:
        return tr("Time line");
    default:
        return {};
    }
}

void WaterfallDelegate::paint(QPainter *painter,
                              const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const double from = index.data(RouteModel::FromRole).toDouble();
    const double length = index.data(RouteModel::LengthRole).toDouble();
    const auto tone = static_cast<Tone>(index.data(RouteModel::ToneRole).toInt());
    const qreal pad = option.fontMetrics.averageCharWidth();
    const QRectF area = QRectF(option.rect).adjusted(pad, 0, -pad, 0);
    const qreal height = option.fontMetrics.height() * 0.5;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(Theme::instance().grid(), 1));
    painter->drawLine(QPointF(area.left(), area.center().y()),
                      QPointF(area.right(), area.center().y()));
    painter->setPen(Qt::NoPen);
    painter->setBrush(Theme::instance().tone(tone));
    const qreal x = area.left() + area.width() * from;
    // Moments are diamonds, spans are bars.
    if (area.width() * length < 2) {
        const qreal half = height * 0.5;
        const qreal center = std::clamp(x, area.left() + half, area.right() - half);
        painter->drawPolygon(QPolygonF{{center, area.center().y() - half},
                                       {center + half, area.center().y()},
                                       {center, area.center().y() + half},
                                       {center - half, area.center().y()}});
    } else {
        painter->drawRoundedRect(
            QRectF(x, area.center().y() - height / 2, area.width() * length, height), 2, 2);
    }
    painter->restore();
}

} // namespace spillway::ui
