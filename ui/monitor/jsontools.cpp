// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/jsontools.h"

namespace spillway::ui {

namespace {

constexpr int kMostLevels = 64; ///< deeper structures stay on one line

bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// Index behind the string that begins at `at`; -1 when it does not end.
qsizetype behindString(const QByteArray &text, qsizetype at)
{
    for (qsizetype i = at + 1; i < text.size(); ++i) {
        if (text.at(i) == '\\')
            ++i;
        else if (text.at(i) == '"')
            return i + 1;
    }
    return -1;
}

qsizetype skipBlanks(const QByteArray &text, qsizetype at)
{
    while (at < text.size() && isBlank(text.at(at)))
        ++at;
    return at;
}

/// Index behind the value that begins at `at`; -1 when it does not end.
qsizetype behindValue(const QByteArray &text, qsizetype at)
{
    int level = 0;
    for (qsizetype i = at; i < text.size(); ++i) {
        const char c = text.at(i);
        if (c == '"') {
            i = behindString(text, i);
            if (i < 0)
                return -1;
            if (level == 0)
                return i;
            --i;
        } else if (c == '{' || c == '[') {
            ++level;
        } else if (c == '}' || c == ']') {
            if (level == 0)
                return i;
            if (--level == 0)
                return i + 1;
        } else if (c == ',' && level == 0) {
            return i;
        }
    }
    return level == 0 ? text.size() : -1;
}

} // namespace

QByteArray prettyJson(const QByteArray &text)
{
    QByteArray out;
    out.reserve(text.size() * 3 / 2);
    int level = 0;
    const auto newLine = [&out, &level] {
        out.append('\n').append(QByteArray(std::min(level, kMostLevels) * 2, ' '));
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text.at(i);
        if (c == '"') {
            const qsizetype end = behindString(text, i);
            if (end < 0)
                return text;
            out.append(text.mid(i, end - i));
            i = end - 1;
        } else if (c == '{' || c == '[') {
            out.append(c);
            const qsizetype next = skipBlanks(text, i + 1);
            if (next < text.size() && (text.at(next) == '}' || text.at(next) == ']')) {
                out.append(text.at(next));
                i = next;
                continue;
            }
            ++level;
            newLine();
        } else if (c == '}' || c == ']') {
            if (--level < 0)
                return text;
            newLine();
            out.append(c);
        } else if (c == ',') {
            out.append(c);
            newLine();
        } else if (c == ':') {
            out.append(": ");
        } else if (!isBlank(c)) {
            out.append(c);
        }
    }
    return level == 0 ? out : text;
}

QByteArray memberText(const QByteArray &object, const QByteArray &key)
{
    qsizetype at = skipBlanks(object, 0);
    if (at >= object.size() || object.at(at) != '{')
        return {};
    ++at;
    while (at < object.size()) {
        at = skipBlanks(object, at);
        if (at >= object.size() || object.at(at) != '"')
            return {};
        const qsizetype nameEnd = behindString(object, at);
        if (nameEnd < 0)
            return {};
        const QByteArray name = object.mid(at + 1, nameEnd - at - 2);
        at = skipBlanks(object, nameEnd);
        if (at >= object.size() || object.at(at) != ':')
            return {};
        at = skipBlanks(object, at + 1);
        const qsizetype end = behindValue(object, at);
        if (end < 0)
            return {};
        if (name == key)
            return object.mid(at, end - at).trimmed();
        at = skipBlanks(object, end);
        if (at < object.size() && object.at(at) == ',')
            ++at;
        else
            return {};
    }
    return {};
}

} // namespace spillway::ui
