// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/changebar.h"

#include "session/configdraft.h"
#include "session/session.h"
#include "widgets/paint.h"
#include "widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace spillway::ui {
namespace {

constexpr int kGoodNewsMs = 10000;

int errorCount(const ConfigDraft &draft)
{
    const auto &issues = draft.issues();
    return static_cast<int>(
        std::count_if(issues.begin(), issues.end(), [](const ConfigIssue &issue) {
            return issue.severity == ConfigIssue::Severity::Error;
        }));
}

} // namespace

ChangeBar::ChangeBar(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_icon(new QLabel)
    , m_text(new QLabel)
    , m_discard(new QPushButton)
    , m_review(new QPushButton)
    , m_apply(new QPushButton)
    , m_close(new QPushButton)
{
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    auto *row = new QHBoxLayout(this);
    const int gap = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    row->setContentsMargins(gap * 3 / 2, gap * 2 / 3, gap, gap * 2 / 3);
    row->setSpacing(gap);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    for (QPushButton *button : {m_discard, m_review, m_apply, m_close})
        row->addWidget(button);
    m_hideSoon.setSingleShot(true);
    m_hideSoon.setInterval(kGoodNewsMs);
    connect(&m_hideSoon, &QTimer::timeout, this, [this] { show(Showing::Nothing, {}); });
    connect(m_discard, &QPushButton::clicked, this, &ChangeBar::discardRequested);
    connect(m_review, &QPushButton::clicked, this, &ChangeBar::reviewRequested);
    connect(m_apply, &QPushButton::clicked, this, &ChangeBar::applyRequested);
    connect(m_close, &QPushButton::clicked, this, [this] {
        show(Showing::Nothing, {});
        showDraft();
    });
    connect(m_text, &QLabel::linkActivated, this, &ChangeBar::linkActivated);
    connect(&session.draft(), &ConfigDraft::changed, this, &ChangeBar::showDraft);
    connect(&session.draft(), &ConfigDraft::checked, this, &ChangeBar::showDraft);
    connect(&session, &Session::applied, this, &ChangeBar::showApplied);
    connect(&session, &Session::applyFailed, this, &ChangeBar::showFailed);
    retranslate();
    show(Showing::Nothing, {});
    showDraft();
}

QString ChangeBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void ChangeBar::retranslate()
{
    m_discard->setText(tr("&Discard"));
    m_review->setText(tr("Re&view…"));
    m_apply->setText(tr("&Apply"));
    m_apply->setToolTip(
        tr("Saves the configuration and applies it without dropping a request (%1)")
            .arg(QKeySequence(QKeySequence::Save).toString(QKeySequence::NativeText)));
    m_close->setText(tr("&Close"));
    m_text->setAccessibleName(tr("State of your changes"));
}

void ChangeBar::showDraft()
{
    ConfigDraft &draft = m_session.draft();
    if (m_session.isApplying())
        return;
    if (!draft.isDirty()) {
        // What could not be applied is gone with the changes it was about.
        if (m_showing == Showing::Edits || (m_showing == Showing::Bad && m_failedWithEdits))
            show(Showing::Nothing, {});
        return;
    }
    // What was changed is known with the check that follows in a moment.
    if (!draft.isChecked() && m_showing == Showing::Edits)
        return;
    QString text = tr("<b>%n unsaved change(s)</b>", nullptr, draft.changeCount());
    const int errors = errorCount(draft);
    if (errors > 0)
        text +=
            QStringLiteral(" · ")
            + tr("%n problem(s) to mend first (<a href=\"problems\">show</a>)", nullptr, errors);
    m_apply->setEnabled(errors == 0);
    show(Showing::Edits, text);
}

void ChangeBar::showApplied(const QString &summary, const QStringList &notes)
{
    QString text = summary.toHtmlEscaped();
    if (!notes.isEmpty())
        text += QLatin1Char(' ') + notes.join(QLatin1String("; ")).toHtmlEscaped()
                + tr(". <a href=\"restart\">Restart the proxy now</a>");
    show(Showing::Good, text);
    if (notes.isEmpty())
        m_hideSoon.start();
}

void ChangeBar::showFailed(const QStringList &reasons)
{
    constexpr int kShown = 3;
    m_failedWithEdits = m_session.draft().isDirty();
    QStringList shown = reasons.mid(0, kShown);
    if (reasons.size() > kShown)
        shown.append(tr("and %n more", nullptr, static_cast<int>(reasons.size()) - kShown));
    const QString text = tr("<b>Not applied.</b> %1")
                             .arg(shown.join(QLatin1Char('\n'))
                                      .toHtmlEscaped()
                                      .replace(QLatin1Char('\n'), QLatin1String("<br>")));
    show(Showing::Bad,
         m_session.engine() != nullptr
             ? text + QLatin1String("<br>") + tr("The old configuration is still running.")
             : text);
}

void ChangeBar::show(Showing showing, const QString &text)
{
    m_hideSoon.stop();
    m_showing = showing;
    const bool edits =
        showing == Showing::Edits || (showing == Showing::Bad && m_session.draft().isDirty());
    m_discard->setVisible(edits);
    m_review->setVisible(edits);
    m_apply->setVisible(edits);
    m_close->setVisible(showing == Showing::Good || showing == Showing::Bad);
    m_text->setText(text);
    m_text->setAccessibleDescription(text);
    const int size = paint::iconSize(fontMetrics());
    const auto picture = [&](const char *name, Tone tone) {
        m_icon->setPixmap(Theme::instance().pixmap(
            QLatin1String(name), size, devicePixelRatioF(), Theme::instance().tone(tone)));
    };
    if (showing == Showing::Good)
        picture("ok", Tone::Good);
    else if (showing == Showing::Bad)
        picture("error", Tone::Bad);
    else
        picture("edit", Tone::Accent);
    setVisible(showing != Showing::Nothing);
    update();
}

void ChangeBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showDraft();
    }
    QWidget::changeEvent(event);
}

void ChangeBar::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const Theme &theme = Theme::instance();
    const Tone tone = m_showing == Showing::Good  ? Tone::Good
                      : m_showing == Showing::Bad ? Tone::Bad
                                                  : Tone::Accent;
    painter.fillRect(rect(), theme.wash(tone));
    painter.setPen(theme.border());
    painter.drawLine(rect().topLeft(), rect().topRight());
}

} // namespace spillway::ui
