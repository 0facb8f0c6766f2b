// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/draftbinder.h"

#include "configure/nodeedits.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "session/session.h"
#include "widgets/numberedit.h"
#include "widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include <string>
#include <vector>

namespace spillway::ui {
namespace {

QStringList linesOf(const QPlainTextEdit *edit)
{
    QStringList lines;
    for (const QString &line : edit->toPlainText().split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    }
    return lines;
}

} // namespace

DraftBinder::DraftBinder(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&session.draft(), &ConfigDraft::changed, this, &DraftBinder::refresh);
    connect(&session.draft(), &ConfigDraft::checked, this, &DraftBinder::showProblems);
}

void DraftBinder::setPrefix(const QString &prefix)
{
    m_prefix = prefix;
    refresh();
    showProblems();
}

std::string DraftBinder::path(const QString &key) const
{
    return (m_prefix + key).toStdString();
}

template <typename Value>
bool DraftBinder::set(const QString &key, const Value &value, const QString &name, bool merge)
{
    return report(m_session.draft().edit(
        tr("changing %1").arg(name),
        merge ? QStringLiteral("settings:") + m_prefix + key : QString(),
        [&](ConfigDocument &document) { return document.set(path(key), TomlValue(value)); }));
}

bool DraftBinder::remove(const QString &key, const QString &name)
{
    return report(m_session.draft().edit(
        tr("changing %1").arg(name),
        QStringLiteral("settings:") + m_prefix + key,
        [&](ConfigDocument &document) { return document.remove(path(key)); }));
}

template bool DraftBinder::set(const QString &, const std::int64_t &, const QString &, bool);
template bool DraftBinder::set(const QString &, const bool &, const QString &, bool);
template bool DraftBinder::set(const QString &, const std::string &, const QString &, bool);
template bool
DraftBinder::set(const QString &, const std::vector<std::string> &, const QString &, bool);

bool DraftBinder::report(const QString &problem)
{
    if (problem.isEmpty())
        return true;
    Q_EMIT m_session.toast(
        tr("This cannot be changed while the config file has an error: %1").arg(problem), false);
    refresh();
    return false;
}

void DraftBinder::onRefresh(QObject *context, const std::function<void()> &show)
{
    m_refreshers.append({context, show});
    connect(context, &QObject::destroyed, this, [this](QObject *gone) {
        m_refreshers.removeIf([gone](const auto &entry) { return entry.first == gone; });
    });
    show();
}

void DraftBinder::bind(
    QSpinBox *box, const QString &key, int fallback, const QString &name, int factor)
{
    onRefresh(box, [this, box, key, fallback, factor] {
        const QSignalBlocker quiet(box);
        const auto value = m_session.draft().document().integer(path(key));
        box->setValue(static_cast<int>(value.value_or(std::int64_t{fallback} * factor) / factor));
    });
    connect(box, &QSpinBox::valueChanged, this, [this, key, name, factor](int value) {
        set(key, std::int64_t{value} * factor, name);
    });
}

void DraftBinder::bind(QCheckBox *box, const QString &key, bool fallback, const QString &name)
{
    onRefresh(box, [this, box, key, fallback] {
        const QSignalBlocker quiet(box);
        box->setChecked(m_session.draft().document().boolean(path(key)).value_or(fallback));
    });
    // Not clicked(): a screen reader toggles the box without a click.
    connect(
        box, &QCheckBox::toggled, this, [this, key, name](bool on) { set(key, on, name, false); });
}

void DraftBinder::bind(QComboBox *box,
                       const QString &key,
                       const QString &fallback,
                       const QString &name)
{
    onRefresh(box, [this, box, key, fallback] {
        const auto value = m_session.draft().document().string(path(key));
        const int index = box->findData(value ? QString::fromStdString(*value) : fallback);
        box->setCurrentIndex(index);
    });
    connect(box, &QComboBox::activated, this, [this, box, key, name](int index) {
        set(key, box->itemData(index).toString().toStdString(), name, false);
    });
}

