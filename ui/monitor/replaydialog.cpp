// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/replaydialog.h"

#include "monitor/jsontools.h"
#include "monitor/replay.h"
#include "session/session.h"
#include "widgets/format.h"
#include "widgets/theme.h"

#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace spillway::ui {

ReplayDialog::ReplayDialog(Session &session, RecordPointer record, QWidget *parent)
    : Dialog(parent)
    , m_session(session)
    , m_record(std::move(record))
    , m_result(new QLabel(this))
{
    auto *layout = new QVBoxLayout(this);
    m_result->setWordWrap(true);
    layout->addWidget(m_result);

    auto *splitter = new QSplitter(this);
    const auto pane = [splitter](QLabel **title) {
        auto *box = new QWidget(splitter);
        auto *column = new QVBoxLayout(box);
        column->setContentsMargins(0, 0, 0, 0);
        *title = new QLabel(box);
        auto *text = new QPlainTextEdit(box);
        text->setReadOnly(true);
        text->setLineWrapMode(QPlainTextEdit::NoWrap);
        text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        (*title)->setBuddy(text);
        column->addWidget(*title);
        column->addWidget(text, 1);
        return text;
    };
    m_before = pane(&m_beforeTitle);
    m_after = pane(&m_nowTitle);
    m_before->setPlainText(
        QString::fromUtf8(prettyJson(QByteArray::fromStdString(m_record->responseBody))));
    layout->addWidget(splitter, 1);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_send = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_send->setIcon(Theme::instance().icon(QStringLiteral("replay")));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_send, &QPushButton::clicked, this, &ReplayDialog::send);
    resize(fontMetrics().averageCharWidth() * 120, fontMetrics().lineSpacing() * 28);
    retranslate();
    if (!replay::hasSideEffects(m_record->method))
        send();
}

void ReplayDialog::changeEvent(QEvent *event)
{
    Dialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ReplayDialog::retranslate()
{
    setWindowTitle(tr("Replay %1").arg(QString::fromStdString(m_record->method)));
    m_beforeTitle->setText(tr("&Before, from %1")
                               .arg(m_record->node.empty()
                                        ? QStringLiteral("Spillway")
                                        : QString::fromStdString(m_record->node)));
    m_nowTitle->setText(tr("&Now"));
    m_send->setText(tr("&Send again"));
    showStage();
}

void ReplayDialog::showStage()
{
    m_send->setEnabled(m_stage != Stage::Waiting);
    switch (m_stage) {
    case Stage::Asking:
        m_result->setText(
            replay::hasSideEffects(m_record->method)
                ? tr("This method changes something: sending it again may do so a second time. It "
                     "also costs credits.")
                : tr("The request goes through the pool once more, as any other, and costs "
                     "credits."));
        return;
    case Stage::Stopped:
        return m_result->setText(tr("The proxy is stopped."));
    case Stage::Waiting:
        return m_result->setText(tr("Waiting for the answer…"));
    case Stage::Answered:
        break;
    }
    if (m_answer.empty()) {
        m_result->setText(
            tr("HTTP %1 after %2, without an answer.").arg(m_status).arg(format::offset(m_tookMs)));
        return;
    }
    const std::optional<std::string> before = replay::answerBefore(*m_record);
    const QString verdict = !before ? tr("The answer from before was not kept in full.")
                            : replay::essence(m_answer) == replay::essence(*before)
                                ? tr("The answer is the same as before.")
                                : tr("The answer differs from the one before.");
    m_result->setText(tr("HTTP %1 after %2. %3", "status, time, comparison")
                          .arg(m_status)
                          .arg(format::offset(m_tookMs), verdict));
}

void ReplayDialog::send()
{
    Engine *engine = m_session.engine();
    m_stage = engine ? Stage::Waiting : Stage::Stopped;
    showStage();
    if (!engine)
        return;
    QElapsedTimer clock;
    clock.start();
    engine->call(
        {m_record->chain, {}},
        m_record->method,
        replay::params(*m_record),
        [guard = QPointer<ReplayDialog>(this), clock](int status, const std::string &answer) {
            if (guard)
                guard->showAnswer(status, answer, static_cast<double>(clock.nsecsElapsed()) / 1e6);
        });
}

void ReplayDialog::showAnswer(int status, const std::string &answer, double tookMs)
{
    m_after->setPlainText(QString::fromUtf8(prettyJson(QByteArray::fromStdString(answer))));
    m_stage = Stage::Answered;
    m_status = status;
    m_answer = answer;
    m_tookMs = tookMs;
    showStage();
}

} // namespace spillway::ui
