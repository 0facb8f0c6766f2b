// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/formbinder.h"

#include "configure/formfield.h"
#include "configure/nodeedits.h"
#include "configure/pricelists.h"
#include "session/configdraft.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSpinBox>

#include <algorithm>

namespace spillway::ui {
namespace {

/// From here on digits are easier to read in groups.
constexpr double kGroupedFrom = 100000;

QStringList splitList(const QString &text)
{
    QStringList out;
    for (const QString &part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!part.trimmed().isEmpty())
            out.append(part.trimmed());
    }
    return out;
}

} // namespace

FormBinder::FormBinder(ConfigDraft &draft, QObject *parent)
    : QObject(parent)
    , m_draft(draft)
{
    connect(&draft, &ConfigDraft::changed, this, &FormBinder::refresh);
    connect(&draft, &ConfigDraft::checked, this, &FormBinder::showIssues);
}

void FormBinder::setNode(int index)
{
    if (index != m_node)
        ++m_burst;
    m_node = index;
    for (Binding &binding : m_bindings)
        binding.typedSinceFocus = false;
    refresh();
}

QString FormBinder::nodeName() const
{
    return m_node < 0 ? QString() : nodes::name(m_draft.document(), m_node);
}

QString FormBinder::mergeKey(const std::string &key) const
{
    return QStringLiteral("nodes[%1].%2#%3")
        .arg(m_node)
        .arg(QString::fromStdString(key))
        .arg(m_burst);
}

QString FormBinder::text(const std::string &key) const
{
    return m_node < 0 ? QString() : nodes::text(m_draft.document(), m_node, key);
}

std::optional<double> FormBinder::number(const std::string &key) const
{
    return m_node < 0 ? std::nullopt : nodes::number(m_draft.document(), m_node, key);
}

std::vector<std::pair<QString, QString>> FormBinder::table(const std::string &key) const
{
    std::vector<std::pair<QString, QString>> out;
    if (m_node < 0)
        return out;
    const ConfigDocument &document = m_draft.document();
    const std::string path = nodes::path(document, m_node, key);
    for (const std::string &name : document.keys(path)) {
        const QString shown = QString::fromStdString(name);
        const std::string entry = prices::costPath(QString::fromStdString(path), shown);
        out.emplace_back(shown,
                         QString::fromStdString(document.string(entry).value_or(std::string())));
    }
    return out;
}

void FormBinder::write(const std::string &key,
                       const std::optional<TomlValue> &value,
                       const QString &what)
{
    edit(tr("Change the %1 of %2").arg(what, nodeName()),
         mergeKey(key),
         [&](ConfigDocument &document) {
             const std::string path = nodes::path(document, m_node, key);
             return value ? document.set(path, *value) : document.remove(path);
         });
}

void FormBinder::edit(const QString &label,
                      const QString &mergeKey,
                      const std::function<std::string(ConfigDocument &)> &change)
{
    if (m_node < 0 || m_loading)
        return;
    if (const QString problem = m_draft.edit(label, mergeKey, change); !problem.isEmpty())
        Q_EMIT failed(problem);
}

void FormBinder::bindText(FormField *field,
                          QLineEdit *edit,
                          const std::string &key,
                          const QString &what)
{
    bindCustom(field, {key}, [this, edit, key] {
        if (const QString now = text(key); edit->text() != now)
            edit->setText(now);
    });
    connect(edit, &QLineEdit::textEdited, this, [this, field, key, what](const QString &text) {
        noteTyping(field);
        write(key,
              text.isEmpty() ? std::nullopt : std::optional<TomlValue>(text.toStdString()),
              what);
    });
}

void FormBinder::bindPlainText(FormField *field,
                               QLineEdit *edit,
                               const std::string &key,
                               const QString &what)
{
    bindCustom(field, {key}, [this, edit, key] {
        if (const QString now = nodes::readText(text(key)); edit->text() != now)
            edit->setText(now);
    });
    connect(edit, &QLineEdit::textEdited, this, [this, field, key, what](const QString &text) {
        noteTyping(field);
        write(key,
              text.isEmpty() ? std::nullopt : std::optional<TomlValue>(nodes::writtenText(text)),
              what);
    });
}

void FormBinder::bindNumber(FormField *field,
                            NumberEdit *edit,
                            NumberEdit::Kind kind,
                            const std::string &key,
                            const QString &what)
{
    bindCustom(field, {key}, [this, edit, key] {
        const std::optional<double> value = number(key);
        const QString wrong = value ? QString() : text(key);
        if (wrong.isEmpty())
            edit->setValue(value && *value == 0 ? std::nullopt : value);
        else if (edit->text() != wrong)
            edit->setText(wrong);
    });
    connect(
        edit, &QLineEdit::textEdited, this, [this, field, key, what, kind](const QString &text) {
            noteTyping(field);
            static_cast<void>(isGrouped(key, 0));
            // Text that is no number is kept as it is: the check then says so at this field, and nothing is applied by mistake.
            if (text.trimmed().isEmpty())
                write(key, std::nullopt, what);
            else if (const auto value = NumberEdit::parse(text, kind))
                write(key, nodes::figure(*value, isGrouped(key, *value)), what);
            else
                write(key, TomlValue(text.toStdString()), what);
        });
}

