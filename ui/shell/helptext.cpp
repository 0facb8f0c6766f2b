// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/helptext.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QRegularExpression>

/// A static library's resources are only there once somebody asks for them; this has to stand outside any namespace.
static void loadHelp()
{
    Q_INIT_RESOURCE(help);
}

namespace spillway::ui {
namespace {

constexpr const char *kTopics[] = {"start",
                                   "nodes",
                                   "prices",
                                   "quotas",
                                   "dashboard",
                                   "chains",
                                   "traffic",
                                   "keys",
                                   "tools",
                                   "tray",
                                   "file",
                                   "problems",
                                   "reference"};

QString read(const QString &language, const QString &id)
{
    loadHelp();
    QFile file(QStringLiteral(":/help/%1/%2.md").arg(language, id));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The language of the program's texts, which may differ from that of numbers and dates.
QString language()
{
    return QCoreApplication::translate(
        "spillway::ui::Help", "en", "two-letter code of the language of the help pages");
}

} // namespace

QString helpText(const QString &id)
{
    const QString own = read(language(), id);
    return own.isEmpty() ? read(QStringLiteral("en"), id) : own;
}

QList<HelpTopic> helpTopics()
{
    QList<HelpTopic> topics;
    for (const char *id : kTopics) {
        const QString text = helpText(QLatin1String(id));
        const qsizetype begin = text.indexOf(QLatin1String("# ")) + 2;
        if (begin >= 2)
            topics.append(
                {QLatin1String(id),
                 text.mid(begin, text.indexOf(QLatin1Char('\n'), begin) - begin).trimmed()});
    }
    return topics;
}

QString headingAnchor(const QString &heading)
{
    static const QRegularExpression punctuation(QStringLiteral("[^\\w -]"),
                                                QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(punctuation).replace(QLatin1Char(' '), QLatin1Char('-'));
}

QString helpTopicFor(const QString &page)
{
    if (page == QLatin1String("pricing"))
        return QStringLiteral("prices");
    if (page == QLatin1String("raw"))
        return QStringLiteral("file");
    if (page == QLatin1String("log"))
        return QStringLiteral("problems");
    if (page == QLatin1String("settings"))
        return QStringLiteral("tray");
    return page;
}

} // namespace spillway::ui
