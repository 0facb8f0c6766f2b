// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeadvanced.h"

#include "configure/formfield.h"
#include "configure/nodeedits.h"
#include "widgets/theme.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace spillway::ui {
namespace {

std::string quoted(const QString &text)
{
    QString out = text;
    out.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
        .replace(QLatin1Char('"'), QLatin1String("\\\""));
    return '"' + out.toStdString() + '"';
}

/// "Name: value" lines; a line without a colon is a name that is still being typed.
std::vector<std::pair<QString, QString>> headersIn(const QString &text)
{
    std::vector<std::pair<QString, QString>> out;
    for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const auto colon = line.indexOf(QLatin1Char(':'));
        const QString name = (colon < 0 ? line : line.left(colon)).trimmed();
        if (!name.isEmpty())
            out.emplace_back(name, colon < 0 ? QString() : line.mid(colon + 1).trimmed());
    }
    return out;
}

} // namespace

NodeAdvanced::NodeAdvanced(FormBinder &binder, SharedUndo &undo, QWidget *parent)
    : QWidget(parent)
    , m_binder(binder)
    , m_wsUrl(new QLineEdit(this))
    , m_useWs(new QPushButton(this))
    , m_wsField(new FormField(m_wsUrl, this))
    , m_auth(new QComboBox(this))
    , m_authField(new FormField(m_auth, this))
    , m_authName(new QLineEdit(this))
    , m_authValue(new QLineEdit(this))
    , m_showValue(new QToolButton(this))
    , m_headers(new QPlainTextEdit(this))
    , m_headersField(new FormField(m_headers, this))
    , m_allow(new QLineEdit(this))
    , m_allowField(new FormField(m_allow, this))
    , m_deny(new QLineEdit(this))
    , m_denyField(new FormField(m_deny, this))
    , m_cooldown(new NumberEdit(NumberEdit::Kind::Whole, this))
    , m_cooldownField(new FormField(m_cooldown, this))
    , m_caFile(new QLineEdit(this))
    , m_browse(new QPushButton(this))
    , m_caField(new FormField(m_caFile, this))
    , m_batch(new NumberEdit(NumberEdit::Kind::Whole, this))
    , m_batchField(new FormField(m_batch, this))
    , m_weight(new NumberEdit(NumberEdit::Kind::Whole, this))
    , m_weightField(new FormField(m_weight, this))
    , m_inFlight(new NumberEdit(NumberEdit::Kind::Whole, this))
    , m_inFlightField(new FormField(m_inFlight, this))
{
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);

    m_wsUrl->setLayoutDirection(Qt::LeftToRight);
    m_wsField->addBeside(m_useWs);
    add(m_wsField, m_wsUrl);
    binder.bindText(m_wsField, m_wsUrl, "ws_url", tr("WebSocket address"));
    connect(m_useWs, &QPushButton::clicked, this, [this] {
        m_binder.write("ws_url", TomlValue(m_suggested.toStdString()), tr("WebSocket address"));
    });

    for (const char *type : {"none", "url_key", "header", "bearer"})
        m_auth->addItem(QString(), QString::fromLatin1(type));
    m_auth->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_auth->setMinimumContentsLength(12);
    auto *secret = new QHBoxLayout;
    secret->addWidget(m_authName, 1);
    secret->addWidget(m_authValue, 2);
    secret->addWidget(m_showValue);
    m_authField->column()->insertLayout(1, secret);
    m_authValue->setEchoMode(QLineEdit::Password);
    m_showValue->setCheckable(true);
    m_showValue->setIcon(Theme::instance().icon(QStringLiteral("eye")));
    connect(m_showValue, &QToolButton::toggled, this, [this](bool on) {
        m_authValue->setEchoMode(on ? QLineEdit::Normal : QLineEdit::Password);
        m_showValue->setIcon(
            Theme::instance().icon(on ? QStringLiteral("eye-off") : QStringLiteral("eye")));
    });
    add(m_authField, m_auth);
    binder.bindCustom(m_authField, {"auth"}, [this] { loadAuth(); });
    connect(m_auth, &QComboBox::activated, this, &NodeAdvanced::writeAuth);
    connect(m_authName, &QLineEdit::textEdited, this, &NodeAdvanced::writeAuth);
    connect(m_authValue, &QLineEdit::textEdited, this, &NodeAdvanced::writeAuth);

    m_headers->setTabChangesFocus(true);
    m_headers->setUndoRedoEnabled(false);
    m_headers->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_headers->setFixedHeight(m_headers->fontMetrics().lineSpacing() * 3
                              + m_headers->frameWidth() * 2 + 8);
    add(m_headersField, m_headers);
    binder.bindCustom(m_headersField, {"headers"}, [this] { loadHeaders(); });
    connect(m_headers, &QPlainTextEdit::textChanged, this, &NodeAdvanced::writeHeaders);

    add(m_allowField, m_allow);
    add(m_denyField, m_deny);
    binder.bindList(m_allowField, m_allow, "methods.allow", tr("allowed methods"));
    binder.bindList(m_denyField, m_deny, "methods.deny", tr("denied methods"));

    add(m_cooldownField, m_cooldown);
    binder.bindNumber(
        m_cooldownField, m_cooldown, NumberEdit::Kind::Whole, "cooldown_ms", tr("cooldown"));
    m_caField->addBeside(m_browse);
    add(m_caField, m_caFile);
    binder.bindPlainText(m_caField, m_caFile, "ca_file", tr("certificate file"));
    connect(m_browse, &QPushButton::clicked, this, &NodeAdvanced::chooseCaFile);
    add(m_batchField, m_batch);
    binder.bindNumber(
        m_batchField, m_batch, NumberEdit::Kind::Whole, "max_batch_size", tr("batch size"));
    add(m_weightField, m_weight);
    binder.bindNumber(m_weightField, m_weight, NumberEdit::Kind::Whole, "weight", tr("weight"));
    add(m_inFlightField, m_inFlight);
    binder.bindNumber(
        m_inFlightField, m_inFlight, NumberEdit::Kind::Whole, "max_in_flight", tr("soft limit"));

    for (QWidget *widget : {static_cast<QWidget *>(m_wsUrl),
                            static_cast<QWidget *>(m_authName),
                            static_cast<QWidget *>(m_authValue),
                            static_cast<QWidget *>(m_headers),
                            static_cast<QWidget *>(m_allow),
                            static_cast<QWidget *>(m_deny),
                            static_cast<QWidget *>(m_cooldown),
                            static_cast<QWidget *>(m_caFile),
                            static_cast<QWidget *>(m_batch),
                            static_cast<QWidget *>(m_weight),
                            static_cast<QWidget *>(m_inFlight)})
        undo.watch(widget);
}

