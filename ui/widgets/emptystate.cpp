// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/emptystate.h"

#include "widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {

EmptyState::EmptyState(const QString &icon, QWidget *parent)
    : QWidget(parent)
    , m_iconName(icon)
    , m_icon(new QLabel(this))
    , m_headline(new QLabel(this))
    , m_text(new QLabel(this))
    , m_buttons(new QHBoxLayout)
{
    const int line = fontMetrics().height();
    auto *column = new QVBoxLayout(this);
    column->setSpacing(line / 2);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addWidget(m_headline);
    // In a row of its own: a label that is aligned by its layout is not asked how tall it is when it wraps.
    auto *textRow = new QHBoxLayout;
    textRow->addStretch(1);
    textRow->addWidget(m_text, 100);
    textRow->addStretch(1);
    column->addLayout(textRow);
    column->addSpacing(line / 2);
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addLayout(m_buttons);
    row->addStretch();
    column->addLayout(row);
    column->addStretch(3);
    for (QLabel *label : {m_headline, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_text->setMaximumWidth(fontMetrics().averageCharWidth() * 72);
    connect(m_text, &QLabel::linkActivated, this, &EmptyState::linkActivated);
    connect(&Theme::instance(), &Theme::changed, this, &EmptyState::restyle);
    restyle();
}

void EmptyState::restyle()
{
    const Theme &theme = Theme::instance();
    m_icon->setPixmap(theme.icon(m_iconName, Tone::Muted).pixmap(fontMetrics().height() * 5 / 2));
    QFont font = m_headline->font();
    font.setPointSizeF(this->font().pointSizeF() * 1.25);
    font.setWeight(QFont::DemiBold);
    m_headline->setFont(font);
    QPalette palette = m_text->palette();
    palette.setColor(QPalette::WindowText, theme.muted());
    m_text->setPalette(palette);
}

void EmptyState::setText(const QString &headline, const QString &text)
{
    m_headline->setText(headline);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(headline);
}

QPushButton *EmptyState::addButton(const QString &text, const QString &icon)
{
    auto *button = new QPushButton(text, this);
    if (!icon.isEmpty())
        button->setIcon(Theme::instance().icon(icon));
    if (m_buttons->count() == 0)
        button->setDefault(true);
    m_buttons->addWidget(button);
    return button;
}

QString EmptyState::headline() const
{
    return m_headline->text();
}

} // namespace spillway::ui
