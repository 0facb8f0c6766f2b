// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/card.h"

#include <QList>
#include <QString>

class QLabel;

namespace spillway::ui {

/// The tiers of the pool as lanes: which node gets which share of the requests, and what its rate limit would let through now.
class TierLanes final : public Card
{
    Q_OBJECT

public:
    struct Node
    {
        QString name;
        int color = 0;    ///< index of Theme::series()
        double share = 0; ///< of all requests in the window, 0..1
        double rpsLimit = 0;
        double tokens = 0;
        QString state; ///< a word, where it is not simply up
        Tone tone = Tone::Neutral;
    };

    struct Lane
    {
        QString name; ///< "Tier 0", "Ethereum, tier 0", "Answered by Spillway"
        double share = 0;
        QList<Node> nodes;
    };

    explicit TierLanes(QWidget *parent = nullptr);

    /// What stands there without lanes.
    void setEmptyText(const QString &text);
    void setLanes(const QList<Lane> &lanes);

    /// The same in words.
    [[nodiscard]] QString text() const;

private:
    class Canvas;

    Canvas *m_canvas;
    QLabel *m_empty;
};

} // namespace spillway::ui
