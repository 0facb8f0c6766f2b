// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/configedit.h"
#include "widgets/numberedit.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QCheckBox;
class QLineEdit;
class QSpinBox;

namespace spillway::ui {

class ConfigDraft;
class FormField;

/// Ties the fields of a form to the keys of one node in the draft. Each change of a field is an undoable step (typing in a field is
/// one), each change of the draft, also by undo or the text editor, is shown in the fields. What is wrong with a value is said under
/// its field: not while it is being typed for the first time, but from then on after any change.
class FormBinder final : public QObject
{
    Q_OBJECT

public:
    explicit FormBinder(ConfigDraft &draft, QObject *parent = nullptr);

    /// -1: no node.
    void setNode(int index);

    [[nodiscard]] int node() const { return m_node; }

    [[nodiscard]] QString nodeName() const;

    /// `key` as in the config reference ("rps_limit"); `what` names the field in "Undo: change the … of Helius".
    void bindText(FormField *field, QLineEdit *edit, const std::string &key, const QString &what);
    /// The same for a text in which a dollar sign is no variable.
    void
    bindPlainText(FormField *field, QLineEdit *edit, const std::string &key, const QString &what);
    void bindNumber(FormField *field,
                    NumberEdit *edit,
                    NumberEdit::Kind kind,
                    const std::string &key,
                    const QString &what);
    void bindSpin(FormField *field,
                  QSpinBox *spin,
                  const std::string &key,
                  int fallback,
                  const QString &what);
    void bindCheck(FormField *field,
                   QCheckBox *box,
                   const std::string &key,
                   bool fallback,
                   const QString &what);
    /// A list of plain texts, shown with commas.
    void bindList(FormField *field, QLineEdit *edit, const std::string &key, const QString &what);
    /// A field that shows and writes by itself: `load` is run when the draft has changed, issues of all `keys` are shown at it.
    void
    bindCustom(FormField *field, const std::vector<std::string> &keys, std::function<void()> load);

    /// One step: writes a value, or removes the key (nothing).
    void write(const std::string &key, const std::optional<TomlValue> &value, const QString &what);
    /// Any change of the document as one step of the same kind.
    void edit(const QString &label,
              const QString &mergeKey,
              const std::function<std::string(ConfigDocument &)> &change);

    [[nodiscard]] QString text(const std::string &key) const;
    [[nodiscard]] std::optional<double> number(const std::string &key) const;
    /// Texts of a table, in file order.
    [[nodiscard]] std::vector<std::pair<QString, QString>> table(const std::string &key) const;

    /// True while fields are being filled: their signals are not the user's then.
    [[nodiscard]] bool isLoading() const { return m_loading; }

    /// Shows the draft again in all fields.
    void refresh();
    void showIssues();

    /// Distinguishes bursts of typing: part of the merge keys.
    [[nodiscard]] QString mergeKey(const std::string &key) const;

Q_SIGNALS:
    void refreshed(); ///< after the fields were filled
    void failed(const QString &problem);

private:
    struct Binding
    {
        FormField *field = nullptr;
        std::vector<std::string> keys;
        std::function<void()> load;
        bool typedSinceFocus = false;
        bool shownAtFocus = false;
    };

    bool eventFilter(QObject *watched, QEvent *event) override;
    Binding *bindingOf(const QObject *editor);
    void noteTyping(const FormField *field);
    [[nodiscard]] bool isGrouped(const std::string &key, double value);

    ConfigDraft &m_draft;
    std::vector<Binding> m_bindings;
    int m_node = -1;
    QString m_styleOf; ///< merge key whose style the next two are
    bool m_grouped = false;
    bool m_wasThere = false;
    int m_burst = 0;
    bool m_loading = false;
};

/// Makes Ctrl+Z in a field undo the last step of the draft instead of letters of the field.
class SharedUndo final : public QObject
{
    Q_OBJECT

public:
    explicit SharedUndo(ConfigDraft &draft, QObject *parent = nullptr);
    void watch(QWidget *editor);

private:
    bool eventFilter(QObject *watched, QEvent *event) override;

    ConfigDraft &m_draft;
};

} // namespace spillway::ui