/// Whether the digits are to stand in groups: as they did before the typing began, or because there are many of them.
bool FormBinder::isGrouped(const std::string &key, double value)
{
    const QString burst = mergeKey(key);
    if (m_styleOf != burst) {
        m_styleOf = burst;
        const std::string raw =
            m_draft.document().raw(nodes::path(m_draft.document(), m_node, key));
        m_grouped = raw.find('_') != std::string::npos;
        m_wasThere = !raw.empty();
    }
    return m_wasThere ? m_grouped : value >= kGroupedFrom;
}

void FormBinder::bindSpin(
    FormField *field, QSpinBox *spin, const std::string &key, int fallback, const QString &what)
{
    bindCustom(field, {key}, [this, spin, key, fallback] {
        const int value = static_cast<int>(number(key).value_or(fallback));
        if (spin->value() != value)
            spin->setValue(value);
    });
    connect(spin, &QSpinBox::valueChanged, this, [this, field, key, what](int value) {
        if (m_loading)
            return;
        noteTyping(field);
        write(key, TomlValue(std::int64_t{value}), what);
    });
}

void FormBinder::bindCheck(
    FormField *field, QCheckBox *box, const std::string &key, bool fallback, const QString &what)
{
    bindCustom(field, {key}, [this, box, key, fallback] {
        box->setChecked(m_draft.document()
                            .boolean(nodes::path(m_draft.document(), m_node, key))
                            .value_or(fallback));
    });
    connect(box, &QCheckBox::toggled, this, [this, key, what](bool on) {
        if (!m_loading)
            write(key, TomlValue(on), what);
    });
}

void FormBinder::bindList(FormField *field,
                          QLineEdit *edit,
                          const std::string &key,
                          const QString &what)
{
    bindCustom(field, {key}, [this, edit, key] {
        QStringList now;
        if (m_node >= 0) {
            for (const std::string &entry :
                 m_draft.document().strings(nodes::path(m_draft.document(), m_node, key)))
                now.append(nodes::readText(QString::fromStdString(entry)));
        }
        if (splitList(edit->text()) != now)
            edit->setText(now.join(QStringLiteral(", ")));
    });
    connect(edit, &QLineEdit::textEdited, this, [this, field, key, what](const QString &text) {
        noteTyping(field);
        const ConfigDocument &document = m_draft.document();
        const std::vector<std::string> list = nodes::writtenTexts(
            splitList(text), document.strings(nodes::path(document, m_node, key)));
        write(key, list.empty() ? std::nullopt : std::optional<TomlValue>(list), what);
    });
}

void FormBinder::bindCustom(FormField *field,
                            const std::vector<std::string> &keys,
                            std::function<void()> load)
{
    m_bindings.push_back({field, keys, std::move(load)});
    field->editor()->installEventFilter(this);
}

void FormBinder::refresh()
{
    if (m_node >= nodes::count(m_draft.document()))
        m_node = -1;
    {
        const QScopedValueRollback guard(m_loading, true);
        for (const Binding &binding : m_bindings) {
            if (m_node >= 0)
                binding.load();
        }
    }
    Q_EMIT refreshed();
    showIssues();
}

void FormBinder::showIssues()
{
    std::vector<ConfigIssue> issues;
    if (m_node >= 0)
        issues = m_draft.issuesFor(QStringLiteral("nodes[%1]").arg(m_node));
    for (Binding &binding : m_bindings) {
        const ConfigIssue *worst = nullptr;
        for (const ConfigIssue &issue : issues) {
            const std::string key = nodes::fieldOf(QString::fromStdString(issue.key)).toStdString();
            const bool mine =
                std::any_of(binding.keys.begin(), binding.keys.end(), [&](const std::string &own) {
                    return key == own || key.starts_with(own + ".") || key.starts_with(own + "[");
                });
            if (mine && (!worst || issue.severity > worst->severity))
                worst = &issue;
        }
        const bool quiet =
            binding.typedSinceFocus && !binding.shownAtFocus && binding.field->editor()->hasFocus();
        binding.field->setIssue(quiet ? nullptr : worst);
    }
}

FormBinder::Binding *FormBinder::bindingOf(const QObject *editor)
{
    const auto found =
        std::find_if(m_bindings.begin(), m_bindings.end(), [editor](const Binding &binding) {
            return binding.field->editor() == editor;
        });
    return found == m_bindings.end() ? nullptr : &*found;
}

void FormBinder::noteTyping(const FormField *field)
{
    if (Binding *binding = bindingOf(field->editor()))
        binding->typedSinceFocus = true;
}

bool FormBinder::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn) {
        if (Binding *binding = bindingOf(watched)) {
            ++m_burst;
            binding->typedSinceFocus = false;
            binding->shownAtFocus = !binding->field->issueText().isEmpty();
        }
    } else if (event->type() == QEvent::FocusOut) {
        if (Binding *binding = bindingOf(watched); binding && binding->typedSinceFocus) {
            binding->typedSinceFocus = false;
            QMetaObject::invokeMethod(this, &FormBinder::showIssues, Qt::QueuedConnection);
        }
    }
    return QObject::eventFilter(watched, event);
}

SharedUndo::SharedUndo(ConfigDraft &draft, QObject *parent)
    : QObject(parent)
    , m_draft(draft)
{}

void SharedUndo::watch(QWidget *editor)
{
    editor->installEventFilter(this);
}

bool SharedUndo::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool undo = key->matches(QKeySequence::Undo);
        const bool redo = key->matches(QKeySequence::Redo);
        if (undo || redo) {
            if (event->type() == QEvent::ShortcutOverride)
                event->accept();
            else if (undo)
                m_draft.undoStack().undo();
            else
                m_draft.undoStack().redo();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace spillway::ui
