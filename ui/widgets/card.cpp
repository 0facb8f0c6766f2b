// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/card.h"

#include "widgets/paint.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace spillway::ui {

namespace {

constexpr double kFigureFont = 1.8; ///< of the normal size

} // namespace

Card::Card(QWidget *parent)
    : QWidget(parent)
    , m_body(new QVBoxLayout(this))
{
    const int pad = fontMetrics().height() * 3 / 4;
    m_body->setContentsMargins(pad, pad * 3 / 4, pad, pad * 3 / 4);
    m_body->setSpacing(pad / 2);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Card::setTitle(const QString &title)
{
    if (!m_titleRow) {
        m_titleRow = new QWidget(this);
        auto *row = new QHBoxLayout(m_titleRow);
        row->setContentsMargins(0, 0, 0, 0);
        m_title = new QLabel(m_titleRow);
        QFont font = m_title->font();
        font.setWeight(QFont::DemiBold);
        m_title->setFont(font);
        row->addWidget(m_title, 1);
        // As high as with a tool button in it, so that the titles of cards side by side stand on one line.
        m_titleRow->setMinimumHeight(fontMetrics().height() * 5 / 3);
        m_body->insertWidget(0, m_titleRow);
    }
    m_title->setText(title);
    setAccessibleName(title);
}

void Card::addToTitle(QWidget *widget)
{
    if (!m_titleRow)
        setTitle({});
    m_titleRow->layout()->addWidget(widget);
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::instance();
    paint::box(painter, rect(), theme.card(), theme.border());
}

FigureCard::FigureCard(const QString &name, QWidget *parent)
    : Card(parent)
    , m_name(new QLabel(name, this))
    , m_figure(new QLabel(QStringLiteral("–"), this))
    , m_detail(new QLabel(this))
{
    body()->setSpacing(0);
    body()->addWidget(m_name);
    body()->addWidget(m_figure);
    body()->addWidget(m_detail);
    for (QLabel *label : {m_name, m_figure, m_detail}) {
        label->setTextFormat(Qt::PlainText);
        label->setMinimumWidth(1);
    }
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, &FigureCard::restyle);
    restyle();
    updateAccessible();
}

void FigureCard::setName(const QString &name)
{
    m_name->setText(name);
    updateAccessible();
}

void FigureCard::setFigure(const QString &figure, const QString &detail, Tone tone)
{
    if (figure == m_figure->text() && detail == m_detail->text() && tone == m_tone)
        return;
    m_figure->setText(figure);
    fitFigure();
    m_detail->setText(detail);
    m_detail->setToolTip(detail);
    if (tone != m_tone) {
        m_tone = tone;
        restyle();
    }
    updateAccessible();
}

QString FigureCard::figure() const
{
    return m_figure->text();
}

void FigureCard::setTrend(const QList<double> &values, const QColor &color)
{
    m_trend = values;
    m_trendColor = color;
    update();
}

void FigureCard::paintEvent(QPaintEvent *event)
{
    Card::paintEvent(event);
    if (m_trend.isEmpty())
        return;
    const int left =
        std::max(m_figure->x() + m_figure->fontMetrics().horizontalAdvance(m_figure->text())
                     + fontMetrics().height(),
                 width() / 2);
    const QRectF place(left,
                       m_figure->y() + m_figure->height() * 0.12,
                       width() - left - body()->contentsMargins().right(),
                       m_figure->height() * 0.76);
    if (place.width() < fontMetrics().height() * 2)
        return;
    QPainter painter(this);
    paint::sparkline(painter, place, m_trend, m_trendColor);
}

void FigureCard::changeEvent(QEvent *event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::FontChange && !m_restyling)
        restyle();
}

void FigureCard::restyle()
{
    const QScopedValueRollback guard(m_restyling, true);
    const Theme &theme = Theme::instance();
    fitFigure();
    const auto paintText = [](QLabel *label, const QColor &color) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, color);
        label->setPalette(palette);
    };
    paintText(m_name, theme.muted());
    paintText(m_figure, theme.tone(m_tone));
    paintText(m_detail, theme.muted());
}

void FigureCard::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    fitFigure();
}

void FigureCard::fitFigure()
{
    const QScopedValueRollback guard(m_restyling, true);
    const QMargins margins = body()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    QFont big = font();
    big.setWeight(QFont::DemiBold);
    // A figure that is cut off would be another figure, so it gets smaller where there is no room.
    for (double factor = kFigureFont; factor > 1; factor -= 0.1) {
        big.setPointSizeF(font().pointSizeF() * factor);
        if (QFontMetrics(big).horizontalAdvance(m_figure->text()) <= room)
            break;
    }
    m_figure->setFont(big);
    // The height stays, whatever the size.
    QFont full = big;
    full.setPointSizeF(font().pointSizeF() * kFigureFont);
    m_figure->setFixedHeight(QFontMetrics(full).height() + 1);
}

void FigureCard::updateAccessible()
{
    setAccessibleName(tr("%1: %2", "a figure and its name").arg(m_name->text(), m_figure->text()));
    setAccessibleDescription(m_detail->text());
}

} // namespace spillway::ui
