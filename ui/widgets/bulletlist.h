// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QString>
#include <QStringList>

class QLabel;

namespace spillway::ui {

/// Sentences one below the other, a bullet before each; scrolls when they are many. They can be selected and copied.
class BulletList final : public QScrollArea
{
    Q_OBJECT

public:
    /// `lines`: height it takes at the most.
    explicit BulletList(int lines, QWidget *parent = nullptr);

    struct Item
    {
        QString text; ///< plain
        bool strong = false;
    };

    void setItems(const QList<Item> &items);
    void setName(const QString &accessibleName);

    /// One sentence a line.
    [[nodiscard]] QString plainText() const;

private:
    void fit();
    void resizeEvent(QResizeEvent *event) override;

    QLabel *m_label;
    int m_most = 0; ///< pixels
    QStringList m_texts;
};

} // namespace spillway::ui
