// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractButton>
#include <QCoreApplication>
#include <QLabel>
#include <QStringList>
#include <QWidget>

namespace spillway::test {

/// The visible wrapped texts and the buttons below `widget` that have less room than they need.
inline QStringList cutLines(const QWidget &widget)
{
    QCoreApplication::processEvents();
    QStringList cut;
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        if (!label->isVisible() || !label->wordWrap())
            continue;
        if (const int lacks = label->heightForWidth(label->width()) - label->height(); lacks > 0)
            cut.append(QStringLiteral("“%1” lacks %2 px").arg(label->text()).arg(lacks));
        else if (!label->parentWidget()->rect().contains(label->geometry()))
            cut.append(QStringLiteral("“%1” lies outside").arg(label->text()));
    }
    for (const QAbstractButton *button : widget.findChildren<QAbstractButton *>()) {
        if (button->isVisible() && !button->text().isEmpty()
            && (button->width() < button->minimumSizeHint().width()
                || button->height() < button->minimumSizeHint().height()))
            cut.append(QStringLiteral("button “%1”").arg(button->text()));
    }
    return cut;
}

} // namespace spillway::test
