// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/configedit.h"

#include <QList>
#include <QPlainTextEdit>
#include <QString>

#include <vector>

namespace spillway::ui {

/// How texts become other texts: one column, a sign and a colour for each line that goes or comes, a few lines around, line
/// numbers of both sides. Keys inside URLs are hidden unless asked otherwise. Read-only, works by keyboard.
class DiffView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    struct File
    {
        QString title; ///< shown above its lines; may be empty
        QString before;
        QString after;
    };

    explicit DiffView(QWidget *parent = nullptr);

    void setTexts(const QString &before, const QString &after);
    void setFiles(const QList<File> &files);

    [[nodiscard]] int addedLines() const { return m_added; }

    [[nodiscard]] int removedLines() const { return m_removed; }

    [[nodiscard]] bool hasDifference() const { return m_added + m_removed > 0; }

    /// Unchanged lines shown around a change; 3 at first.
    void setContext(int lines);
    /// Whether keys inside URLs are replaced by dots; they are at first.
    void setKeysHidden(bool hidden);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Gutter;
    enum class RowKind { Same, Removed, Added, Title, Gap };

    struct Row
    {
        RowKind kind = RowKind::Same;
        int oldLine = 0;
        int newLine = 0;
        QString text;
    };

    void rebuild();
    void addFile(const File &file, std::vector<Row> &rows);
    void paintRows();
    void placeGutter();
    void paintGutter(QPaintEvent *event);
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] QString shown(const QString &line) const;

    Gutter *m_gutter;
    QList<File> m_files;
    std::vector<Row> m_rows;
    int m_context = 3;
    bool m_keysHidden = true;
    int m_added = 0;
    int m_removed = 0;
};

} // namespace spillway::ui
