// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/replayalldialog.h"

#include "monitor/answersmodel.h"
#include "monitor/replay.h"
#include "session/session.h"
#include "widgets/diffview.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace spillway::ui {

ReplayAllDialog::ReplayAllDialog(Session &session, RecordPointer record, QWidget *parent)
    : Dialog(parent)
    , m_session(session)
    , m_record(std::move(record))
    , m_model(new AnswersModel(this))
    , m_words(new QLabel(this))
    , m_table(new QTableView)
    , m_left(new QComboBox)
    , m_right(new QComboBox)
    , m_same(new QLabel)
    , m_diff(new DiffView)
{
    m_words->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);

    auto *below = new QWidget;
    auto *choice = new QHBoxLayout;
    m_between = new QLabel;
    m_between->setBuddy(m_left);
    m_and = new QLabel;
    m_and->setBuddy(m_right);
    choice->addWidget(m_between);
    choice->addWidget(m_left);
    choice->addWidget(m_and);
    choice->addWidget(m_right);
    choice->addWidget(m_same, 1);
    auto *lower = new QVBoxLayout(below);
    lower->setContentsMargins(0, 0, 0, 0);
    lower->addLayout(choice);
    lower->addWidget(m_diff, 1);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_table);
    splitter->addWidget(below);
    splitter->setChildrenCollapsible(false);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_send = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_send->setIcon(Theme::instance().icon(QStringLiteral("replay")));
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_words);
    column->addWidget(splitter, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_send, &QPushButton::clicked, this, &ReplayAllDialog::send);
    for (QComboBox *box : {m_left, m_right})
        connect(box, &QComboBox::activated, this, &ReplayAllDialog::showDifference);
    // A row that is chosen in the table is compared with the answer that all are compared with.
    // Not the current row: a table that gets the focus makes its first row current by itself.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        if (rows.isEmpty() || m_model->reference() < 0)
            return;
        m_left->setCurrentIndex(m_model->reference());
        m_right->setCurrentIndex(rows.first().row());
        showDifference();
    });
    resize(fontMetrics().averageCharWidth() * 120, fontMetrics().lineSpacing() * 36);
    retranslate();
    if (!replay::hasSideEffects(m_record->method))
        send();
}

void ReplayAllDialog::changeEvent(QEvent *event)
{
    Dialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ReplayAllDialog::retranslate()
{
    setWindowTitle(tr("Replay %1 to all nodes").arg(QString::fromStdString(m_record->method)));
    tables::prepare(m_table, tr("Answers of the nodes"));
    m_between->setText(tr("&Difference between"));
    m_and->setText(tr("a&nd"));
    m_left->setAccessibleName(tr("Answer to compare"));
    m_right->setAccessibleName(tr("Answer to compare it with"));
    m_diff->setAccessibleName(tr("Lines in which the two answers differ"));
    m_send->setText(tr("&Send to all nodes"));
    m_model->retranslate();
    for (int row = 0; row < m_left->count(); ++row) {
        m_left->setItemText(row, m_model->source(row));
        m_right->setItemText(row, m_model->source(row));
    }
    showStage();
    if (m_left->count() > 0)
        showDifference();
}

void ReplayAllDialog::showStage()
{
    m_send->setEnabled(m_stage != Stage::Waiting);
    switch (m_stage) {
    case Stage::Asking:
        return m_words->setText(
            replay::hasSideEffects(m_record->method)
                ? tr(
                    "This method changes something: every node would do so once more. Each of them "
                    "also costs credits.")
                : tr("Each node of the chain is asked by itself, within its limits. Each answer "
                     "costs credits."));
    case Stage::Stopped:
        return m_words->setText(tr("The proxy is stopped."));
    case Stage::NoNode:
        return m_words->setText(tr("No node of this chain is switched on."));
    case Stage::Waiting:
        return m_words->setText(tr("Waiting for %n answer(s)…", nullptr, m_asked));
    case Stage::Answered:
        break;
    }
    int different = 0;
    int missing = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        different += m_model->differs(row) ? 1 : 0;
        missing += m_model->answer(row).isEmpty() ? 1 : 0;
    }
    QStringList words;
    if (different > 0)
        words.append(tr("%n answer(s) differ.", nullptr, different));
    else if (missing < m_model->rowCount())
        words.append(tr("All answers are the same."));
    if (missing > 0)
        words.append(tr("%n node(s) gave no answer.", nullptr, missing));
    m_words->setText(words.join(QLatin1Char(' ')));
}

