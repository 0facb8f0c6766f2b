// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/connecttooldialog.h"

#include "session/session.h"
#include "session/uisettings.h"
#include "widgets/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway::ui {

namespace {

constexpr auto kToolKey = "connect/tool";

} // namespace

ConnectToolDialog::ConnectToolDialog(Session &session, QWidget *parent)
    : Dialog(parent)
    , m_session(session)
    , m_chain(new QComboBox(this))
    , m_url(new QLabel(this))
    , m_tools(new QListView(this))
    , m_toolNames(new QStringListModel(this))
    , m_where(new QLabel(this))
    , m_code(new QPlainTextEdit(this))
    , m_note(new QLabel(this))
{
    setWindowTitle(tr("Connect a tool"));
    auto *layout = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    form->addRow(tr("Cha&in:"), m_chain);
    form->addRow(tr("Address:"), m_url);
    m_url->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_url->setAccessibleName(tr("Address"));
    layout->addLayout(form);

    auto *row = new QHBoxLayout;
    m_tools->setModel(m_toolNames);
    m_tools->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tools->setAccessibleName(tr("Tools"));
    m_tools->setMaximumWidth(fontMetrics().averageCharWidth() * 26);
    row->addWidget(m_tools);
    auto *right = new QVBoxLayout;
    m_where->setBuddy(m_code);
    m_code->setReadOnly(true);
    m_code->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_code->setAccessibleName(tr("Code for the tool"));
    // Code reads from left to right in every language.
    m_code->setLayoutDirection(Qt::LeftToRight);
    m_note->setWordWrap(true);
    right->addWidget(m_where);
    right->addWidget(m_code, 1);
    right->addWidget(m_note);
    row->addLayout(right, 1);
    layout->addLayout(row, 1);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copy = buttons->addButton(tr("&Copy code"), QDialogButtonBox::ActionRole);
    copy->setIcon(Theme::instance().icon(QStringLiteral("copy")));
    QPushButton *copyUrl = buttons->addButton(tr("Copy &address"), QDialogButtonBox::ActionRole);
    copyUrl->setIcon(Theme::instance().icon(QStringLiteral("copy")));
    layout->addWidget(buttons);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_code->toPlainText());
    });
    connect(copyUrl, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_url->text());
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_chain, &QComboBox::currentIndexChanged, this, &ConnectToolDialog::showChain);
    connect(m_tools->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            &ConnectToolDialog::showTool);
    connect(&session, &Session::stateChanged, this, &ConnectToolDialog::showChain);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().lineSpacing() * 24);
    fillChains();
}

void ConnectToolDialog::fillChains()
{
    if (const auto config = m_session.config()) {
        for (const ChainConfig &chain : config->chains)
            m_chain->addItem(QString::fromStdString(chain.name));
    }
    setChain(m_session.mainChain());
    showChain();
}

void ConnectToolDialog::setChain(const QString &chain)
{
    m_chain->setCurrentIndex(std::max(0, m_chain->findText(chain)));
}

void ConnectToolDialog::showChain()
{
    const auto config = m_session.config();
    const QString name = m_chain->currentText();
    const ChainConfig *chain = config ? config->chain(name.toStdString()) : nullptr;
    const QString url = m_session.endpoint(name);
    m_url->setText(url.isEmpty() ? tr("known once the proxy runs") : url);
    const QString tool = m_session.settings().value(QLatin1String(kToolKey)).toString();
    m_snippets =
        chain && !url.isEmpty()
            ? snippetsFor(chain->kind, chain->chainId, name, url, !config->server.tokens.empty())
            : QList<Snippet>();
    QStringList names;
    for (const Snippet &snippet : std::as_const(m_snippets))
        names.append(snippet.tool);
    m_toolNames->setStringList(names);
    m_tools->setCurrentIndex(
        m_toolNames->index(static_cast<int>(std::max<qsizetype>(0, names.indexOf(tool)))));
    showTool();
}

void ConnectToolDialog::showTool()
{
    const int row = m_tools->currentIndex().row();
    if (row < 0 || row >= m_snippets.size()) {
        m_where->clear();
        m_code->clear();
        m_note->clear();
        return;
    }
    const Snippet &snippet = m_snippets.at(row);
    m_where->setText(snippet.where + QLatin1Char(':'));
    m_code->setPlainText(snippet.code);
    m_note->setText(snippet.note);
    m_note->setVisible(!snippet.note.isEmpty());
    m_session.settings().setValue(QLatin1String(kToolKey), snippet.tool);
}

} // namespace spillway::ui
