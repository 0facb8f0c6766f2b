// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/pricelists.h"

#include "configure/nodeedits.h"
#include "session/configdraft.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace spillway::ui::prices {
namespace {

constexpr QLatin1String kScheme("builtin:");

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(PriceLists)
};

QDir configFolder(const ConfigDraft &draft)
{
    return QFileInfo(draft.path()).absoluteDir();
}

QString readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A file name that neither the disk nor the draft has.
QString freeFile(const ConfigDraft &draft, const QString &base, QString *reference)
{
    const QDir folder = configFolder(draft);
    QString file;
    for (int n = 1;; ++n) {
        *reference = QStringLiteral("pricing/%1.toml")
                         .arg(n == 1 ? base : QStringLiteral("%1-%2").arg(base).arg(n));
        file = folder.absoluteFilePath(*reference);
        if (!QFileInfo::exists(file) && draft.text(file).isEmpty())
            return file;
    }
}

QString safeName(QString name)
{
    static const QRegularExpression other(QStringLiteral("[^A-Za-z0-9._-]+"));
    name = name.trimmed().replace(other, QStringLiteral("-"));
    while (name.startsWith(QLatin1Char('.')))
        name.remove(0, 1);
    return name.isEmpty() ? QStringLiteral("prices") : name.left(64);
}

QString providerTitle(const QString &base)
{
    if (base == QLatin1String("helius"))
        return QStringLiteral("Helius");
    // What is not a name of a firm is said in the user's language.
    const auto on = [](const char *provider, const QString &chains) {
        return Words::tr("%1, %2", "provider, its chains").arg(QLatin1String(provider), chains);
    };
    const QString evm = Words::tr("EVM chains");
    if (base == QLatin1String("alchemy"))
        return on("Alchemy", QStringLiteral("Solana"));
    if (base == QLatin1String("alchemy-evm"))
        return on("Alchemy", evm);
    if (base == QLatin1String("drpc-evm"))
        return on("dRPC", evm);
    if (base == QLatin1String("quicknode-evm"))
        return on("QuickNode", evm);
    if (base == QLatin1String("free"))
        return Words::tr("Free: every call costs nothing");
    if (base == QLatin1String("solana"))
        return Words::tr("Public Solana nodes");
    return base;
}

} // namespace

QStringList shippedNames()
{
    QStringList out;
    const auto files = QDir(QStringLiteral(":/spillway/pricing"))
                           .entryInfoList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name);
    for (const QFileInfo &file : files)
        out.append(file.completeBaseName());
    return out;
}

QString shippedReference(const QString &name)
{
    return kScheme + name;
}

bool isShipped(const QString &reference)
{
    return reference.startsWith(kScheme);
}

QString title(const QString &reference)
{
    return isShipped(reference) ? providerTitle(reference.mid(kScheme.size()))
                                : QFileInfo(reference).completeBaseName();
}

QStringList usedBy(const ConfigDocument &document, const QString &reference)
{
    QStringList out;
    for (int i = 0; i < nodes::count(document); ++i) {
        if (nodes::text(document, i, "provider_pricing_path") == reference)
            out.append(nodes::name(document, i));
    }
    return out;
}

QString fileOf(const ConfigDraft &draft, const QString &reference)
{
    if (isShipped(reference) || reference.isEmpty())
        return {};
    const QString path =
        reference.startsWith(QLatin1String("~/")) ? QDir::homePath() + reference.mid(1) : reference;
    const QString beside = QDir::cleanPath(configFolder(draft).absoluteFilePath(path));
    const QString here = QDir::cleanPath(QDir::current().absoluteFilePath(path));
    return !QFileInfo::exists(beside) && draft.text(beside).isEmpty() && QFileInfo::exists(here)
               ? here
               : beside;
}

QString shippedText(const QString &name)
{
    return shippedNames().contains(name)
               ? readFile(QStringLiteral(":/spillway/pricing/%1.toml").arg(name))
               : QString();
}

