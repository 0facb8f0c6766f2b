// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <string>

namespace spillway::ui {

/// What several nodes said to the same request, a row each. The first answer that is there is the one that the others are compared with.
class AnswersModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Source, Time, Comparison, Text, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    /// A row for the answer that is known already, of `node` (may be empty); without a time.
    void addKnown(const QString &node, const std::string &answer);
    /// A row that waits for its answer. Its number.
    int addWaiting(const QString &source);
    /// `answer` empty: there was none.
    void setAnswer(int row, int status, const std::string &answer, double tookMs);

    [[nodiscard]] bool isWaiting() const; ///< for any row

    [[nodiscard]] QString source(int row) const;
    /// All words again, in the present language.
    void retranslate();

    /// Pretty JSON; empty: none, or not yet.
    [[nodiscard]] QByteArray answer(int row) const { return m_rows[row].essence; }

    /// The answer that the others are compared with; -1: none is there yet.
    [[nodiscard]] int reference() const;
    /// Whether a row's answer is there and differs from the reference.
    [[nodiscard]] bool differs(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QString node;
        bool waiting = false;
        bool known = false;
        int status = 0;
        std::optional<double> tookMs;
        QByteArray essence;
    };

    [[nodiscard]] QString comparison(int row) const;
    [[nodiscard]] QString iconOf(int row) const;
    [[nodiscard]] QString textOf(int row, int column) const;

    QList<Row> m_rows;
};

} // namespace spillway::ui
