// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace spillway::ui {

class Session;

/// Ties widgets to keys of the config draft: what the user does is an undoable edit, what the draft says is shown, and a problem
/// with a key appears below its widget. Keys that are not in the file show what the proxy would use without them.
class DraftBinder final : public QObject
{
    Q_OBJECT

public:
    explicit DraftBinder(Session &session, QObject *parent = nullptr);

    /// `name`: what the undo entry calls it. `factor`: the file's unit is that many times smaller than the widget's.
    void bind(QSpinBox *box, const QString &key, int fallback, const QString &name, int factor = 1);
    void bind(QCheckBox *box, const QString &key, bool fallback, const QString &name);
    /// The combo box's item data is the text in the file.
    void bind(QComboBox *box, const QString &key, const QString &fallback, const QString &name);
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

private:
    void refresh();
    void showProblems();
    bool report(const QString &problem);

    Session &m_session;
    QList<std::pair<QObject *, std::function<void()>>> m_refreshers;
    QHash<QString, QLabel *> m_problems;
};

} // namespace spillway::ui