void ReplayAllDialog::send()
{
    Engine *engine = m_session.engine();
    const auto snapshot = m_session.snapshot();
    if (!engine || !snapshot) {
        m_stage = Stage::Stopped;
        showStage();
        return;
    }
    ++m_round;
    m_model->clear();
    if (const auto before = replay::answerBefore(*m_record))
        m_model->addKnown(QString::fromStdString(m_record->node), *before);
    int asked = 0;
    for (const NodeSnapshot &node : snapshot->nodes) {
        if (node.chain != m_record->chain || !node.enabled)
            continue;
        const int row = m_model->addWaiting(QString::fromStdString(node.name));
        ++asked;
        QElapsedTimer clock;
        clock.start();
        engine->call({m_record->chain, node.name},
                     m_record->method,
                     replay::params(*m_record),
                     [guard = QPointer<ReplayAllDialog>(this), round = m_round, row, clock](
                         int status, const std::string &answer) {
                         if (guard)
                             guard->answered(round,
                                             row,
                                             status,
                                             answer,
                                             static_cast<double>(clock.nsecsElapsed()) / 1e6);
                     });
    }
    const QSignalBlocker first(m_left);
    const QSignalBlocker second(m_right);
    m_left->clear();
    m_right->clear();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        m_left->addItem(m_model->source(row));
        m_right->addItem(m_model->source(row));
    }
    m_asked = asked;
    m_stage = asked == 0 ? Stage::NoNode : Stage::Waiting;
    showStage();
    showDifference();
}

void ReplayAllDialog::answered(
    int round, int row, int status, const std::string &answer, double tookMs)
{
    if (round != m_round)
        return;
    m_model->setAnswer(row, status, answer, tookMs);
    if (!m_model->isWaiting())
        finish();
}

void ReplayAllDialog::finish()
{
    m_stage = Stage::Answered;
    showStage();
    m_table->resizeColumnToContents(AnswersModel::Source);
    m_table->resizeColumnToContents(AnswersModel::Time);
    m_table->resizeColumnToContents(AnswersModel::Comparison);
    chooseByItself();
}

/// The first answer that differs is what one wants to see.
void ReplayAllDialog::chooseByItself()
{
    const int first = m_model->reference();
    if (first < 0)
        return;
    int other = first;
    for (int row = m_model->rowCount() - 1; row >= 0; --row) {
        if (row != first && (m_model->differs(row) || other == first))
            other = row;
    }
    m_left->setCurrentIndex(first);
    m_right->setCurrentIndex(other);
    showDifference();
}

void ReplayAllDialog::showDifference()
{
    const int left = m_left->currentIndex();
    const int right = m_right->currentIndex();
    if (left < 0 || right < 0) {
        m_diff->setFiles({});
        m_same->clear();
        return;
    }
    m_diff->setTexts(QString::fromUtf8(m_model->answer(left)),
                     QString::fromUtf8(m_model->answer(right)));
    m_same->setText(m_model->answer(left).isEmpty() || m_model->answer(right).isEmpty()
                        ? tr("One of them is not there.")
                    : m_diff->hasDifference() ? tr("%1 added, %2 removed", "lines")
                                                    .arg(m_diff->addedLines())
                                                    .arg(m_diff->removedLines())
                                              : tr("Both are the same."));
}

} // namespace spillway::ui
