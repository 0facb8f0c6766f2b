// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/miniburns.h"

#include "charts/swatch.h"
#include "widgets/paint.h"

#include <QAbstractButton>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionFocusRect>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace spillway::ui {

namespace {

constexpr int kMostColumns = 4;

} // namespace

/// A button, so that it can be reached and pressed by keyboard.
class MiniBurns::Tile final : public QAbstractButton
{
public:
    explicit Tile(QWidget *parent)
        : QAbstractButton(parent)
    {
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    }

    void set(const Item &item)
    {
        m_item = item;
        setText(item.name);
        setToolTip(item.sentence);
        setAccessibleName(item.sentence);
        update();
    }

    [[nodiscard]] QString name() const { return m_item.name; }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * 20, fontMetrics().lineSpacing() * 5};
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * 13, fontMetrics().lineSpacing() * 4};
    }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    void paintPlot(QPainter &painter, const QRectF &plot) const;

    Item m_item;
};

void MiniBurns::Tile::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::instance();
    const int line = fontMetrics().lineSpacing();
    const QRect area = rect().adjusted(3, 2, -3, -2);
    const QString figure = m_item.figure;
    const int figureWidth = fontMetrics().horizontalAdvance(figure) + line / 3;
    painter.setPen(theme.tone(Tone::Neutral));
    painter.drawText(
        QRect(area.left(), area.top(), area.width() - figureWidth, line),
        Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(m_item.name, Qt::ElideRight, area.width() - figureWidth));
    painter.setPen(theme.tone(m_item.tone));
    painter.drawText(QRect(area.left(), area.top(), area.width(), line),
                     Qt::AlignRight | Qt::AlignVCenter,
                     figure);
    painter.setPen(theme.muted());
    painter.drawText(QRect(area.left(), area.bottom() - line + 1, area.width(), line),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_item.detail, Qt::ElideRight, area.width()));
    paintPlot(painter, QRectF(area).adjusted(0, line + 2, 0, -line - 2));
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect();
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void MiniBurns::Tile::paintPlot(QPainter &painter, const QRectF &plot) const
{
    const Theme &theme = Theme::instance();
    painter.fillRect(plot, theme.wash(Tone::Muted));
    const BurnDown &burn = m_item.burn;
    if (m_item.limit <= 0 || burn.periodDays <= 0)
        return;
    const auto place = [&](const QPointF &point) {
        return QPointF(
            plot.left() + plot.width() * std::clamp(point.x() / burn.periodDays, 0.0, 1.0),
            plot.bottom() - plot.height() * std::clamp(point.y() / m_item.limit, 0.0, 1.0));
    };
    const auto polyline = [&](const QList<QPointF> &points, const QPen &pen) {
        QPolygonF line;
        for (const QPointF &point : points)
            line << place(point);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
    };
    const qreal reserve = plot.height() * std::clamp(burn.reserve / m_item.limit, 0.0, 1.0);
    painter.fillRect(QRectF(plot.left(), plot.bottom() - reserve, plot.width(), reserve),
                     QBrush(theme.muted(), Qt::BDiagPattern));
    polyline(burn.evenPace, QPen(theme.muted(), 1, Qt::DashLine));
    polyline(burn.forecast, QPen(theme.series(5), 1.8, Qt::DotLine));
    if (burn.actual.size() > 1) {
        QPolygonF area;
        for (const QPointF &point : burn.actual)
            area << place(point);
        area << QPointF(area.last().x(), plot.bottom()) << QPointF(area.first().x(), plot.bottom());
        QColor fill = theme.series(0);
        fill.setAlphaF(0.18F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(area);
    }
    polyline(burn.actual, QPen(theme.series(0), 2));
    if (burn.actual.size() == 1) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.series(0));
        painter.drawEllipse(place(burn.actual.first()), 2.5, 2.5);
    }
}

/// As many columns as there is room for.
class MiniBurns::Grid final : public QWidget
{
public:
    explicit Grid(MiniBurns *owner)
        : QWidget(owner)
        , m_owner(owner)
        , m_layout(new QGridLayout(this))
        , m_empty(new QLabel(this))
    {
        m_layout->setContentsMargins(0, 0, 0, 0);
        m_layout->setSpacing(fontMetrics().height() / 2);
        m_empty->setWordWrap(true);
        m_empty->setAlignment(Qt::AlignCenter);
    }

    QLabel *empty() { return m_empty; }

    void setItems(const QList<Item> &items)
    {
        if (items.size() != m_tiles.size()) {
            qDeleteAll(m_tiles);
            m_tiles.clear();
            for (qsizetype i = 0; i < items.size(); ++i) {
                auto *tile = new Tile(this);
                connect(tile, &QAbstractButton::clicked, m_owner, [this, tile] {
                    Q_EMIT m_owner->activated(tile->name());
                });
                m_tiles.append(tile);
                tile->show();
            }
            m_columns = 0; // what stands in the layout is of the former tiles, or the empty text
            arrange();
        }
        for (qsizetype i = 0; i < items.size(); ++i)
            m_tiles.at(i)->set(items.at(i));
        m_empty->setVisible(items.isEmpty());
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QWidget::resizeEvent(event);
        arrange();
    }

private:
    void arrange()
    {
        const int fitting = std::clamp(
            width() / std::max(1, fontMetrics().averageCharWidth() * 18), 1, kMostColumns);
        // Rows of equal length look tidier than a full row and a rest.
        const int count = std::max(1, static_cast<int>(m_tiles.size()));
        const int rows = (count + fitting - 1) / fitting;
        const int columns = (count + rows - 1) / rows;
        if (columns == m_columns && m_layout->count() == m_tiles.size())
            return;
        m_columns = columns;
        while (QLayoutItem *item = m_layout->takeAt(0))
            delete item;
        for (qsizetype i = 0; i < m_tiles.size(); ++i)
            m_layout->addWidget(
                m_tiles.at(i), static_cast<int>(i) / columns, static_cast<int>(i) % columns);
        for (int column = 0; column < kMostColumns; ++column)
            m_layout->setColumnStretch(column, column < columns ? 1 : 0);
        if (m_tiles.isEmpty())
            m_layout->addWidget(m_empty, 0, 0);
    }

    MiniBurns *m_owner;
    QGridLayout *m_layout;
    QLabel *m_empty;
    QList<Tile *> m_tiles;
    int m_columns = 0;
};

MiniBurns::MiniBurns(QWidget *parent)
    : Card(parent)
    , m_grid(new Grid(this))
{
    body()->addWidget(m_grid, 1);
    m_grid->setItems({});
}

MiniBurns::~MiniBurns() = default;

void MiniBurns::setItems(const QList<Item> &items)
{
    m_grid->setItems(items);
}

void MiniBurns::setEmptyText(const QString &text)
{
    m_grid->empty()->setText(text);
}

} // namespace spillway::ui