void NodeAdvanced::add(QWidget *field, QWidget *buddy)
{
    auto *label = new QLabel(this);
    label->setBuddy(buddy);
    m_labels.append({label, buddy});
    static_cast<QFormLayout *>(layout())->addRow(label, field);
}

void NodeAdvanced::retranslate()
{
    const QList<QString> texts{tr("&WebSocket"),
                               tr("A&uthentication"),
                               tr("Head&ers"),
                               tr("All&owed methods"),
                               tr("Denied methods"),
                               tr("Cooldown, ms"),
                               tr("Certificates"),
                               tr("Batch size"),
                               tr("Weight"),
                               tr("Soft limit")};
    for (qsizetype i = 0; i < m_labels.size(); ++i) {
        m_labels[i].first->setText(texts[i]);
        m_labels[i].second->setAccessibleName(QString(texts[i]).remove(QLatin1Char('&')));
    }
    m_auth->setItemText(0, tr("None"));
    m_auth->setItemText(1, tr("Key in the address"));
    m_auth->setItemText(2, tr("Header"));
    m_auth->setItemText(3, tr("Bearer token"));
    m_authName->setPlaceholderText(tr("Header name"));
    m_authName->setAccessibleName(tr("Header name"));
    m_authValue->setPlaceholderText(tr("Secret or $VARIABLE"));
    m_authValue->setAccessibleName(tr("Secret"));
    m_showValue->setToolTip(tr("Show the secret"));
    m_showValue->setAccessibleName(tr("Show the secret"));
    m_wsUrl->setPlaceholderText(QStringLiteral("wss://…"));
    m_wsField->setNote(tr("Without it no WebSocket is opened and heads are polled."));
    m_useWs->setText(tr("Fill in"));
    m_headers->setPlaceholderText(QStringLiteral("X-Name: value"));
    m_headersField->setNote(tr("Sent with each request, one a line."));
    m_allow->setPlaceholderText(tr("all"));
    m_deny->setPlaceholderText(tr("none"));
    m_allowField->setNote(tr("Names or beginnings such as debug_*, with commas."));
    m_cooldown->setPlaceholderText(QStringLiteral("15000"));
    m_cooldownField->setNote(tr("How long the node rests after a rate limit that names no time."));
    m_caFile->setPlaceholderText(tr("those of the system"));
    m_browse->setText(tr("Choose…"));
    m_batch->setPlaceholderText(tr("no limit"));
    m_batchField->setNote(tr("1: the node gets single calls only."));
    m_weight->setPlaceholderText(QStringLiteral("1"));
    m_weightField->setNote(tr("Share within its tier when the balance is weighted."));
    m_inFlight->setPlaceholderText(tr("none"));
    m_inFlightField->setNote(tr("With so many open requests it is the last choice."));
}

