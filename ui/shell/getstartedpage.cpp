// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/getstartedpage.h"

#include "configure/chainnames.h"
#include "configure/keykeeper.h"
#include "configure/nodeedits.h"
#include "configure/nodetester.h"
#include "monitor/connecttooldialog.h"
#include "session/background.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "shell/autostart.h"
#include "shell/firstrequest.h"
#include "shell/nodecard.h"
#include "shell/starter.h"
#include "spillway/configio.h"
#include "widgets/card.h"
#include "widgets/flowlayout.h"
#include "widgets/messageline.h"
#include "widgets/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

constexpr int kWidestLetters = 120;

QLabel *paragraph(const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    return label;
}

/// One a line; addresses that were pasted one behind the other without a line between them are told apart. One within another
/// (…/http://…, …=http://…) is a part of it.
QStringList addressesIn(const QString &text)
{
    static const QRegularExpression between(QStringLiteral("\\n|(?<=[^\\s/=])(?=https?://)"),
                                            QRegularExpression::CaseInsensitiveOption);
    return text.split(between, Qt::SkipEmptyParts);
}

} // namespace

GetStartedPage::GetStartedPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_tester(new NodeTester(session, this))
    , m_keeper(new KeyKeeper(session, this))
    , m_first(new FirstRequest(session, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    connect(&session.draft(), &ConfigDraft::changed, this, &GetStartedPage::syncCards);
    connect(&session.draft(), &ConfigDraft::checked, this, &GetStartedPage::showReady);
    connect(&session, &Session::stateChanged, this, &GetStartedPage::showReady);
    connect(m_tester, &NodeTester::finished, this, &GetStartedPage::placeByAnswer);
    connect(m_keeper,
            &KeyKeeper::finished,
            this,
            [this](const QString &node, KeyKeeper::Place place, const QString &problem) {
                if (NodeCard *card = m_cards.value(node)) {
                    card->refresh();
                    if (!problem.isEmpty())
                        card->say(problem, false);
                    else if (place == KeyKeeper::Place::Keyring)
                        card->say(tr("The key is in your keyring."), true);
                    else if (place == KeyKeeper::Place::File)
                        card->say(tr("The key is in the file .env beside the configuration."),
                                  true);
                    else
                        card->say(tr("The key stays in the configuration file."), false);
                }
                m_tester->test(node);
                keepNextKey();
            });
    const auto progress = [this](MessageLine::Kind kind) {
        return [this, kind](const QString &text) {
            m_progress->setMessage(kind, text.toHtmlEscaped());
            m_go->setEnabled(kind != MessageLine::Kind::Busy);
        };
    };
    connect(m_first, &FirstRequest::progressed, this, progress(MessageLine::Kind::Busy));
    connect(m_first, &FirstRequest::failed, this, progress(MessageLine::Kind::Error));
    connect(m_first, &FirstRequest::succeeded, this, progress(MessageLine::Kind::Good));
    connect(m_first, &FirstRequest::succeeded, this, [this] {
        m_waiting->setMessage(
            MessageLine::Kind::Busy,
            tr("Now put the address into your tool. Waiting for its first request…"));
    });
    connect(m_first, &FirstRequest::received, this, [this](const QString &text) {
        m_waiting->setMessage(MessageLine::Kind::Good, text.toHtmlEscaped());
    });
    build();
}

GetStartedPage::~GetStartedPage() = default;

void GetStartedPage::build()
{
    delete m_content;
    m_cards.clear();
    m_chains.clear();
    auto *scroll = new QScrollArea;
    m_content = scroll;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *inside = new QWidget;
    auto *row = new QHBoxLayout(inside);
    auto *column = new QVBoxLayout;
    auto *middle = new QWidget;
    middle->setLayout(column);
    middle->setMaximumWidth(fontMetrics().averageCharWidth() * kWidestLetters);
    row->addStretch(1);
    row->addWidget(middle, kWidestLetters);
    row->addStretch(1);

    auto *title = new QLabel(tr("Get started"));
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    column->addWidget(title);
    column->addWidget(paragraph(tr("Three steps from nothing to your first request. Spillway sends "
                                   "nothing anywhere except to the providers you add.")));
    m_broken = new MessageLine;
    auto *openFile = new QPushButton(tr("&Open the file"));
    m_broken->row()->addWidget(openFile);
    connect(openFile, &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("raw"), {});
    });
    column->addWidget(m_broken);
    column->addWidget(buildChains());
    column->addWidget(buildProviders());
    column->addWidget(buildReady());
    column->addStretch(1);
    scroll->setWidget(inside);
    layout()->addWidget(scroll);
    syncCards();
    showReady();
}

