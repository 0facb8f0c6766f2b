// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QList>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace spillway::ui {

class ConfigDraft;
class StatsStore;

/// The nodes: one row for each [[nodes]] of the draft, in its order, with the live figures of the node that runs under that name.
/// The first columns can be edited and belong to the draft; the others change once a tick, all in one dataChanged().
class NodesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Enabled,
        Name,
        Chain,
        Tier,
        State,
        Rate,
        Latency,
        Quota,
        InFlight,
        LastError,
        Test,
        ColumnCount
    };

    static constexpr int kFirstLive = State;

    enum Role {
        SortRole = Qt::UserRole, ///< plain value to sort by
        SparkRole,               ///< QList<double>: requests a second, oldest first
        ShareRole,               ///< double 0..1: filled part of a bar; absent: no bar
        MarkRole,                ///< double 0..1: tick on the bar
        IconNameRole,            ///< name for Theme::icon
        ToneRole,                ///< Tone as int
    };

    /// What a connection test said of a node.
    struct TestOutcome
    {
        QString text;    ///< short, for the cell
        QString details; ///< sentence
        bool good = false;
        bool running = false;
    };

    explicit NodesModel(ConfigDraft &draft,
                        const StatsStore *stats = nullptr,
                        QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }

    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;
    bool dropMimeData(const QMimeData *data,
                      Qt::DropAction action,
                      int row,
                      int column,
                      const QModelIndex &parent) override;

    /// The figures of this moment; null: the proxy does not run. `inForce`: names of the running configuration.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot, const QStringList &inForce);
    /// Credits while the proxy does not run; the nodes by their names in force.
    void setBooks(std::vector<NodeSnapshot> books);
    /// Result of a connection test, kept by the node's name in the draft until what was tested is changed.
    void setTest(const QString &node, const TestOutcome &outcome);

    [[nodiscard]] bool hasTests() const { return !m_tests.isEmpty(); }

    [[nodiscard]] bool hasSeveralChains() const;

    /// Live figures of a row; null without.
    [[nodiscard]] const NodeSnapshot *live(int row) const;
    [[nodiscard]] QString name(int row) const;
    [[nodiscard]] int rowOf(const QString &name) const;
    /// Why the node is in its state and until when, in a sentence or two.
    [[nodiscard]] QString stateDetails(int row) const;
    /// Whether the draft has an error in this node.
    [[nodiscard]] bool hasError(int row) const;

    void retranslate();

Q_SIGNALS:
    void editFailed(const QString &problem);
    /// A row was dropped and is now there.
    void rowMoved(int row);

private:
    /// What a row shows of the draft.
    struct Row
    {
        QString name;
        QString chain;
        QString chainTitle;
        int tier = 0;
        bool enabled = true;
        QString error; ///< first thing that is wrong with it
        QString nameInForce;
        QList<double> rates;

        [[nodiscard]] bool sameDraft(const Row &other) const
        {
            return name == other.name && chain == other.chain && tier == other.tier
                   && enabled == other.enabled && error == other.error
                   && chainTitle == other.chainTitle;
        }
    };

    [[nodiscard]] std::vector<Row> readDraft() const;
    void followDraft();
    void readRates();
    void findLive();
    void dropOldTests();
    /// What a connection test is about: where the node is asked, how, and which chain is expected.
    [[nodiscard]] QString subjectOf(const QString &node) const;
    /// Live, or of the books; null: nothing is known.
    [[nodiscard]] const NodeSnapshot *usage(int row) const;
    /// Requests a second over the last few seconds.
    [[nodiscard]] static std::optional<double> rateOf(const Row &row);

    [[nodiscard]] QVariant display(const Row &row, int rowNumber, int column) const;
    [[nodiscard]] QVariant sortValue(const Row &row, int rowNumber, int column) const;
    [[nodiscard]] QString stateWord(const Row &row, const NodeSnapshot *node) const;
    [[nodiscard]] QString stateIcon(const Row &row, const NodeSnapshot *node) const;
    [[nodiscard]] int stateTone(const Row &row, const NodeSnapshot *node) const;
    [[nodiscard]] QString quotaText(const NodeSnapshot *node) const;
    [[nodiscard]] static QVariant rateDetails(const NodeSnapshot *node);
    [[nodiscard]] QVariant toolTip(const Row &row, int rowNumber, int column) const;

    ConfigDraft &m_draft;
    const StatsStore *m_stats;
    std::vector<Row> m_rows;
    std::shared_ptr<const Snapshot> m_snapshot;
    QStringList m_inForce;
    QHash<QString, TestOutcome> m_tests;
    QHash<QString, QString> m_subjects; ///< of m_tests
    std::vector<NodeSnapshot> m_books;
};

} // namespace spillway::ui
