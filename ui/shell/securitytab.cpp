// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/draftbinder.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "shell/settingstabs.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRandomGenerator>
#include <QStandardItemModel>
#include <QtMath>

#include <algorithm>
#include <array>

namespace spillway::ui {
namespace {

constexpr const char *kTokens = "server.auth.tokens";

/// 192 bits from the system's generator, as text that needs no quoting anywhere.
QString randomToken()
{
    std::array<quint32, 6> words{};
    QRandomGenerator::system()->fillRange(words.data(), static_cast<qsizetype>(words.size()));
    const QByteArray bytes(reinterpret_cast<const char *>(words.data()),
                           static_cast<qsizetype>(sizeof words));
    return QString::fromLatin1(
        bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

/// Room for whole lines only: half of one looks like a fault.
int heightOfLines(const QFrame &field, qreal margin)
{
    constexpr int kLines = 7;
    return field.fontMetrics().lineSpacing() * kLines + 2 * field.frameWidth() + qCeil(2 * margin);
}

QPlainTextEdit *linesEdit()
{
    auto *edit = new QPlainTextEdit;
    edit->setTabChangesFocus(true);
    edit->setMaximumHeight(heightOfLines(*edit, edit->document()->documentMargin()));
    return edit;
}

} // namespace

SecurityTab::SecurityTab(Session &session, DraftBinder &binder)
    : m_session(session)
    , m_binder(binder)
    , m_tokens(new QStandardItemModel(this))
    , m_list(new QListView)
    , m_add(new QPushButton(tr("&Add a token…")))
    , m_remove(new QPushButton(tr("&Remove")))
    , m_tokenNote(nullptr)
{
    addHeading(tr("Access tokens"));
    m_list->setModel(m_tokens);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setMaximumHeight(heightOfLines(*m_list, 0));
    auto *buttons = new QWidget;
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins({});
    row->addWidget(m_add);
    row->addWidget(m_remove);
    row->addStretch(1);
    addField(tr("&Tokens:"), m_list, buttons);
    m_tokenNote = addNote({});
    addWide(binder.problemLabel(QLatin1String(kTokens), m_list));
    connect(m_add, &QPushButton::clicked, this, &SecurityTab::addToken);
    connect(m_remove, &QPushButton::clicked, this, &SecurityTab::removeToken);
    binder.onRefresh(this, [this] { showTokens(); });
    connect(&session.draft(), &ConfigDraft::checked, this, &SecurityTab::showTokens);

    addHeading(tr("Web pages"));
    const auto lines = [&](const QString &label,
                           const QString &key,
                           const QStringList &fallback,
                           const QString &name,
                           const QString &explanation) {
        QPlainTextEdit *edit = linesEdit();
        binder.bind(edit, key, fallback, name);
        addField(label, edit, binder.problemLabel(key, edit));
        addNote(explanation);
    };
    lines(tr("Allowed &origins:"),
          QStringLiteral("cors.origins"),
          {},
          tr("allowed origins"),
          tr("Web pages that may use the proxy, one a line, such as http://localhost:3000. Others "
             "are turned away, because any page you "
             "open in a browser could otherwise spend your credits."));
    lines(tr("Further &host names:"),
          QStringLiteral("security.allowed_hosts"),
          {},
          tr("allowed host names"),
          tr("Names under which tools may call a proxy that listens on this computer only, besides "
             "127.0.0.1 and localhost."));

    addHeading(tr("Methods"));
    lines(tr("Blocked &namespaces:"),
          QStringLiteral("security.blocked_namespaces"),
          {QStringLiteral("admin"),
           QStringLiteral("debug"),
           QStringLiteral("miner"),
           QStringLiteral("personal"),
           QStringLiteral("trace"),
           QStringLiteral("txpool")},
          tr("blocked namespaces"),
          tr("Methods that begin with one of these words and an underscore are refused on EVM "
             "chains."));
}

void SecurityTab::showTokens()
{
    const ConfigDocument &document = m_session.draft().document();
    const auto config = m_session.draft().config();
    QStringList names;
    if (config) {
        for (const ClientToken &token : config->server.tokens)
            names.append(QString::fromStdString(token.name));
    }
    // Tokens with a table of their own (chains, methods, limits) are the text editor's.
    const bool simple =
        !document.has(kTokens)
        || document.strings(kTokens).size() == static_cast<std::size_t>(names.size());
    QStringList shown = names;
    if (simple) {
        shown.clear();
        for (const std::string &entry : document.strings(kTokens)) {
            const QString text = QString::fromStdString(entry);
            shown.append(text.startsWith(QLatin1Char('$')) ? text
                                                           : tr("a token written in the file"));
        }
    }
    QStringList present;
    for (int i = 0; i < m_tokens->rowCount(); ++i)
        present.append(m_tokens->item(i)->text());
    if (present != shown) {
        m_tokens->clear();
        for (const QString &name : std::as_const(shown))
            m_tokens->appendRow(new QStandardItem(name));
    }
    m_add->setEnabled(simple);
    m_remove->setEnabled(simple && !shown.isEmpty());
    m_tokenNote->setText(
        !simple ? tr("These tokens have settings of their own; edit them in the config file.")
        : shown.isEmpty()
            ? tr("None: every program on this computer may use the proxy. With a token, tools send "
                 "“Authorization: Bearer …” or put it first into the path of the address.")
            : tr("Tools need one of these: as “Authorization: Bearer …”, or first in the path of "
                 "the address."));
}

void SecurityTab::addToken()
{
    QStringList taken;
    for (const std::string &name : variableNames(m_session.draft().document().text()))
        taken.append(QString::fromStdString(name));
    QString variable = QStringLiteral("SPILLWAY_TOKEN");
    for (int n = 2;
         taken.contains(variable) || qEnvironmentVariableIsSet(variable.toLatin1().constData());
         ++n)
        variable = QStringLiteral("SPILLWAY_TOKEN_%1").arg(n);
    const QString token = randomToken();
    const QPointer<SecurityTab> self(this);
    m_session.keys().write(
        variable.toStdString(),
        Secret(token.toStdString()),
        [self, variable, token](const std::string &problem) {
            if (!self)
                return;
            if (!problem.empty()) {
                const QString file = QFileInfo(self->m_session.draft().path())
                                         .absoluteDir()
                                         .absoluteFilePath(QStringLiteral(".env"));
                QMessageBox box(QMessageBox::Warning,
                                tr("Keyring not available"),
                                tr("Your keyring cannot keep the token."),
                                QMessageBox::Cancel,
                                self);
                box.setInformativeText(
                    tr("It says: %1\n\nThe token can go into the file %2 instead, which only your "
                       "user account can read, "
                       "but which is not encrypted.")
                        .arg(QString::fromStdString(problem), QDir::toNativeSeparators(file)));
                QPushButton *intoFile =
                    box.addButton(tr("Store in the &file, not encrypted"), QMessageBox::AcceptRole);
                box.setDefaultButton(QMessageBox::Cancel);
                box.exec();
                if (!self || box.clickedButton() != intoFile)
                    return;
                const std::string failed = writeEnvEntry(
                    file.toStdString(), variable.toStdString(), Secret(token.toStdString()));
                if (!failed.empty()) {
                    Q_EMIT self->m_session.toast(QString::fromStdString(failed), false);
                    return;
                }
            }
            self->writeToken(variable, token);
        });
}

void SecurityTab::writeToken(const QString &variable, const QString &token)
{
    m_session.draft().addSecret(variable.toStdString(), Secret(token.toStdString()));
    std::vector<std::string> tokens = m_session.draft().document().strings(kTokens);
    tokens.push_back("$" + variable.toStdString());
    if (!m_binder.set(QLatin1String(kTokens), tokens, tr("access tokens"), false))
        return;
    QGuiApplication::clipboard()->setText(token);
    QMessageBox box(QMessageBox::Information,
                    tr("New access token"),
                    tr("The new token is on the clipboard. Paste it into your tool now: it is not "
                       "shown again."),
                    QMessageBox::Close,
                    this);
    box.setInformativeText(tr("It counts once you apply your changes."));
    box.exec();
}

void SecurityTab::removeToken()
{
    const int row =
        m_list->currentIndex().isValid() ? m_list->currentIndex().row() : m_tokens->rowCount() - 1;
    std::vector<std::string> tokens = m_session.draft().document().strings(kTokens);
    if (row < 0 || static_cast<std::size_t>(row) >= tokens.size())
        return;
    tokens.erase(tokens.begin() + row);
    if (m_binder.set(QLatin1String(kTokens), tokens, tr("access tokens"), false))
        Q_EMIT m_session.toast(tr("The token was removed."), true);
}

} // namespace spillway::ui
