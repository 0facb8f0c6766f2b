// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/keykeeper.h"

#include "configure/nodeedits.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "spillway/keystore.h"
#include "spillway/providers.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

namespace spillway::ui {

KeyKeeper::KeyKeeper(Session &session, QWidget *window)
    : QObject(window)
    , m_session(session)
    , m_window(window)
{}

QString KeyKeeper::variableName(const QString &node, const QStringList &taken)
{
    static const QRegularExpression other(QStringLiteral("[^A-Z0-9]+"));
    QString base = node.normalized(QString::NormalizationForm_KD)
                       .toUpper()
                       .replace(other, QStringLiteral("_"));
    while (base.startsWith(QLatin1Char('_')))
        base.remove(0, 1);
    while (base.endsWith(QLatin1Char('_')))
        base.chop(1);
    if (base.isEmpty())
        base = QStringLiteral("NODE");
    else if (base.front().isDigit())
        base.prepend(QStringLiteral("NODE_"));
    base = base.left(64);
    QString name = base + QStringLiteral("_API_KEY");
    for (int n = 2; taken.contains(name); ++n)
        name = QStringLiteral("%1_%2_API_KEY").arg(base).arg(n);
    return name;
}

QString KeyKeeper::withVariable(const QString &url, const QString &key, const QString &variable)
{
    const auto at = url.indexOf(key);
    if (key.isEmpty() || at < 0)
        return url;
    const auto end = at + key.size();
    const QChar next = end < url.size() ? url.at(end) : QChar();
    const bool closed = next.isNull() || !(next.isLetterOrNumber() || next == QLatin1Char('_'));
    const QString reference =
        closed ? QLatin1Char('$') + variable : QStringLiteral("${%1}").arg(variable);
    return url.left(at) + reference + url.mid(end);
}

QString KeyKeeper::freeVariable(const QString &node, const std::string &key) const
{
    QStringList taken;
    const ConfigDraft &draft = m_session.draft();
    for (const std::string &name : variableNames(draft.document().text()))
        taken.append(QString::fromStdString(name));
    for (const auto &[name, value] : draft.secrets()) {
        if (value.reveal() == key)
            taken.removeAll(QString::fromStdString(name));
        else
            taken.append(QString::fromStdString(name));
    }
    QString name = variableName(node, taken);
    // A variable of the environment would win over the keyring.
    while (qEnvironmentVariableIsSet(name.toLocal8Bit().constData())) {
        taken.append(name);
        name = variableName(node, taken);
    }
    return name;
}

void KeyKeeper::keep(int index)
{
    const ConfigDocument &document = m_session.draft().document();
    const QString node = nodes::name(document, index);
    const DetectedUrl detected = detectUrl(nodes::text(document, index, "url").toStdString());
    if (m_busy || detected.key.empty() || detected.key.find('$') != std::string::npos)
        return;
    m_busy = true;
    const Secret key(detected.key);
    const QString variable = freeVariable(node, detected.key);
    const QPointer<KeyKeeper> self(this);
    m_session.keys().write(
        variable.toStdString(), key, [self, node, variable, key](const std::string &problem) {
            if (!self)
                return;
            if (problem.empty())
                self->refer(node, variable, key, Place::Keyring);
            else
                self->askInstead(node, variable, key, QString::fromStdString(problem));
        });
}

void KeyKeeper::askInstead(const QString &node,
                           const QString &variable,
                           const Secret &key,
                           const QString &problem)
{
    const QString file =
        QFileInfo(m_session.draft().path()).absoluteDir().absoluteFilePath(QStringLiteral(".env"));
    const bool givenUp = problem == QLatin1String(KeyStore::kCancelled)
                         || problem == QLatin1String(KeyStore::kDenied);
    auto *box =
        new QMessageBox(QMessageBox::Warning,
                        givenUp ? tr("Key not in the keyring") : tr("Keyring not available"),
                        givenUp ? tr("The keyring was not opened, so it does not have the key.")
                                : tr("Your keyring cannot keep the key."),
                        QMessageBox::NoButton,
                        m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QString choice =
        tr("The key can go into the file %1 instead. Only your user account can read that file, "
           "but it is not encrypted. Or it stays in the configuration as it is.")
            .arg(QDir::toNativeSeparators(file));
    box->setInformativeText(
        givenUp ? choice : tr("It says: %1").arg(problem) + QStringLiteral("\n\n") + choice);
    QPushButton *intoFile =
        box->addButton(tr("Store in the &file, not encrypted"), QMessageBox::AcceptRole);
    QPushButton *leave =
        box->addButton(tr("&Leave it in the configuration"), QMessageBox::RejectRole);
    box->setDefaultButton(leave);
    box->setEscapeButton(leave);
    connect(box, &QMessageBox::finished, this, [this, box, intoFile, node, variable, key] {
        if (box->clickedButton() == intoFile)
            writeFile(node, variable, key);
        else
            end(node, Place::Config, {});
    });
    box->open();
}

void KeyKeeper::writeFile(const QString &node, const QString &variable, const Secret &key)
{
    const QString file =
        QFileInfo(m_session.draft().path()).absoluteDir().absoluteFilePath(QStringLiteral(".env"));
    const std::string problem = writeEnvEntry(file.toStdString(), variable.toStdString(), key);
    if (problem.empty())
        refer(node, variable, key, Place::File);
    else
        end(node, Place::Config, QString::fromStdString(problem));
}

void KeyKeeper::refer(const QString &node, const QString &variable, const Secret &key, Place place)
{
    ConfigDraft &draft = m_session.draft();
    if (place == Place::Keyring)
        draft.addSecret(variable.toStdString(), key);
    const int index = nodes::indexOf(draft.document(), node);
    const QString text = QString::fromStdString(key.reveal());
    if (index < 0 || !nodes::text(draft.document(), index, "url").contains(text))
        return end(node,
                   place,
                   tr("The node was changed meanwhile. The key is kept as %1.").arg(variable));
    const QString problem = draft.edit(
        tr("Take the key out of the address of %1").arg(node),
        {},
        [&](ConfigDocument &document) {
            for (const char *name : {"url", "ws_url"}) {
                const std::string path = nodes::path(document, index, name);
                const QString old = nodes::text(document, index, name);
                if (!old.contains(text))
                    continue;
                if (std::string wrong =
                        document.set(path, withVariable(old, text, variable).toStdString());
                    !wrong.empty())
                    return wrong;
            }
            return std::string();
        },
        {},
        ConfigDraft::Origin::Program);
    end(node, place, problem);
}

void KeyKeeper::end(const QString &node, Place place, const QString &problem)
{
    m_busy = false;
    Q_EMIT finished(node, place, problem);
}

} // namespace spillway::ui
