// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QLocale>

#include <optional>

namespace spillway::ui {

/// A field for figures that may be left empty: takes "10M", "2.5k", "50_000_000" or digits grouped in any usual way, and shows them
/// in the user's way of writing once it is left. Unlike a spin box it holds 53-bit numbers and wrong text too, so that a message can
/// say what is wrong with it.
class NumberEdit final : public QLineEdit
{
    Q_OBJECT

public:
    enum class Kind { Whole, Decimal };

    explicit NumberEdit(Kind kind, QWidget *parent = nullptr);

    /// Nothing when empty, or when isWrong().
    [[nodiscard]] std::optional<double> value() const;
    [[nodiscard]] bool isWrong() const;

    /// Shows a number; the user's own way of writing the same number stays while it is being typed.
    void setValue(std::optional<double> value);

    [[nodiscard]] static std::optional<double>
    parse(QString text, Kind kind, const QLocale &locale = {});
    [[nodiscard]] static QString shown(double value, const QLocale &locale = {});

protected:
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void followLocale();

    Kind m_kind;
    QLocale m_locale; ///< in which the text is written
};

} // namespace spillway::ui
