// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/burndown.h"
#include "widgets/card.h"

#include <QList>
#include <QString>

namespace spillway::ui {

/// One small burn-down picture a node, side by side: share of the credits left over the billing period.
class MiniBurns final : public Card
{
    Q_OBJECT

public:
    struct Item
    {
        QString name;
        QString figure; ///< "18 % left"
        QString detail; ///< "until 12 Dec"
        Tone tone = Tone::Neutral;
        BurnDown burn;
        double limit = 0;
        QString sentence; ///< tooltip and accessible text
    };

    explicit MiniBurns(QWidget *parent = nullptr);
    ~MiniBurns() override;

    void setItems(const QList<Item> &items);
    /// Shown when there is none.
    void setEmptyText(const QString &text);

Q_SIGNALS:
    void activated(const QString &name);

private:
    class Tile;
    class Grid;

    Grid *m_grid;
};

} // namespace spillway::ui
