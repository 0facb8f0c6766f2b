// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filterbar.h"

#include "widgets/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>

namespace spillway::ui {

namespace {

constexpr int kTypingPauseMs = 150;

} // namespace

FilterBar::FilterBar(const QString &placeholder, QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_edit(new QLineEdit(this))
    , m_soon(new QTimer(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_edit->setPlaceholderText(placeholder);
    m_edit->setAccessibleName(placeholder);
    m_edit->setClearButtonEnabled(true);
    m_edit->addAction(Theme::instance().icon(QStringLiteral("search"), Tone::Muted),
                      QLineEdit::LeadingPosition);
    m_edit->setMinimumWidth(fontMetrics().averageCharWidth() * 18);
    m_edit->setMaximumWidth(fontMetrics().averageCharWidth() * 42);
    m_row->addWidget(m_edit, 1);
    m_soon->setSingleShot(true);
    m_soon->setInterval(kTypingPauseMs);
    connect(m_edit, &QLineEdit::textChanged, m_soon, qOverload<>(&QTimer::start));
    connect(m_soon, &QTimer::timeout, this, &FilterBar::changed);
}

QString FilterBar::text() const
{
    return m_edit->text();
}

void FilterBar::setText(const QString &text)
{
    m_edit->setText(text);
}

void FilterBar::setProblem(const QString &reason)
{
    QPalette palette;
    if (!reason.isEmpty())
        palette.setColor(QPalette::Text, Theme::instance().bad());
    m_edit->setPalette(palette);
    m_edit->setToolTip(reason);
    m_edit->setAccessibleDescription(reason);
}

QToolButton *FilterBar::addChip(const QString &key, const QString &text, const QString &icon)
{
    auto *chip = new QToolButton(this);
    chip->setText(text);
    chip->setCheckable(true);
    chip->setProperty("chip", key);
    chip->setFocusPolicy(Qt::StrongFocus);
    if (!icon.isEmpty()) {
        chip->setIcon(Theme::instance().icon(icon));
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    connect(chip, &QToolButton::toggled, this, &FilterBar::changed);
    m_chips.append(chip);
    m_row->addWidget(chip);
    return chip;
}

QStringList FilterBar::checkedChips() const
{
    QStringList keys;
    for (const QToolButton *chip : m_chips) {
        if (chip->isChecked())
            keys.append(chip->property("chip").toString());
    }
    return keys;
}

void FilterBar::setCheckedChips(const QStringList &keys)
{
    for (QToolButton *chip : std::as_const(m_chips))
        chip->setChecked(keys.contains(chip->property("chip").toString()));
}

void FilterBar::addWidget(QWidget *widget)
{
    m_row->addWidget(widget);
}

void FilterBar::addStretch()
{
    m_row->addStretch(1);
}

void FilterBar::focusText()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

} // namespace spillway::ui
