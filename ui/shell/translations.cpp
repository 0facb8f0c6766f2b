// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/translations.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>

namespace spillway::ui {
namespace {

const QString &folder()
{
    static const QString path = QStringLiteral(":/i18n");
    return path;
}

} // namespace

Translations::Translations(QObject *parent)
    : QObject(parent)
{}

QList<QPair<QString, QString>> Translations::languages()
{
    QList<QPair<QString, QString>> list{{QStringLiteral("en"), QStringLiteral("English")}};
    const QStringList files = QDir(folder()).entryList({QStringLiteral("spillway_*.qm")});
    for (const QString &file : files) {
        const QString code = file.mid(9, file.size() - 12);
        if (code == QLatin1String("en"))
            continue;
        QString name = QLocale(code).nativeLanguageName();
        if (!name.isEmpty())
            name[0] = name[0].toUpper();
        list.append({code, name});
    }
    return list;
}

void Translations::use(const QString &language)
{
    const QLocale locale =
        language == QLatin1String("system") ? QLocale::system() : QLocale(language);
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
    QLocale::setDefault(locale);
    // Texts of Qt's own dialogs first: what is installed last is asked first.
    if (m_qt.load(locale,
                  QStringLiteral("qtbase"),
                  QStringLiteral("_"),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    if (m_own.load(locale, QStringLiteral("spillway"), QStringLiteral("_"), folder()))
        QCoreApplication::installTranslator(&m_own);
}

} // namespace spillway::ui
