// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/legendbar.h"

#include "widgets/flowlayout.h"
#include "widgets/paint.h"
#include "widgets/theme.h"

#include <QToolButton>

namespace spillway::ui {

LegendBar::LegendBar(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new FlowLayout(this);
    layout->setSpacing(0);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
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
        auto *button = new QToolButton(this);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, [this, button](bool checked) {
            setShown(button->text(), checked);
        });
        layout()->addWidget(button);
        m_buttons.append(button);
    }
    redraw();
}

void LegendBar::redraw()
{
    const int side = paint::iconSize(fontMetrics()) * 3 / 4;
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const Entry &entry = m_entries.at(i);
        QToolButton *button = m_buttons.at(i);
        const bool shown = isShown(entry.name);
        QPixmap swatch = seriesSwatch(entry.look, side, devicePixelRatioF());
        button->setIcon(QIcon(swatch));
        button->setIconSize(swatch.deviceIndependentSize().toSize());
        button->setText(entry.name);
        button->setChecked(shown);
        button->setToolTip(shown ? tr("Hide %1 in the chart").arg(entry.name)
                                 : tr("Show %1 in the chart").arg(entry.name));
        QFont font = this->font();
        font.setStrikeOut(!shown);
        button->setFont(font);
        button->show();
    }
    updateGeometry();
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