Card *GetStartedPage::buildProviders()
{
    auto *card = new Card;
    card->setTitle(tr("2  Your providers"));
    auto *label = paragraph(tr("&Paste one or more addresses, one a line. Provider, chain and key "
                               "are recognised; keys go to your keyring."));
    m_paste = new QPlainTextEdit;
    m_paste->setPlaceholderText(QStringLiteral(
        "https://mainnet.helius-rpc.com/?api-key=…\nhttps://eth-mainnet.g.alchemy.com/v2/…"));
    m_paste->setTabChangesFocus(true);
    m_paste->setFixedHeight(fontMetrics().lineSpacing() * 4);
    m_paste->setAccessibleName(tr("Addresses of your providers"));
    label->setBuddy(m_paste);
    m_add = new QPushButton(tr("&Add"));
    m_public = new QPushButton(tr("&Use free public endpoints"));
    m_public->setToolTip(tr("Adds endpoints that need no key, for the chains chosen above. They "
                            "are filled after your own providers."));
    m_pasteResult = new MessageLine;
    auto *buttons = new QWidget;
    auto *flow = new FlowLayout(buttons);
    flow->setSpacing(fontMetrics().averageCharWidth());
    flow->addWidget(m_add);
    flow->addWidget(m_public);
    m_cardColumn = new QVBoxLayout;
    m_cardColumn->setSpacing(fontMetrics().height() / 2);
    card->body()->addWidget(label);
    card->body()->addWidget(m_paste);
    card->body()->addWidget(buttons);
    card->body()->addWidget(m_pasteResult);
    card->body()->addLayout(m_cardColumn);
    connect(m_add, &QPushButton::clicked, this, &GetStartedPage::addLines);
    connect(m_paste, &QPlainTextEdit::textChanged, m_pasteResult, [this] {
        m_pasteResult->setMessage(MessageLine::Kind::Note, {}); // of the text before
    });
    connect(m_public, &QPushButton::clicked, this, &GetStartedPage::addPublic);
    connect(m_paste, &QPlainTextEdit::textChanged, this, &GetStartedPage::showReady);
    return card;
}

Card *GetStartedPage::buildReady()
{
    auto *card = new Card;
    card->setTitle(tr("3  Ready"));
    m_port = new MessageLine;
    m_address = new QLabel;
    m_address->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont strong = m_address->font();
    strong.setWeight(QFont::DemiBold);
    m_address->setFont(strong);
    auto *copy =
        new QPushButton(Theme::instance().icon(QStringLiteral("copy")), tr("&Copy address"));
    auto *tools =
        new QPushButton(Theme::instance().icon(QStringLiteral("plug")), tr("Connect a &tool…"));
    m_go = new QPushButton(Theme::instance().icon(QStringLiteral("start")), QString());
    m_go->setDefault(true);
    m_progress = new MessageLine;
    m_waiting = new MessageLine;
    auto *login = new QCheckBox(tr("Start when I &log in"));
    const Autostart autostart(Autostart::defaultFile(), QCoreApplication::applicationFilePath());
    login->setChecked(autostart.isOn());
    login->setEnabled(!session().options().demo);
    auto *keep = new QCheckBox(tr("Keep &running when the window is closed"));
    keep->setChecked(session().settings().flag(flags::kKeepRunning));
    auto *buttons = new QWidget;
    auto *flow = new FlowLayout(buttons);
    flow->setSpacing(fontMetrics().averageCharWidth());
    for (QWidget *button : {static_cast<QWidget *>(m_go),
                            static_cast<QWidget *>(copy),
                            static_cast<QWidget *>(tools)})
        flow->addWidget(button);
    card->body()->addWidget(m_port);
    card->body()->addWidget(m_address);
    card->body()->addWidget(login);
    card->body()->addWidget(keep);
    card->body()->addWidget(buttons);
    card->body()->addWidget(m_progress);
    card->body()->addWidget(m_waiting);

    connect(m_go, &QPushButton::clicked, m_first, &FirstRequest::run);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_address->text());
        Q_EMIT session().toast(tr("%1 is on the clipboard.").arg(m_address->text()), false);
    });
    connect(
        tools, &QPushButton::clicked, this, [this] { ConnectToolDialog(session(), this).exec(); });
    connect(login, &QCheckBox::toggled, this, [this, autostart](bool on) {
        const QString problem = autostart.set(on, session().settings().flag(flags::kStartHidden));
        if (!problem.isEmpty())
            Q_EMIT session().toast(tr("Starting at login could not be set: %1").arg(problem),
                                   false);
    });
    connect(keep, &QCheckBox::toggled, this, [this](bool on) {
        session().settings().setFlag(flags::kKeepRunning, on);
    });
    return card;
}

