// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodesmodel.h"

#include "configure/chainnames.h"
#include "configure/nodeedits.h"
#include "configure/pricelists.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "stats/statsstore.h"
#include "widgets/rowchange.h"

#include <QMimeData>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spillway::ui {
namespace {

constexpr int kSparkPoints = 60;
constexpr qsizetype kAverageOver = 5;

QString rowMime()
{
    return QStringLiteral("application/x-spillway-node-row");
}

} // namespace

NodesModel::NodesModel(ConfigDraft &draft, const StatsStore *stats, QObject *parent)
    : QAbstractTableModel(parent)
    , m_draft(draft)
    , m_stats(stats)
    , m_rows(readDraft())
{
    connect(&draft, &ConfigDraft::changed, this, &NodesModel::followDraft);
    connect(&draft, &ConfigDraft::checked, this, &NodesModel::followDraft);
}

int NodesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int NodesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::vector<NodesModel::Row> NodesModel::readDraft() const
{
    const ConfigDocument &document = m_draft.document();
    const auto chains = chains::inDocument(document);
    std::vector<Row> rows;
    for (int i = 0; i < nodes::count(document); ++i) {
        Row row;
        row.name = nodes::name(document, i);
        row.chain = nodes::chain(document, i);
        row.chainTitle = row.chain;
        for (const chains::Choice &choice : chains) {
            if (choice.name == row.chain)
                row.chainTitle = choice.title;
        }
        row.tier = nodes::tier(document, i);
        row.enabled = nodes::isEnabled(document, i);
        rows.push_back(std::move(row));
    }
    for (const ConfigIssue &issue : m_draft.issuesFor(QStringLiteral("nodes"))) {
        const QString key = QString::fromStdString(issue.key).mid(6);
        const auto at = static_cast<std::size_t>(key.left(key.indexOf(QLatin1Char(']'))).toUInt());
        if (issue.severity == ConfigIssue::Severity::Error && at < rows.size()
            && rows[at].error.isEmpty())
            rows[at].error = problemText(issue);
    }
    return rows;
}

void NodesModel::followDraft()
{
    // While the text does not parse the rows of the last good text stay: a half typed bracket must not empty the table.
    if (!m_draft.document().error().empty())
        return;
    std::vector<Row> rows = readDraft();
    for (Row &row : rows) {
        row.nameInForce = nodes::nameInForce(m_draft, m_inForce, row.name);
        for (const Row &old : m_rows) {
            if (old.nameInForce == row.nameInForce && !row.nameInForce.isEmpty())
                row.rates = old.rates;
        }
    }
    const RowChange change = rowChange(
        m_rows, rows, [](const auto &old, const auto &now) { return now.sameDraft(old); });
    const int first = change.first;
    if (change.inserted > 0) {
        beginInsertRows({}, first, first + change.inserted - 1);
        m_rows = std::move(rows);
        endInsertRows();
    } else if (change.removed > 0) {
        beginRemoveRows({}, first, first + change.removed - 1);
        m_rows = std::move(rows);
        endRemoveRows();
    } else {
        m_rows = std::move(rows);
    }
    dropOldTests();
    const int last = change.last;
    if (last >= first)
        Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
}

void NodesModel::setSnapshot(std::shared_ptr<const Snapshot> snapshot, const QStringList &inForce)
{
    m_snapshot = std::move(snapshot);
    if (m_inForce != inForce) {
        m_inForce = inForce;
        findLive();
    }
    readRates();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, kFirstLive), index(rowCount() - 1, LastError));
}

void NodesModel::findLive()
{
    for (Row &row : m_rows)
        row.nameInForce = nodes::nameInForce(m_draft, m_inForce, row.name);
}

void NodesModel::readRates()
{
    if (!m_stats)
        return;
    for (Row &row : m_rows) {
        row.rates.clear();
        if (!m_snapshot || !m_snapshot->node(row.nameInForce.toStdString()))
            continue;
        const auto buckets =
            m_stats->node(row.nameInForce, Window::FiveMinutes, m_snapshot->wallMs);
        // The last bucket is still being filled; it would look like a fall.
        const std::size_t end = buckets.empty() ? 0 : buckets.size() - 1;
        for (std::size_t i = end - std::min<std::size_t>(end, kSparkPoints); i < end; ++i)
            row.rates.append(buckets[i].requests);
    }
}

std::optional<double> NodesModel::rateOf(const Row &row)
{
    double sum = 0;
    qsizetype count = 0;
    for (auto i = row.rates.size() - 1; i >= 0 && count < kAverageOver; --i) {
        if (std::isnan(row.rates[i]))
            break;
        sum += row.rates[i];
        ++count;
    }
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

const NodeSnapshot *NodesModel::live(int row) const
{
    return m_snapshot && row >= 0 && row < rowCount()
               ? m_snapshot->node(m_rows[static_cast<std::size_t>(row)].nameInForce.toStdString())
               : nullptr;
}

QString NodesModel::name(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].name : QString();
}

bool NodesModel::hasSeveralChains() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [this](const Row &row) {
        return row.chain != m_rows.front().chain;
    });
}

