// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>
#include <QTextCharFormat>

namespace spillway::ui {

/// Colours for TOML: comments, table headers, keys, strings (also over several lines), numbers, dates, booleans, `$VARIABLE`s. The
/// form tells them apart too (weight, slant), not the colour alone.
class TomlHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    explicit TomlHighlighter(QTextDocument *document);

protected:
    void highlightBlock(const QString &text) override;

private:
    enum State { Plain = 0, BasicText = 1, LiteralText = 2 };

    void setColours();
    qsizetype highlightString(const QString &text, qsizetype from);
    qsizetype highlightMultiline(const QString &text, qsizetype from, State kind);
    void highlightValue(const QString &text, qsizetype from);
    void markVariables(const QString &text, qsizetype from, qsizetype to);
    void mark(qsizetype from, qsizetype to, const QTextCharFormat &format);

    QTextCharFormat m_comment;
    QTextCharFormat m_header;
    QTextCharFormat m_key;
    QTextCharFormat m_string;
    QTextCharFormat m_number;
    QTextCharFormat m_word;
    QTextCharFormat m_variable;
};

} // namespace spillway::ui