void GetStartedPage::addLines()
{
    const QStringList lines = addressesIn(m_paste->toPlainText());
    const QStringList chosen = chainsOfTheUser();
    // One chosen chain answers for an address that does not tell its own.
    const QString chain = chosen.size() == 1 ? chosen.front() : QString();
    QStringList left;
    QString problem;
    for (const QString &line : lines) {
        if (line.trimmed().isEmpty())
            continue;
        const starter::Added added = starter::addAddress(session().draft(), line, chain);
        // Where it then stands nobody chose for it: a tick, or the first chain of the file.
        if (!added.node.isEmpty()
            && chains::choiceFor(detectUrl(line.trimmed().toStdString())).name.isEmpty())
            m_placedByTick.append(added.node);
        if (added.node.isEmpty()) {
            left.append(line);
            problem = added.problem;
        } else {
            m_keysToKeep.append(added.node);
            m_addedHere.append(added.node);
        }
    }
    m_paste->setPlainText(left.join(QLatin1Char('\n')));
    m_pasteResult->setMessage(MessageLine::Kind::Warning, problem.toHtmlEscaped());
    keepNextKey();
}

/// One after the other: each may have to ask where to put the key.
void GetStartedPage::keepNextKey()
{
    while (!m_keeper->isBusy() && !m_keysToKeep.isEmpty()) {
        const QString node = m_keysToKeep.takeFirst();
        const ConfigDocument &document = session().draft().document();
        const int index = nodes::indexOf(document, node);
        if (index < 0)
            continue;
        const std::string key = detectUrl(nodes::text(document, index, "url").toStdString()).key;
        if (key.empty() || key.front() == '$')
            m_tester->test(node);
        else
            m_keeper->keep(index);
    }
}

void GetStartedPage::addPublic()
{
    QHash<QString, QString> added;
    const QString problem = starter::addPublic(session().draft(), chosenChains(), &added);
    if (!problem.isEmpty()) {
        m_pasteResult->setMessage(MessageLine::Kind::Error, problem.toHtmlEscaped());
    } else {
        m_pasteResult->setMessage(
            MessageLine::Kind::Good,
            tr("%n public endpoint(s) added.", nullptr, static_cast<int>(added.size())));
        m_publicHere.insert(added);
    }
    m_tester->testAll();
}

/// The cards follow the draft: a node that goes (also by Undo) takes its card along.
void GetStartedPage::syncCards()
{
    const QStringList names = nodes::names(session().draft().document());
    for (auto card = m_cards.begin(); card != m_cards.end();) {
        if (names.contains(card.key())) {
            card.value()->refresh();
            ++card;
        } else {
            card.value()->deleteLater();
            card = m_cards.erase(card);
        }
    }
    for (const QString &name : names) {
        if (name.isEmpty() || m_cards.contains(name))
            continue;
        auto *card = new NodeCard(session(), *m_tester, name);
        m_cards.insert(name, card);
        m_cardColumn->addWidget(card);
    }
    tickByNodes();
    showReady();
}

void GetStartedPage::showReady()
{
    if (m_content == nullptr || m_go == nullptr)
        return;
    const QString unreadable = session().draft().unreadable();
    m_broken->setMessage(
        MessageLine::Kind::Error,
        unreadable.isEmpty()
            ? QString()
            : tr("There is a configuration already, and it must be mended first. %1")
                  .arg(unreadable.toHtmlEscaped()));
    m_broken->setVisible(!unreadable.isEmpty());
    showTicks();
    m_add->setEnabled(unreadable.isEmpty() && !m_paste->toPlainText().trimmed().isEmpty());
    m_public->setEnabled(unreadable.isEmpty() && !chosenChains().isEmpty());
    m_go->setEnabled(!m_cards.isEmpty() && !m_first->isRunning()
                     && session().draft().config() != nullptr);
    const QString address = session().endpoint();
    m_go->setText(session().state() == ProxyState::Running ? tr("&Send a test request")
                                                           : tr("&Start and send a test request"));
    m_address->setText(address.isEmpty() ? QStringLiteral("http://127.0.0.1:8599") : address);
    checkListener();
}

void GetStartedPage::checkListener()
{
    if (session().state() == ProxyState::Running) {
        ++m_portQuestion;
        m_port->setMessage(MessageLine::Kind::Good, tr("The proxy is running."));
        return;
    }
    const auto config = session().draft().config();
    if (!config || !isVisible())
        return;
    const quint64 question = ++m_portQuestion;
    const QString host = QString::fromStdString(config->server.host);
    const std::uint16_t port = config->server.port;
    inBackground(
        this,
        [host, port] { return checkPort(host, port); },
        [this, question, port](const PortCheck &check) {
            if (question != m_portQuestion)
                return;
            if (check.result == PortCheck::Result::Free)
                m_port->setMessage(MessageLine::Kind::Good, tr("Port %1 is free.").arg(port));
            else
                m_port->setMessage(
                    MessageLine::Kind::Error,
                    check.owner.isEmpty()
                        ? tr("Port %1 cannot be used: another program has it, or it needs more "
                             "rights.")
                              .arg(port)
                        : tr("Port %1 is used by %2.").arg(port).arg(check.owner.toHtmlEscaped()));
        });
}

void GetStartedPage::activate()
{
    showReady();
}

void GetStartedPage::retranslate()
{
    build();
}

} // namespace spillway::ui
