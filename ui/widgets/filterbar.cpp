// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filterbar.h"

#include "widgets/chipbutton.h"
#include "widgets/flowlayout.h"
#include "widgets/theme.h"

#include <QAction>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace spillway::ui {

namespace {

constexpr int kTypingPauseMs = 150;

/// Wide enough for its placeholder where there is room, and narrow where there is none.
class SearchEdit final : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

    [[nodiscard]] QSize sizeHint() const override
    {
        const int letter = fontMetrics().averageCharWidth();
        // Beside the words there are the icon, the button that clears, and the frame.
        const int words = fontMetrics().horizontalAdvance(placeholderText()) + letter * 9;
        return {std::clamp(words, letter * 36, letter * 60), QLineEdit::sizeHint().height()};
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * 16, QLineEdit::minimumSizeHint().height()};
    }
};

} // namespace

FilterBar::FilterBar(QWidget *parent)
    : QWidget(parent)
    , m_row(new FlowLayout(this))
    , m_edit(new SearchEdit(this))
    , m_soon(new QTimer(this))
{
    m_row->setSpacing(fontMetrics().height() / 3);
    // May grow: its size hint is that of a single row.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_edit->setClearButtonEnabled(true);
    m_edit->addAction(Theme::instance().icon(QStringLiteral("search"), Tone::Muted),
                      QLineEdit::LeadingPosition);
    m_row->addWidget(m_edit);
    m_soon->setSingleShot(true);
    m_soon->setInterval(kTypingPauseMs);
    connect(m_edit, &QLineEdit::textChanged, m_soon, qOverload<>(&QTimer::start));
    connect(m_soon, &QTimer::timeout, this, &FilterBar::changed);
}

void FilterBar::setPlaceholder(const QString &text)
{
    m_edit->setPlaceholderText(text);
    m_edit->setAccessibleName(text);
    if (m_edit->accessibleDescription().isEmpty())
        m_edit->setToolTip(text);
    m_edit->updateGeometry();
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
    m_edit->setToolTip(reason.isEmpty() ? m_edit->placeholderText() : reason);
    m_edit->setAccessibleDescription(reason);
}

QToolButton *FilterBar::addChip(const QString &key, const QString &text, const QString &icon)
{
    auto *chip = new ChipButton(this);
    chip->setText(text);
    chip->setProperty("chip", key);
    if (!icon.isEmpty())
        chip->setIcon(Theme::instance().icon(icon));
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

void FilterBar::focusText()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

} // namespace spillway::ui
