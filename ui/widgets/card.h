// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QList>
#include <QString>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace spillway::ui {

/// A box with rounded corners that groups things on a page. Put a layout or use body().
class Card : public QWidget
{
    Q_OBJECT

public:
    explicit Card(QWidget *parent = nullptr);

    /// A title row above the content; empty: none.
    void setTitle(const QString &title);
    /// Something at the right end of the title row (a button, a combo box).
    void addToTitle(QWidget *widget);

    /// Where the content goes.
    QVBoxLayout *body() { return m_body; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVBoxLayout *m_body;
    QWidget *m_titleRow = nullptr;
    QLabel *m_title = nullptr;
};

/// One figure with its name above and an explanation below; its accessible text is all three.
class FigureCard final : public Card
{
    Q_OBJECT

public:
    explicit FigureCard(const QString &name, QWidget *parent = nullptr);

    void setName(const QString &name);
    /// `detail` in one line; `tone` colours the figure, say the same in `detail`.
    void setFigure(const QString &figure, const QString &detail = {}, Tone tone = Tone::Neutral);
    /// A small line of recent values behind the right half; a NaN is a gap. Decoration: it repeats what a chart shows.
    void setTrend(const QList<double> &values, const QColor &color);

    [[nodiscard]] QString figure() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void restyle();
    void fitFigure();
    void updateAccessible();

    QLabel *m_name;
    QLabel *m_figure;
    QLabel *m_detail;
    Tone m_tone = Tone::Neutral;
    QList<double> m_trend;
    QColor m_trendColor;
    bool m_restyling = false;
};

} // namespace spillway::ui
