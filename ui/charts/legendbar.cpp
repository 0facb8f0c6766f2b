// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/legendbar.h"

#include "widgets/flowlayout.h"
#include "widgets/theme.h"

#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>

namespace spillway::ui {

/// Flat, so that the legend stays quieter than the chart; what is hidden is pale and has a closed eye in place of its swatch.
class LegendBar::Item final : public QToolButton
{
public:
    explicit Item(QWidget *parent)
        : QToolButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
    }

    void setLook(const SeriesLook &look)
    {
        m_look = look;
        update();
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const int unit = fontMetrics().height();
        return {fontMetrics().horizontalAdvance(text()) + swatchWidth() + unit * 5 / 4,
                unit * 3 / 2};
    }

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme &theme = Theme::instance();
        if (underMouse() || hasFocus()) {
            painter.setPen(hasFocus() ? QPen(theme.tone(Tone::Accent), 1) : QPen(Qt::NoPen));
            painter.setBrush(theme.wash(Tone::Muted));
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        }
        const int unit = fontMetrics().height();
        const QPixmap swatch = seriesSwatch(m_look, swatchHeight(), devicePixelRatioF());
        const QSize size = swatch.deviceIndependentSize().toSize();
        const QRect area = rect().adjusted(unit / 3, 0, -unit / 3, 0);
        const QRect place =
            QStyle::alignedRect(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter, size, area);
        if (isChecked()) {
            painter.drawPixmap(place, swatch);
        } else {
            const int side = swatchHeight() + 2;
            painter.drawPixmap(
                QStyle::alignedRect(layoutDirection(), Qt::AlignCenter, {side, side}, place),
                theme.pixmap(QStringLiteral("eye-off"), side, devicePixelRatioF(), theme.muted()));
        }
        painter.setPen(isChecked() ? theme.tone(Tone::Neutral) : theme.muted());
        const int shift = size.width() + unit / 3;
        painter.drawText(isRightToLeft() ? area.adjusted(0, 0, -shift, 0)
                                         : area.adjusted(shift, 0, 0, 0),
                         Qt::AlignVCenter | Qt::AlignLeft,
                         text());
    }

private:
    [[nodiscard]] int swatchHeight() const { return fontMetrics().height() * 2 / 3; }

    [[nodiscard]] int swatchWidth() const
    {
        return m_look.pattern < 0 && !m_look.marker ? swatchHeight() * 2 : swatchHeight();
    }

    SeriesLook m_look;
};

LegendBar::LegendBar(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new FlowLayout(this);
    layout->setSpacing(0);
    // May grow: its size hint is that of a single row.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, &LegendBar::redraw);
}

void LegendBar::setEntries(const QList<Entry> &entries)
{
    if (entries == m_entries)
        return;
    m_entries = entries;
    while (m_buttons.size() > entries.size())
        delete m_buttons.takeLast();
    while (m_buttons.size() < entries.size()) {
        auto *button = new Item(this);
        connect(button, &QToolButton::toggled, this, [this, button](bool checked) {
            setShown(button->text(), checked);
        });
        layout()->addWidget(button);
        m_buttons.append(button);
    }
    redraw();
}

void LegendBar::redraw()
{
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const Entry &entry = m_entries.at(i);
        Item *button = m_buttons.at(i);
        const bool shown = isShown(entry.name);
        button->setText(entry.name);
        button->setLook(entry.look);
        const QSignalBlocker quiet(button);
        button->setChecked(shown);
        button->setToolTip(shown ? tr("Hide %1 in the chart").arg(entry.name)
                                 : tr("Show %1 in the chart").arg(entry.name));
        button->updateGeometry();
        button->show();
    }
    updateGeometry();
}

void LegendBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        redraw();
    QWidget::changeEvent(event);
}

bool LegendBar::isShown(const QString &name) const
{
    return !m_hidden.contains(name);
}

void LegendBar::setShown(const QString &name, bool shown)
{
    if (shown)
        m_hidden.removeAll(name);
    else if (!m_hidden.contains(name))
        m_hidden.append(name);
    redraw();
    Q_EMIT toggled();
}

} // namespace spillway::ui
