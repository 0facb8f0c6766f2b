// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QtGlobal>

#include <utility>

QT_BEGIN_NAMESPACE
class QCategoryAxis;
QT_END_NAMESPACE

namespace spillway::ui {

/// Where the marks of an axis are and what they say.
struct Ticks
{
    qreal from = 0;
    qreal to = 1;
    QList<std::pair<qreal, QString>> marks;

    bool operator==(const Ticks &) const = default;
};

/// From 0 to a round number not below `greatest`, four steps, figures shortened. `least` is the smallest top.
[[nodiscard]] Ticks valueTicks(double greatest, double least);

/// Relative time, right edge = now: "−5 min" … "now". `seconds` is the whole span.
[[nodiscard]] Ticks timeTicks(int seconds);

/// Sets range and labels, when they differ from what the axis shows.
void setTicks(QCategoryAxis *axis, const Ticks &ticks);

} // namespace spillway::ui
