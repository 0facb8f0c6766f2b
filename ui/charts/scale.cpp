// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/scale.h"

#include "widgets/format.h"

#include <QCategoryAxis>
#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace spillway::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Chart)
};

constexpr int kSteps = 4;

double roundTop(double value)
{
    static constexpr std::array kTops{1.0, 1.2, 1.6, 2.0, 2.4, 3.2, 4.0, 6.0, 8.0, 10.0};
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double top : kTops) {
        if (value <= top * power * 1.0001)
            return top * power;
    }
    return 10 * power;
}

QString ago(int seconds)
{
    if (seconds == 0)
        return Words::tr("now");
    if (seconds % 86'400 == 0 && seconds > 86'400)
        return Words::tr("−%n d", "days ago", seconds / 86'400);
    if (seconds % 3600 == 0 && seconds > 3600)
        return Words::tr("−%n h", "hours ago", seconds / 3600);
    return Words::tr("−%n min", "minutes ago", seconds / 60);
}

} // namespace

Ticks valueTicks(double greatest, double least)
{
    const double top = roundTop(std::isfinite(greatest) && greatest > least ? greatest : least);
    Ticks ticks;
    ticks.to = top;
    for (int step = 0; step <= kSteps; ++step) {
        const double value = top * step / kSteps;
        ticks.marks.append({value, format::shortNumber(value)});
    }
    return ticks;
}

Ticks timeTicks(int seconds)
{
    // A chart that has no data yet still has an axis.
    if (seconds < kSteps)
        seconds = 300;
    Ticks ticks;
    ticks.from = -seconds;
    ticks.to = 0;
    int step = std::max(1, seconds / 5);
    if (seconds == 3600)
        step = 900;
    else if (seconds == 86'400)
        step = 21'600;
    else if (seconds > 86'400)
        step = 7 * 86'400;
    for (int at = seconds / step * step; at >= 0; at -= step)
        ticks.marks.append({-at, ago(at)});
    return ticks;
}

void setTicks(QCategoryAxis *axis, const Ticks &ticks)
{
    QStringList labels;
    for (const auto &[value, label] : ticks.marks)
        labels.append(label);
    if (axis->categoriesLabels() == labels && qFuzzyCompare(1 + axis->max(), 1 + ticks.to)
        && qFuzzyCompare(1 + axis->min(), 1 + ticks.from))
        return;
    const QStringList former = axis->categoriesLabels();
    for (const QString &label : former)
        axis->remove(label);
    axis->setRange(ticks.from, ticks.to);
    axis->setStartValue(ticks.from - 1);
    for (const auto &[value, label] : ticks.marks)
        axis->append(label, value);
}

} // namespace spillway::ui
