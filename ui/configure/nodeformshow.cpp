// SPDX-License-Identifier: GPL-3.0-or-later
// What the form shows of the draft and of the running node.
#include "configure/formfield.h"
#include "configure/keykeeper.h"
#include "configure/nodeadvanced.h"
#include "configure/nodeedits.h"
#include "configure/nodeform.h"
#include "configure/pricelists.h"
#include "configure/proposals.h"
#include "configure/urlfield.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "widgets/format.h"
#include "widgets/theme.h"

#include <QComboBox>
#include <QDateTime>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>

namespace spillway::ui {
QDate NodeForm::nextReset(const QDate &today, int resetDay)
{
    const auto inMonth = [resetDay](const QDate &month) {
        return QDate(month.year(), month.month(), std::clamp(resetDay, 1, month.daysInMonth()));
    };
    const QDate here = inMonth(today);
    return here > today ? here : inMonth(QDate(today.year(), today.month(), 1).addMonths(1));
}

void NodeForm::afterRefresh()
{
    const bool any = node() >= 0;
    m_scroll->setVisible(any);
    if (!any)
        return;
    m_title->setText(m_binder->nodeName().isEmpty() ? tr("Node without a name")
                                                    : m_binder->nodeName());
    const DetectedUrl detected = detectUrl(m_binder->text("url").toStdString());
    m_providerId = QString::fromStdString(detected.providerId);
    loadPlans();
    showDetection();
    showKeyOffer();
    showQuotaNotes();
    showLearned();
    showRenameQuestion();
    bool isError = false;
    const QString hint = NodeTester::hint(m_session, node(), &isError);
    m_hint->setMessage(isError ? MessageLine::Kind::Error : MessageLine::Kind::Warning, hint);
    m_advanced->setSuggestedWsUrl(QString::fromStdString(detected.wsUrl));
}

void NodeForm::loadUrl()
{
    m_url->setUrl(m_binder->text("url"));
}

void NodeForm::showDetection()
{
    const QString url = m_binder->text("url");
    const DetectedUrl detected = detectUrl(url.toStdString());
    if (url.isEmpty() || !detected.isUrl)
        return m_detection->setMessage(MessageLine::Kind::Note, {});
    const ProviderInfo *known = provider(detected.providerId);
    const chains::Choice chain = chains::choiceFor(detected);
    QStringList parts;
    if (known)
        parts.append(QString::fromStdString(known->name));
    else if (detected.isLocal)
        parts.append(tr("A node on this computer or network"));
    if (!chain.name.isEmpty())
        parts.append(chain.title);
    QString text = parts.join(QStringLiteral(", "));
    if (text.isEmpty())
        return m_detection->setMessage(
            MessageLine::Kind::Note,
            tr("No provider that Spillway knows. Check that the chain below is right."));
    text += QLatin1Char('.');
    if (!detected.key.empty() && detected.key.front() == '$') {
        const auto names = variableNames(detected.key);
        if (!names.empty() && m_session.draft().secrets().contains(names.front()))
            text += QLatin1Char(' ') + tr("The key is in your keyring.");
        else if (!names.empty())
            text += QLatin1Char(' ')
                    + tr("The key comes from the variable %1.")
                          .arg(QString::fromStdString(names.front()));
    }
    m_detection->setMessage(MessageLine::Kind::Good, text);
}

void NodeForm::showKeyOffer()
{
    const QString url = m_binder->text("url");
    const bool offer = hasPlainKey(url) && url != m_keptKeyUrl;
    m_keepKey->setVisible(offer);
    m_leaveKey->setVisible(offer);
    m_keepKey->setEnabled(!m_keys->isBusy());
    m_leaveKey->setEnabled(!m_keys->isBusy());
    m_keyOffer->setMessage(MessageLine::Kind::Warning,
                           offer ? tr("The address holds your key. In the keyring it is safe from "
                                      "other eyes; the file then only refers to it.")
                                 : QString());
}

void NodeForm::loadChains()
{
    m_chains = chains::all(m_session.draft().document());
    const QString current = nodes::chain(m_session.draft().document(), node());
    const QSignalBlocker blocker(m_chain);
    m_chain->clear();
    int row = -1;
    for (int i = 0; i < m_chains.size(); ++i) {
        const chains::Choice &choice = m_chains[i];
        m_chain->addItem(choice.inConfig ? choice.title
                                         : tr("%1 (will be added)").arg(choice.title));
        if (choice.inConfig && choice.name == current)
            row = i;
    }
    // A chain that the file does not have: shown as it is written, its issue stands below.
    if (row < 0)
        m_chain->setPlaceholderText(current);
    m_chain->setCurrentIndex(row);
}

void NodeForm::loadPlans()
{
    const ProviderInfo *known = provider(m_providerId.toStdString());
    const bool any = known && !known->plans.empty();
    m_planField->setVisible(any);
    m_labels[3].first->setVisible(any);
    if (!any)
        return;
    const QSignalBlocker blocker(m_plan);
    m_plan->clear();
    m_plan->addItem(tr("Choose to fill in its limits"));
    const double rps = m_binder->number("rps_limit").value_or(0);
    const double limit = m_binder->number("monthly_limit").value_or(0);
    int row = 0;
    for (int i = 0; i < static_cast<int>(known->plans.size()); ++i) {
        const ProviderPlan &plan = known->plans[static_cast<std::size_t>(i)];
        m_plan->addItem(proposals::planText(plan), i);
        const bool same = plan.rps == rps && static_cast<double>(plan.monthlyLimit) == limit
                          && (rps > 0 || limit > 0);
        if (same && row == 0)
            row = i + 1;
    }
    m_plan->setCurrentIndex(row);
    const std::string checked = known->plans.front().checked;
    m_planField->setNote(checked.empty() ? QString()
                                         : tr("As %1 published them on %2.")
                                               .arg(QString::fromStdString(known->name),
                                                    format::date(format::dateFromIso(checked))));
}

void NodeForm::loadPriceLists()
{
    const QString current = m_binder->text("provider_pricing_path");
    const QSignalBlocker blocker(m_prices);
    m_prices->clear();
    m_prices->addItem(tr("Every call costs 1"), QString());
    for (const prices::ListInfo &list : prices::all(m_session.draft())) {
        const QString name = list.shipped ? list.title : list.reference;
        m_prices->addItem(
            Theme::instance().icon(list.shipped ? QStringLiteral("lock") : QStringLiteral("file")),
            name,
            list.reference);
        // As on the page of the price lists: the lock says it to those who see it.
        if (list.shipped)
            m_prices->setItemData(
                m_prices->count() - 1, tr("%1 (shipped)").arg(list.title), Qt::AccessibleTextRole);
    }
    m_prices->insertSeparator(m_prices->count());
    m_prices->addItem(tr("Another file…"), QStringLiteral("?"));
    m_prices->setCurrentIndex(std::max(0, m_prices->findData(current)));
    m_editPrices->setEnabled(!current.isEmpty());
}

void NodeForm::showQuotaNotes()
{
    const double limit = m_binder->number("monthly_limit").value_or(0);
    if (limit > 0) {
        const int percent = nodes::stopPercent(m_session.draft(), node());
        const auto stop =
            static_cast<std::uint64_t>(limit) / 100 * static_cast<std::uint64_t>(percent)
            + static_cast<std::uint64_t>(limit) % 100 * static_cast<std::uint64_t>(percent) / 100;
        m_limitField->setNote(
            tr("Stops at %1 %: %2 credits.").arg(percent).arg(format::number(stop)));
    } else {
        m_limitField->setNote(tr("Credits are counted, but nothing stops the node."));
    }
    const QDate next = nextReset(QDateTime::currentDateTimeUtc().date(), m_resetDay->value());
    m_resetField->setNote(tr("Next: %1, 00:00 UTC.").arg(format::day(next)));
    const double rps = m_binder->number("rps_limit").value_or(0);
    m_burst->setPlaceholderText(rps > 0 ? QLocale().toString(std::ceil(rps)) : tr("unlimited"));
}

void NodeForm::setLive(const NodeSnapshot *live,
                       const QString &nameInForce,
                       const QString &details,
                       bool hasError)
{
    const bool otherNode = m_nameInForce != nameInForce;
    m_nameInForce = nameInForce;
    m_usedInForce = live ? live->used : 0;
    m_learnedRps = live ? live->learnedRps : std::nullopt;
    showLearned();
    MessageLine::Kind kind = MessageLine::Kind::Note;
    if (hasError)
        kind = MessageLine::Kind::Warning;
    else if (live && live->enabled && live->condition == NodeCondition::Up)
        kind = MessageLine::Kind::Good;
    else if (live && live->enabled && live->condition != NodeCondition::Unknown
             && live->condition != NodeCondition::Disabled)
        kind = MessageLine::Kind::Warning;
    m_stateLine->setMessage(kind, details.toHtmlEscaped());
    if (otherNode || m_renameQuestion->isVisible() || m_usedInForce > 0)
        showRenameQuestion();
}

/// Only what the draft does not say yet is proposed.
void NodeForm::showLearned()
{
    const bool known = node() >= 0 && m_learnedRps.has_value();
    const double found = known ? proposals::storedRate(*m_learnedRps) : 0;
    const double set = m_binder->number("rps_limit").value_or(0);
    const bool differs = known && (set <= 0 || found < set);
    m_storeLearned->setVisible(differs);
    if (!differs)
        return m_learned->setMessage(MessageLine::Kind::Note, {});
    const QString rate = QLocale().toString(found);
    m_learned->setMessage(
        MessageLine::Kind::Note,
        set > 0 ? tr("This node was found to take about %1 requests per second; you have set %2.")
                      .arg(rate, QLocale().toString(set))
                : tr("This node was found to take about %1 requests per second.").arg(rate));
    m_storeLearned->setText(tr("St&ore %1", "requests per second").arg(rate));
}

void NodeForm::showRenameQuestion()
{
    const bool renamed = !m_nameInForce.isEmpty() && node() >= 0
                         && m_nameInForce != m_binder->nodeName() && m_usedInForce > 0;
    m_renameQuestion->setVisible(renamed);
    if (!renamed)
        return;
    m_renameText->setText(
        tr("“%1” has used %2 credits in this period. What shall “%3” begin with?")
            .arg(m_nameInForce, format::number(m_usedInForce), m_binder->nodeName()));
    const bool keep = m_session.draft().renames().keepsUsage(m_nameInForce);
    const QSignalBlocker first(m_keepUsage);
    const QSignalBlocker second(m_fromZero);
    m_keepUsage->setChecked(keep);
    m_fromZero->setChecked(!keep);
}

void NodeForm::testStarted(const QString &name)
{
    if (node() < 0 || name != m_binder->nodeName())
        return;
    m_changeChain->hide();
    m_test->setText(tr("Cancel &test"));
    m_testLine->setMessage(MessageLine::Kind::Busy, tr("Asking the node…"));
}

void NodeForm::testFinished(const QString &name, const TestReport &report)
{
    if (node() < 0 || name != m_binder->nodeName())
        return;
    m_test->setText(tr("&Test connection"));
    const MessageLine::Kind kind = report.words.good     ? MessageLine::Kind::Good
                                   : report.words.usable ? MessageLine::Kind::Warning
                                                         : MessageLine::Kind::Error;
    m_testLine->setMessage(kind, report.words.sentence);
    m_otherChain = report.otherChain;
    m_changeChain->setVisible(m_otherChain.has_value());
    if (m_otherChain)
        m_changeChain->setText(tr("&Change the chain to %1").arg(m_otherChain->title));
    m_testLine->setAccessibleName(report.words.plain);
}

void NodeForm::keyKept(const QString &name, const QString &problem, bool inKeyring)
{
    if (!problem.isEmpty()) {
        Q_EMIT failed(problem);
    } else if (!hasPlainKey(m_binder->text("url")) && name == m_binder->nodeName()) {
        Q_EMIT remark(
            inKeyring
                ? tr("The key of %1 is in your keyring.").arg(name)
                : tr("The key of %1 is in the file .env beside the configuration.").arg(name));
    } else {
        m_keptKeyUrl = m_binder->text("url");
    }
    showKeyOffer();
}

} // namespace spillway::ui