int NodesModel::rowOf(const QString &name) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (this->name(row) == name)
            return row;
    }
    return -1;
}

QString NodesModel::subjectOf(const QString &node) const
{
    const ConfigDocument &document = m_draft.document();
    const int index = nodes::indexOf(document, node);
    if (index < 0)
        return {};
    QStringList parts;
    const auto add = [&](const std::string &path) {
        parts.append(QString::fromStdString(path));
        parts.append(QString::fromStdString(document.raw(path)));
    };
    for (const char *key : {"url", "proxy", "ca_file"})
        add(nodes::path(document, index, key));
    for (const char *table : {"auth", "headers"}) {
        const std::string path = nodes::path(document, index, table);
        for (const std::string &key : document.keys(path))
            add(prices::costPath(QString::fromStdString(path), QString::fromStdString(key)));
    }
    const std::string chain = chains::path(nodes::chain(document, index));
    add(chain + ".kind");
    add(chain + ".chain_id");
    return parts.join(QChar(0));
}

void NodesModel::dropOldTests()
{
    for (auto test = m_tests.begin(); test != m_tests.end();) {
        if (test->running || m_subjects.value(test.key()) == subjectOf(test.key())) {
            ++test;
            continue;
        }
        const int row = rowOf(test.key());
        m_subjects.remove(test.key());
        test = m_tests.erase(test);
        if (row >= 0)
            Q_EMIT dataChanged(index(row, Test), index(row, Test));
    }
}

void NodesModel::setBooks(std::vector<NodeSnapshot> books)
{
    m_books = std::move(books);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Quota), index(rowCount() - 1, Quota));
}

const NodeSnapshot *NodesModel::usage(int row) const
{
    if (const NodeSnapshot *node = live(row))
        return node;
    if (row < 0 || row >= rowCount())
        return nullptr;
    const std::string name = m_rows[static_cast<std::size_t>(row)].nameInForce.toStdString();
    const auto found = std::find_if(
        m_books.begin(), m_books.end(), [&name](const auto &node) { return node.name == name; });
    return found == m_books.end() ? nullptr : &*found;
}

void NodesModel::setTest(const QString &node, const TestOutcome &outcome)
{
    // The answer is about what was asked, which may have been changed meanwhile.
    const QString subject = subjectOf(node);
    if (outcome.running || !m_subjects.contains(node))
        m_subjects.insert(node, subject);
    if (m_subjects.value(node) != subject) {
        m_tests.remove(node);
        m_subjects.remove(node);
    } else {
        m_tests.insert(node, outcome);
    }
    if (const int row = rowOf(node); row >= 0)
        Q_EMIT dataChanged(index(row, Test), index(row, Test));
}

Qt::ItemFlags NodesModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled
                          | Qt::ItemIsDropEnabled | Qt::ItemNeverHasChildren;
    if (index.column() == Enabled)
        flags |= Qt::ItemIsUserCheckable;
    if (index.column() == Name || index.column() == Tier)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool NodesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid())
        return false;
    QString problem;
    if (index.column() == Enabled && role == Qt::CheckStateRole)
        problem = nodes::setEnabled(m_draft, {index.row()}, value.toInt() == Qt::Checked);
    else if (index.column() == Name && role == Qt::EditRole)
        problem = nodes::rename(m_draft, index.row(), value.toString().trimmed());
    else if (index.column() == Tier && role == Qt::EditRole)
        problem = nodes::setTier(m_draft, index.row(), value.toInt());
    else
        return false;
    if (!problem.isEmpty())
        Q_EMIT editFailed(problem);
    return problem.isEmpty();
}

QStringList NodesModel::mimeTypes() const
{
    return {rowMime()};
}

QMimeData *NodesModel::mimeData(const QModelIndexList &indexes) const
{
    if (indexes.isEmpty())
        return nullptr;
    auto *data = new QMimeData;
    data->setData(rowMime(), QByteArray::number(indexes.first().row()));
    return data;
}

bool NodesModel::dropMimeData(
    const QMimeData *data, Qt::DropAction, int row, int, const QModelIndex &parent)
{
    if (!data->hasFormat(rowMime()) || m_rows.empty())
        return false;
    const int from = data->data(rowMime()).toInt();
    // On a row: behind it, into its tier. Between two rows: the tier of the upper one.
    const int upper = parent.isValid() ? parent.row() : (row < 0 ? rowCount() - 1 : row - 1);
    const int neighbour = std::clamp(upper, 0, rowCount() - 1);
    if (from < 0 || from >= rowCount())
        return false;
    int to = from;
    const QString problem = nodes::moveTo(
        m_draft, from, upper + 1, m_rows[static_cast<std::size_t>(neighbour)].tier, &to);
    if (!problem.isEmpty())
        Q_EMIT editFailed(problem);
    else
        Q_EMIT rowMoved(to);
    // The draft has moved the row already: the view must not remove it as the source of a move.
    return false;
}

void NodesModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    followDraft(); // for the words of its problems
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

} // namespace spillway::ui