void NodeAdvanced::setSuggestedWsUrl(const QString &url)
{
    m_suggested = url;
    m_useWs->setVisible(!url.isEmpty() && m_wsUrl->text().isEmpty());
}

void NodeAdvanced::loadAuth()
{
    const QString type = m_binder.text("auth.type");
    m_auth->setCurrentIndex(std::max(0, m_auth->findData(type)));
    const bool header = type == QLatin1String("header");
    const QString name = m_binder.text("auth.name");
    const QString value = m_binder.text(header ? "auth.value" : "auth.token");
    if (m_authName->text() != name)
        m_authName->setText(name);
    if (m_authValue->text() != value)
        m_authValue->setText(value);
    showAuth();
}

void NodeAdvanced::showAuth()
{
    const QString type = m_auth->currentData().toString();
    const bool header = type == QLatin1String("header");
    const bool secret = header || type == QLatin1String("bearer");
    m_authName->setVisible(header);
    m_authValue->setVisible(secret);
    m_showValue->setVisible(secret);
}

void NodeAdvanced::writeAuth()
{
    if (m_binder.isLoading())
        return;
    const QString type = m_auth->currentData().toString();
    std::optional<TomlValue> value;
    if (type == QLatin1String("header"))
        value = TomlRaw{"{ type = \"header\", name = " + quoted(m_authName->text())
                        + ", value = " + quoted(m_authValue->text()) + " }"};
    else if (type == QLatin1String("bearer"))
        value = TomlRaw{"{ type = \"bearer\", token = " + quoted(m_authValue->text()) + " }"};
    else if (type == QLatin1String("url_key"))
        value = TomlRaw{"{ type = \"url_key\" }"};
    m_binder.edit(tr("Change the authentication of %1").arg(m_binder.nodeName()),
                  m_binder.mergeKey("auth"),
                  [&](ConfigDocument &document) {
                      const std::string path = nodes::path(document, m_binder.node(), "auth");
                      // A table of its own is replaced by one line, so that no key of the former kind stays behind.
                      if (std::string problem = document.raw(path).starts_with('{')
                                                    ? std::string()
                                                    : document.remove(path);
                          !problem.empty())
                          return problem;
                      return value ? document.set(path, *value) : document.remove(path);
                  });
    showAuth();
}

void NodeAdvanced::loadHeaders()
{
    const auto now = m_binder.table("headers");
    if (headersIn(m_headers->toPlainText()) == now)
        return;
    QStringList lines;
    for (const auto &[name, value] : now)
        lines.append(name + QStringLiteral(": ") + value);
    const QSignalBlocker blocker(m_headers);
    m_headers->setPlainText(lines.join(QLatin1Char('\n')));
}

void NodeAdvanced::writeHeaders()
{
    if (m_binder.isLoading())
        return;
    QStringList entries;
    for (const auto &[name, value] : headersIn(m_headers->toPlainText()))
        entries.append(QString::fromStdString(quoted(name) + " = " + quoted(value)));
    m_binder.edit(
        tr("Change the headers of %1").arg(m_binder.nodeName()),
        m_binder.mergeKey("headers"),
        [&](ConfigDocument &document) {
            const std::string path = nodes::path(document, m_binder.node(), "headers");
            if (std::string problem =
                    document.raw(path).starts_with('{') ? std::string() : document.remove(path);
                !problem.empty())
                return problem;
            return entries.isEmpty()
                       ? document.remove(path)
                       : document.set(
                           path,
                           TomlRaw{"{ " + entries.join(QStringLiteral(", ")).toStdString() + " }"});
        });
}

void NodeAdvanced::chooseCaFile()
{
    const QString file =
        QFileDialog::getOpenFileName(this,
                                     tr("Choose a file with certificates"),
                                     {},
                                     tr("Certificates (*.pem *.crt *.cer);;All files (*)"));
    if (!file.isEmpty())
        m_binder.write("ca_file", TomlValue(nodes::writtenText(file)), tr("certificate file"));
}

} // namespace spillway::ui
