// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/tierlanes.h"

#include "widgets/format.h"
#include "widgets/paint.h"

#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace spillway::ui {

namespace {

QString bucketText(const TierLanes::Node &node)
{
    if (node.rpsLimit <= 0)
        return TierLanes::tr("no rate limit");
    return TierLanes::tr("%1 of %2 req/s free",
                         "requests a second that the rate limit still lets through")
        .arg(format::shortNumber(std::floor(node.tokens)), format::shortNumber(node.rpsLimit));
}

} // namespace

class TierLanes::Canvas final : public QWidget
{
public:
    explicit Canvas(QWidget *parent)
        : QWidget(parent)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    }

    void setLanes(const QList<Lane> &lanes)
    {
        const int rows = rowCount();
        m_lanes = lanes;
        if (rows != rowCount())
            updateGeometry();
        update();
    }

    [[nodiscard]] const QList<Lane> &lanes() const { return m_lanes; }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * 44, rowCount() * rowHeight()};
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * 30, rowCount() * rowHeight()};
    }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    [[nodiscard]] int rowHeight() const { return fontMetrics().height() * 3 / 2; }

    [[nodiscard]] int rowCount() const
    {
        qsizetype rows = 0;
        for (const Lane &lane : m_lanes)
            rows += 1 + lane.nodes.size();
        return static_cast<int>(std::max<qsizetype>(rows, 1));
    }

    void paintLane(QPainter &painter, const QRect &row, const Lane &lane) const;
    void paintNode(QPainter &painter, const QRect &row, const Node &node) const;

    QList<Lane> m_lanes;
};

void TierLanes::Canvas::paintLane(QPainter &painter, const QRect &row, const Lane &lane) const
{
    QFont font = painter.font();
    font.setWeight(QFont::DemiBold);
    painter.save();
    painter.setFont(font);
    painter.setPen(Theme::instance().tone(Tone::Neutral));
    const QString share = format::percent(lane.share);
    const int shareWidth = painter.fontMetrics().horizontalAdvance(share);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, share);
    painter.drawText(
        row,
        Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(lane.name, Qt::ElideRight, row.width() - shareWidth - 8));
    painter.restore();
}

void TierLanes::Canvas::paintNode(QPainter &painter, const QRect &row, const Node &node) const
{
    const Theme &theme = Theme::instance();
    const int unit = fontMetrics().averageCharWidth();
    const int nameWidth = std::min(unit * 18, row.width() * 3 / 10);
    const int shareWidth = unit * 8;
    const int bucketWidth = std::min(unit * 24, row.width() * 35 / 100);
    const int barWidth = row.width() - nameWidth - shareWidth - bucketWidth - unit * 3;

    painter.setPen(theme.tone(Tone::Neutral));
    painter.drawText(QRect(row.left() + unit, row.top(), nameWidth - unit, row.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(node.name, Qt::ElideRight, nameWidth - unit));
    int x = row.left() + nameWidth + unit;
    const qreal barHeight = fontMetrics().height() * 0.55;
    const auto barRect = [&](int left, int width, qreal height) {
        return QRectF(left, row.center().y() + 0.5 - height / 2, width, height);
    };
    if (barWidth > unit * 4) {
        paint::bar(painter, barRect(x, barWidth, barHeight), node.share, theme.series(node.color));
        x += barWidth;
    }
    painter.setPen(theme.tone(Tone::Neutral));
    painter.drawText(QRect(x, row.top(), shareWidth - unit, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     format::percent(node.share));
    x += shareWidth + unit;

    const QRect place(x, row.top(), row.right() - x, row.height());
    if (!node.state.isEmpty()) {
        painter.setPen(theme.tone(node.tone));
        painter.drawText(place,
                         Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(node.state, Qt::ElideRight, place.width()));
        return;
    }
    int textLeft = place.left();
    if (node.rpsLimit > 0 && place.width() > unit * 16) {
        paint::bar(painter,
                   barRect(place.left(), unit * 5, barHeight * 0.7),
                   node.tokens / node.rpsLimit,
                   theme.muted());
        textLeft += unit * 6;
    }
    painter.setPen(theme.muted());
    painter.drawText(
        QRect(QPoint(textLeft, place.top()), place.bottomRight()),
        Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(bucketText(node), Qt::ElideRight, place.right() - textLeft));
}

void TierLanes::Canvas::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QRect row(0, 0, width(), rowHeight());
    for (const Lane &lane : m_lanes) {
        paintLane(painter, row, lane);
        row.translate(0, rowHeight());
        for (const Node &node : lane.nodes) {
            paintNode(painter, row, node);
            row.translate(0, rowHeight());
        }
    }
}

TierLanes::TierLanes(QWidget *parent)
    : Card(parent)
    , m_canvas(new Canvas(this))
    , m_empty(new QLabel(this))
{
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_canvas->hide();
    body()->addWidget(m_empty, 1);
    body()->addWidget(m_canvas);
    body()->addStretch(1);
}

void TierLanes::setEmptyText(const QString &text)
{
    m_empty->setText(text);
}

void TierLanes::setLanes(const QList<Lane> &lanes)
{
    m_canvas->setLanes(lanes);
    m_canvas->setVisible(!lanes.isEmpty());
    m_empty->setVisible(lanes.isEmpty());
    m_canvas->setAccessibleName(text());
    m_canvas->setToolTip(tr("Share of the requests that each node got in the time shown above, and "
                            "how much of its rate limit is free "
                            "now."));
}

QString TierLanes::text() const
{
    QStringList parts;
    for (const Lane &lane : m_canvas->lanes()) {
        QStringList nodes;
        for (const Node &node : lane.nodes)
            nodes.append(tr("%1 %2, %3", "node, share, what is free")
                             .arg(node.name,
                                  format::percent(node.share),
                                  node.state.isEmpty() ? bucketText(node) : node.state));
        const QString head =
            tr("%1: %2", "tier, share").arg(lane.name, format::percent(lane.share));
        parts.append(nodes.isEmpty() ? head
                                     : tr("%1 (%2)", "tier and share (its nodes)")
                                           .arg(head, nodes.join(QStringLiteral("; "))));
    }
    return parts.join(QStringLiteral(". "));
}

} // namespace spillway::ui
