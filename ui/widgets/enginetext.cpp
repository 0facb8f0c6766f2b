// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/enginetext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <vector>

namespace spillway::ui::format {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::EngineText)
};

/// As the engine writes them; %1 and %2 stand for what differs. A later one never matches what an earlier one does.
constexpr const char *kPatterns[] = {
    // Edits of a text.
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the text has to be mended first: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "this file is written in a way that can only be edited as text"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "the change was not made, because the file would not be valid any more: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "the change was not made, because it would touch other settings too: edit "
                      "this one as text"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "this cannot be removed from here: edit the file as text"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the path of a list of sections is missing"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "there is no section that could hold the list %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "there is no such element to be copied"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "only an element with keys can be copied"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "the name of the element is a section: edit it as text"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "there is no such element: the list has %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "there is no such element to be changed"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the path of a key is missing"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the whole document cannot be removed"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "an element of a list has no name to be changed"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "there is already a key %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "there is no %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "this value cannot be written as TOML"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "this value cannot be written"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "this is not one TOML value"),
    // Saves.
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the links lead in a circle"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "this is not a file"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the file cannot be reached: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the file cannot be written: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the folder %1 cannot be made: %2"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "a file beside it cannot be written: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "another program is saving this file just now"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "another program is saving this file all the time"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the file cannot be locked: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "the file belongs to another user and would become yours: save it as that "
                      "user, or as a copy"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the rights of the file cannot be kept: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the file cannot be replaced: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the disk reports an error after saving: %1"),
    // A start, and a configuration that is not taken.
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "the outcome rules cannot be read"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "port %1 is in use by another program; stop it or choose another [server] "
                      "port"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "cannot listen on %1: %2"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "cannot find a port that is free on both loopback addresses"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "server.worker_threads and server.io take effect after a restart"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "server.state_dir takes effect after a restart"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "is not a regular file; move it away"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "cannot be opened: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "cannot be created: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "cannot be written: %1"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "cannot get its space on the disk: %1"),
    // Of the system.
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "Permission denied"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "No such file or directory"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "No space left on device"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "Read-only file system"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "Not a directory"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "Is a directory"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "File exists"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "Input/output error"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "Too many open files"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText",
                      "The address is protected"), // of Qt: a port below 1024
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "The address is not available"),
    QT_TRANSLATE_NOOP("spillway::ui::EngineText", "The bound address is already in use"),
};

struct Pattern
{
    const char *source;
    QRegularExpression expression;
};

const std::vector<Pattern> &patterns()
{
    static const std::vector<Pattern> kAll = [] {
        std::vector<Pattern> all;
        for (const char *source : kPatterns) {
            QString text = QRegularExpression::escape(QString::fromLatin1(source));
            text.replace(QLatin1String("\\%1"), QLatin1String("(.+?)"));
            text.replace(QLatin1String("\\%2"), QLatin1String("(.+?)"));
            all.push_back({source,
                           QRegularExpression(QRegularExpression::anchoredPattern(text),
                                              QRegularExpression::DotMatchesEverythingOption)});
        }
        return all;
    }();
    return kAll;
}

} // namespace

QString engineText(const QString &english)
{
    for (const Pattern &pattern : patterns()) {
        const QRegularExpressionMatch match = pattern.expression.match(english);
        if (!match.hasMatch())
            continue;
        const QString text = Words::tr(pattern.source);
        // What stands behind the place of a thing is often the system's reason.
        const int places = match.lastCapturedIndex();
        return places == 0 ? text
               : places == 1
                   ? text.arg(engineText(match.captured(1)))
                   : text.arg(engineText(match.captured(1)), engineText(match.captured(2)));
    }
    // "/path/of/a/file: what is wrong with it"
    static const QRegularExpression kPlace(QStringLiteral("^(/[^:]*(?::\\d+)?): (.+)$"),
                                           QRegularExpression::DotMatchesEverythingOption);
    if (const auto match = kPlace.match(english); match.hasMatch())
        return match.captured(1) + QLatin1String(": ") + engineText(match.captured(2));
    return english;
}

QString engineText(const std::string &english)
{
    return engineText(QString::fromStdString(english));
}

QStringList engineTexts(const QStringList &english)
{
    QStringList texts;
    for (const QString &text : english)
        texts.append(engineText(text));
    return texts;
}

} // namespace spillway::ui::format
