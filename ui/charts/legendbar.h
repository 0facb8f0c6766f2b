// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/swatch.h"

#include <QList>
#include <QString>
#include <QWidget>

namespace spillway::ui {

/// Names of the series with a sample of each; a click or Space hides and shows one. Wraps into more rows where it must.
class LegendBar final : public QWidget
{
    Q_OBJECT

public:
    struct Entry
    {
        QString name;
        SeriesLook look;

        bool operator==(const Entry &) const = default;
    };

    explicit LegendBar(QWidget *parent = nullptr);

    /// Entries whose names stay keep their state.
    void setEntries(const QList<Entry> &entries);
    [[nodiscard]] bool isShown(const QString &name) const;
    void setShown(const QString &name, bool shown);

Q_SIGNALS:
    void toggled();

protected:
    void changeEvent(QEvent *event) override;

private:
    class Item;

    void redraw();

    QList<Entry> m_entries;
    QList<Item *> m_buttons;
    QStringList m_hidden;
};

} // namespace spillway::ui