void DraftBinder::bindOptional(QComboBox *box, const QString &key, const QString &name)
{
    onRefresh(box, [this, box, key] {
        const auto value = m_session.draft().document().string(path(key));
        box->setCurrentIndex(box->findData(value ? QString::fromStdString(*value) : QString()));
    });
    connect(box, &QComboBox::activated, this, [this, box, key, name](int index) {
        const std::string value = box->itemData(index).toString().toStdString();
        static_cast<void>(value.empty() ? remove(key, name) : set(key, value, name, false));
    });
}

void DraftBinder::bind(QLineEdit *edit, const QString &key, const QString &name)
{
    onRefresh(edit, [this, edit, key] {
        const QString now = QString::fromStdString(
            m_session.draft().document().string(path(key)).value_or(std::string()));
        if (edit->text() != now)
            edit->setText(now);
    });
    connect(edit, &QLineEdit::textEdited, this, [this, key, name](const QString &text) {
        static_cast<void>(text.isEmpty() ? remove(key, name) : set(key, text.toStdString(), name));
    });
}

void DraftBinder::bind(NumberEdit *edit, const QString &key, const QString &name)
{
    onRefresh(edit, [this, edit, key] {
        const ConfigDocument &document = m_session.draft().document();
        // Text that is no number is kept as it is: the check then says so below the field.
        if (const auto wrong = document.string(path(key))) {
            if (edit->text() != QString::fromStdString(*wrong))
                edit->setText(QString::fromStdString(*wrong));
        } else {
            edit->setValue(document.number(path(key)));
        }
    });
    connect(edit, &QLineEdit::textEdited, this, [this, edit, key, name](const QString &text) {
        if (text.trimmed().isEmpty())
            remove(key, name);
        else if (const auto value = edit->value())
            set(key, static_cast<std::int64_t>(*value), name);
        else
            set(key, text.toStdString(), name);
    });
}

void DraftBinder::bind(QPlainTextEdit *edit,
                       const QString &key,
                       const QStringList &fallback,
                       const QString &name)
{
    onRefresh(edit, [this, edit, key, fallback] {
        QStringList lines = fallback;
        if (m_session.draft().document().has(path(key))) {
            lines.clear();
            for (const std::string &line : m_session.draft().document().strings(path(key)))
                lines.append(nodes::readText(QString::fromStdString(line)));
        }
        // A line that is being typed differs from what was understood by blanks only: the cursor must not jump.
        if (linesOf(edit) == lines)
            return;
        const QSignalBlocker quiet(edit);
        edit->setPlainText(lines.join(QLatin1Char('\n')));
    });
    connect(edit, &QPlainTextEdit::textChanged, this, [this, edit, key, name] {
        set(key,
            nodes::writtenTexts(linesOf(edit), m_session.draft().document().strings(path(key))),
            name);
    });
}

QLabel *DraftBinder::problemLabel(const QString &key, QWidget *field)
{
    auto *label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->hide();
    m_problems.insert(key, label);
    connect(label, &QObject::destroyed, this, [this, key] { m_problems.remove(key); });
    label->setProperty("field", QVariant::fromValue(static_cast<QObject *>(field)));
    return label;
}

void DraftBinder::refresh()
{
    const auto refreshers = m_refreshers;
    for (const auto &[context, show] : refreshers)
        show();
}

void DraftBinder::showProblems()
{
    for (auto entry = m_problems.cbegin(); entry != m_problems.cend(); ++entry) {
        QStringList texts;
        bool isError = false;
        for (const ConfigIssue &issue : m_session.draft().issuesFor(m_prefix + entry.key())) {
            texts.append(problemText(issue));
            isError = isError || issue.severity == ConfigIssue::Severity::Error;
        }
        QLabel *label = entry.value();
        label->setText(texts.join(QLatin1Char('\n')));
        label->setVisible(!texts.isEmpty());
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText,
                         isError ? Theme::instance().bad() : Theme::instance().warning());
        label->setPalette(palette);
        if (auto *field = qobject_cast<QWidget *>(label->property("field").value<QObject *>()))
            field->setAccessibleDescription(label->text());
    }
}

} // namespace spillway::ui
