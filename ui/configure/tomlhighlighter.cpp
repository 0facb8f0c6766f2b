// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/tomlhighlighter.h"

#include "widgets/theme.h"

#include <QRegularExpression>

namespace spillway::ui {
namespace {

const QLatin1String kBasicFence("\"\"\"");
const QLatin1String kLiteralFence("'''");

} // namespace

TomlHighlighter::TomlHighlighter(QTextDocument *document)
    : QSyntaxHighlighter(document)
{
    setColours();
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        setColours();
        rehighlight();
    });
}

void TomlHighlighter::setColours()
{
    const Theme &theme = Theme::instance();
    m_comment.setForeground(theme.muted());
    m_comment.setFontItalic(true);
    m_header.setForeground(theme.tone(Tone::Accent));
    m_header.setFontWeight(QFont::Bold);
    m_key = QTextCharFormat();
    m_string.setForeground(theme.tone(Tone::Good));
    m_number.setForeground(theme.tone(Tone::Warning));
    m_word.setForeground(theme.tone(Tone::Warning));
    m_word.setFontWeight(QFont::DemiBold);
    m_variable.setForeground(theme.tone(Tone::Accent));
    m_variable.setFontWeight(QFont::DemiBold);
}

void TomlHighlighter::mark(qsizetype from, qsizetype to, const QTextCharFormat &format)
{
    if (to > from)
        setFormat(static_cast<int>(from), static_cast<int>(to - from), format);
}

void TomlHighlighter::highlightBlock(const QString &text)
{
    qsizetype at = 0;
    setCurrentBlockState(Plain);
    if (previousBlockState() == BasicText || previousBlockState() == LiteralText) {
        at = highlightMultiline(text, 0, static_cast<State>(previousBlockState()));
        if (at < 0)
            return;
        return highlightValue(text, at);
    }
    while (at < text.size() && text[at].isSpace())
        ++at;
    if (at >= text.size())
        return;
    if (text[at] == QLatin1Char('[')) {
        static const QRegularExpression header(
            QStringLiteral("^\\s*\\[\\[?[^\\]#]*\\]\\]?\\s*(#|$)"));
        if (header.match(text).hasMatch()) {
            const auto comment = text.indexOf(QLatin1Char('#'));
            mark(at, comment < 0 ? text.size() : comment, m_header);
            mark(comment < 0 ? text.size() : comment, text.size(), m_comment);
            return;
        }
    }
    static const QRegularExpression key(
        QStringLiteral("^\\s*(?:[A-Za-z0-9_.\\-]+|\"[^\"]*\"|'[^']*'|\\s*\\.\\s*)+\\s*="));
    if (const auto match = key.match(text); match.hasMatch()) {
        mark(at, match.capturedEnd() - 1, m_key);
        at = match.capturedEnd();
    }
    highlightValue(text, at);
}

/// Strings, numbers and words from here to the end of the line or a comment; also inside arrays and inline tables.
void TomlHighlighter::highlightValue(const QString &text, qsizetype at)
{
    static const QRegularExpression number(
        QStringLiteral("\\G[+-]?(?:0[xob][0-9A-Fa-f_]+|\\d{4}-\\d\\d-\\d\\d[0-9T:.Z+\\- "
                       "]*|\\d[\\d_]*(?:\\.[\\d_]+)?(?:[eE][+-]?\\d+)?|inf|nan)"));
    static const QRegularExpression word(QStringLiteral("\\G(?:true|false)\\b"));
    static const QRegularExpression bare(QStringLiteral("\\G[A-Za-z_][A-Za-z0-9_\\-]*"));
    while (at >= 0 && at < text.size()) {
        const QChar c = text[at];
        if (c == QLatin1Char('#'))
            return mark(at, text.size(), m_comment);
        if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
            at = highlightString(text, at);
            continue;
        }
        if (const auto match = word.match(text, at); match.hasMatch()) {
            mark(at, match.capturedEnd(), m_word);
            at = match.capturedEnd();
        } else if (const auto digits = number.match(text, at);
                   digits.hasMatch() && digits.capturedLength() > 0) {
            mark(at, digits.capturedEnd(), m_number);
            at = digits.capturedEnd();
        } else if (const auto name = bare.match(text, at); name.hasMatch()) {
            at = name.capturedEnd();
        } else {
            ++at;
        }
    }
}

/// Behind the string, or -1 when it goes on in the next line.
qsizetype TomlHighlighter::highlightString(const QString &text, qsizetype from)
{
    const QChar quote = text[from];
    const bool basic = quote == QLatin1Char('"');
    if (QStringView(text).mid(from).startsWith(basic ? kBasicFence : kLiteralFence)) {
        mark(from, from + 3, m_string);
        return highlightMultiline(text, from + 3, basic ? BasicText : LiteralText);
    }
    qsizetype at = from + 1;
    while (at < text.size() && text[at] != quote)
        at += basic && text[at] == QLatin1Char('\\') ? 2 : 1;
    const qsizetype end = std::min(at + 1, text.size());
    mark(from, end, m_string);
    if (basic)
        markVariables(text, from, end);
    return end;
}

qsizetype TomlHighlighter::highlightMultiline(const QString &text, qsizetype from, State kind)
{
    const auto end = text.indexOf(kind == BasicText ? kBasicFence : kLiteralFence, from);
    if (end < 0) {
        mark(from, text.size(), m_string);
        setCurrentBlockState(kind);
        return -1;
    }
    mark(from, end + 3, m_string);
    return end + 3;
}

void TomlHighlighter::markVariables(const QString &text, qsizetype from, qsizetype to)
{
    static const QRegularExpression variable(
        QStringLiteral("\\$(?:\\{[A-Za-z_][A-Za-z0-9_]*\\}|[A-Za-z_][A-Za-z0-9_]*)"));
    for (auto found = variable.globalMatch(QStringView(text).mid(from, to - from));
         found.hasNext();) {
        const auto match = found.next();
        mark(from + match.capturedStart(), from + match.capturedEnd(), m_variable);
    }
}

} // namespace spillway::ui