QString textOf(const ConfigDraft &draft, const QString &reference)
{
    return isShipped(reference) ? shippedText(reference.mid(kScheme.size()))
                                : draft.text(fileOf(draft, reference));
}

QString shippedLike(const QString &reference)
{
    const QString base = isShipped(reference) ? reference.mid(kScheme.size())
                                              : QFileInfo(reference).completeBaseName();
    QString best;
    for (const QString &name : shippedNames()) {
        if ((base == name || base.startsWith(name + QLatin1Char('-'))) && name.size() > best.size())
            best = name;
    }
    return best;
}

QList<ListInfo> all(ConfigDraft &draft)
{
    QStringList references;
    const auto add = [&references](const QString &reference) {
        if (!reference.isEmpty() && !references.contains(reference))
            references.append(reference);
    };
    const ConfigDocument &document = draft.document();
    for (int i = 0; i < nodes::count(document); ++i)
        add(nodes::text(document, i, "provider_pricing_path"));
    const QDir folder(configFolder(draft).absoluteFilePath(QStringLiteral("pricing")));
    const QString root = configFolder(draft).absolutePath() + QLatin1Char('/');
    for (const QFileInfo &file :
         folder.entryInfoList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name))
        add(file.absoluteFilePath().mid(root.size()));
    for (const auto &[path, text] : draft.changedTexts()) {
        const QString file = QString::fromStdString(path);
        if (file.startsWith(folder.absolutePath() + QLatin1Char('/')) && !text.empty())
            add(file.mid(root.size()));
    }
    for (const QString &name : shippedNames())
        add(shippedReference(name));
    QList<ListInfo> out;
    for (const QString &reference : references)
        out.append(
            {reference, title(reference), isShipped(reference), usedBy(document, reference)});
    return out;
}

int stopPercent(const QString &text)
{
    const auto percent = ConfigDocument(text.toStdString()).integer("limits.spillover_percent");
    return percent ? static_cast<int>(std::clamp<std::int64_t>(*percent, 1, 100))
                   : kDefaultStopPercent;
}

std::string costPath(const QString &table, const QString &method)
{
    static const QRegularExpression bare(QStringLiteral("^[A-Za-z0-9_-]+$"));
    if (bare.match(method).hasMatch())
        return (table + QLatin1Char('.') + method).toStdString();
    QString quoted = method;
    quoted.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
        .replace(QLatin1Char('"'), QLatin1String("\\\""));
    return (table + QLatin1String(".\"") + quoted + QLatin1Char('"')).toStdString();
}

QString copyToFile(ConfigDraft &draft, const QString &reference, QString *problem)
{
    problem->clear();
    QString copy;
    const QString base = safeName(isShipped(reference) ? reference.mid(kScheme.size())
                                                       : QFileInfo(reference).completeBaseName());
    const QString file = freeFile(draft, base, &copy);
    const QString label = Words::tr("Copy the price list %1").arg(title(reference));
    draft.undoStack().beginMacro(label);
    draft.setText(label, {}, textOf(draft, reference), file);
    *problem = draft.edit(label, {}, [&](ConfigDocument &document) {
        std::string wrong;
        for (int i = 0; i < nodes::count(document) && wrong.empty(); ++i) {
            const std::string key = nodes::path(document, i, "provider_pricing_path");
            if (document.string(key).value_or(std::string()) == reference.toStdString())
                wrong = document.set(key, copy.toStdString());
        }
        return wrong;
    });
    draft.undoStack().endMacro();
    return problem->isEmpty() ? copy : QString();
}

QString create(ConfigDraft &draft, const QString &name, QString *problem)
{
    problem->clear();
    QString reference;
    const QString file = freeFile(draft, safeName(name), &reference);
    draft.setText(Words::tr("Add the price list %1").arg(title(reference)),
                  {},
                  QStringLiteral("[limits]\nspillover_percent = 95\n\n[routing]\n"),
                  file);
    return reference;
}

} // namespace spillway::ui::prices
