// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/numberedit.h"

#include <QEvent>
#include <QRegularExpression>

#include <cmath>

namespace spillway::ui {
namespace {

/// Above this not every whole number can be told from its neighbours.
constexpr double kLargest = 9007199254740992.0;

double takeUnit(QString &text)
{
    if (text.isEmpty())
        return 1;
    double factor = 1;
    switch (text.back().toLower().unicode()) {
    case u'k':
        factor = 1e3;
        break;
    case u'm':
        factor = 1e6;
        break;
    case u'g':
    case u'b':
        factor = 1e9;
        break;
    default:
        return 1;
    }
    text.chop(1);
    return factor;
}

} // namespace

NumberEdit::NumberEdit(Kind kind, QWidget *parent)
    : QLineEdit(parent)
    , m_kind(kind)
{
    setMaxLength(32);
    setInputMethodHints(kind == Kind::Whole ? Qt::ImhDigitsOnly : Qt::ImhFormattedNumbersOnly);
}

std::optional<double> NumberEdit::parse(QString text, Kind kind, const QLocale &locale)
{
    static const QRegularExpression fillers(QStringLiteral("[\\s_'\u2019\u202f\u00a0]"));
    static const QRegularExpression plain(QStringLiteral("^\\d+(\\.\\d+)?$"));
    static const QRegularExpression groups(QStringLiteral("^\\d{1,3}([.,]\\d{3})+$"));
    text.remove(fillers);
    const double factor = takeUnit(text);
    if (kind == Kind::Whole && factor == 1 && groups.match(text).hasMatch()) {
        text.remove(QLatin1Char('.')).remove(QLatin1Char(','));
    } else {
        text.remove(locale.groupSeparator());
        text.replace(locale.decimalPoint(), QLatin1String("."));
    }
    if (!plain.match(text).hasMatch())
        return std::nullopt;
    const double value = text.toDouble() * factor;
    if (value > kLargest || (kind == Kind::Whole && value != std::floor(value)))
        return std::nullopt;
    return value;
}

QString NumberEdit::shown(double value, const QLocale &locale)
{
    return value == std::floor(value) ? locale.toString(static_cast<qlonglong>(value))
                                      : locale.toString(value, 'g', 12);
}

std::optional<double> NumberEdit::value() const
{
    return parse(text(), m_kind, m_locale);
}

bool NumberEdit::isWrong() const
{
    return !text().trimmed().isEmpty() && !value();
}

void NumberEdit::setValue(std::optional<double> value)
{
    followLocale();
    if (value == this->value() && (value || text().isEmpty()))
        return;
    setText(value ? shown(*value) : QString());
}

/// The same digits may be another number in another language, or none.
void NumberEdit::followLocale()
{
    const QLocale now;
    if (now == m_locale)
        return;
    const std::optional<double> number = value();
    m_locale = now;
    if (number)
        setText(shown(*number));
}

void NumberEdit::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        followLocale();
    QLineEdit::changeEvent(event);
}

void NumberEdit::focusOutEvent(QFocusEvent *event)
{
    if (const auto number = value())
        setText(shown(*number));
    QLineEdit::focusOutEvent(event);
}

} // namespace spillway::ui
