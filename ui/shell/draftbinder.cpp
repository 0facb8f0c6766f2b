// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/draftbinder.h"

#include "session/configdraft.h"
#include "session/session.h"
#include "widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
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

template <typename Value>
bool DraftBinder::set(const QString &key, const Value &value, const QString &name, bool merge)
{
    const std::string path = key.toStdString();
    return report(m_session.draft().edit(
        tr("changing %1").arg(name),
        merge ? QStringLiteral("settings:") + key : QString(),
        [&](ConfigDocument &document) { return document.set(path, TomlValue(value)); }));
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
        const auto value = m_session.draft().document().integer(key.toStdString());
        box->setValue(static_cast<int>(value.value_or(std::int64_t{fallback} * factor) / factor));
    });
    connect(box, &QSpinBox::valueChanged, this, [this, key, name, factor](int value) {
        set(key, std::int64_t{value} * factor, name);
    });
}

void DraftBinder::bind(QCheckBox *box, const QString &key, bool fallback, const QString &name)
{
    onRefresh(box, [this, box, key, fallback] {
        box->setChecked(m_session.draft().document().boolean(key.toStdString()).value_or(fallback));
    });
    connect(
        box, &QCheckBox::clicked, this, [this, key, name](bool on) { set(key, on, name, false); });
}

void DraftBinder::bind(QComboBox *box,
                       const QString &key,
                       const QString &fallback,
                       const QString &name)
{
    onRefresh(box, [this, box, key, fallback] {
        const auto value = m_session.draft().document().string(key.toStdString());
        const int index = box->findData(value ? QString::fromStdString(*value) : fallback);
        box->setCurrentIndex(index);
    });
    connect(box, &QComboBox::activated, this, [this, box, key, name](int index) {
        set(key, box->itemData(index).toString().toStdString(), name, false);
    });
}

void DraftBinder::bind(QPlainTextEdit *edit,
                       const QString &key,
                       const QStringList &fallback,
                       const QString &name)
{
    onRefresh(edit, [this, edit, key, fallback] {
        QStringList lines = fallback;
        if (m_session.draft().document().has(key.toStdString())) {
            lines.clear();
            for (const std::string &line : m_session.draft().document().strings(key.toStdString()))
                lines.append(QString::fromStdString(line));
        }
        // A line that is being typed differs from what was understood by blanks only: the cursor must not jump.
        if (linesOf(edit) == lines)
            return;
        const QSignalBlocker quiet(edit);
        edit->setPlainText(lines.join(QLatin1Char('\n')));
    });
    connect(edit, &QPlainTextEdit::textChanged, this, [this, edit, key, name] {
        std::vector<std::string> values;
        for (const QString &line : linesOf(edit))
            values.push_back(line.toStdString());
        set(key, values, name);
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
        for (const ConfigIssue &issue : m_session.draft().issuesFor(entry.key())) {
            texts.append(QString::fromStdString(issue.message));
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
