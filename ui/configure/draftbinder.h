// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <string>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace spillway::ui {

class NumberEdit;
class Session;

/// Ties widgets to keys of the config draft: what the user does is an undoable edit, what the draft says is shown, and a problem
/// with a key appears below its widget. Keys that are not in the file show what the proxy would use without them.
class DraftBinder final : public QObject
{
    Q_OBJECT

public:
    explicit DraftBinder(Session &session, QObject *parent = nullptr);

    /// What all keys begin with from now on ("chains.base."): the widgets then show and edit that part of the file.
    void setPrefix(const QString &prefix);

    /// `name`: what the undo entry calls it. `factor`: the file's unit is that many times smaller than the widget's.
    void bind(QSpinBox *box, const QString &key, int fallback, const QString &name, int factor = 1);
    void bind(QCheckBox *box, const QString &key, bool fallback, const QString &name);
    /// The combo box's item data is the text in the file.
    void bind(QComboBox *box, const QString &key, const QString &fallback, const QString &name);
    /// The same for a key that may be missing: the item with an empty text.
    void bindOptional(QComboBox *box, const QString &key, const QString &name);
    /// A text that may be missing: an empty field has no key.
    void bind(QLineEdit *edit, const QString &key, const QString &name);
    /// A figure that may be missing.
    void bind(NumberEdit *edit, const QString &key, const QString &name);
    /// One text of an array a line.
    void bind(QPlainTextEdit *edit,
              const QString &key,
              const QStringList &fallback,
              const QString &name);
    /// Anything else: `show` runs whenever the draft has changed.
    void onRefresh(QObject *context, const std::function<void()> &show);

    /// A hidden label that shows the problems of a key.
    [[nodiscard]] QLabel *problemLabel(const QString &key, QWidget *field);

    /// One undoable edit of the config; false when it failed (the user has been told).
    template <typename Value>
    bool set(const QString &key, const Value &value, const QString &name, bool merge = true);
    /// The same without a value: the key goes.
    bool remove(const QString &key, const QString &name);

private:
    [[nodiscard]] std::string path(const QString &key) const;
    void refresh();
    void showProblems();
    bool report(const QString &problem);

    Session &m_session;
    QString m_prefix;
    QList<std::pair<QObject *, std::function<void()>>> m_refreshers;
    QHash<QString, QLabel *> m_problems;
};

} // namespace spillway::ui
