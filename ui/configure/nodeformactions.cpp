// SPDX-License-Identifier: GPL-3.0-or-later
// What happens when the user changes something in the form.
#include "configure/formfield.h"
#include "configure/keykeeper.h"
#include "configure/nodeedits.h"
#include "configure/nodeform.h"
#include "configure/pricelists.h"
#include "configure/proposals.h"
#include "configure/urlfield.h"
#include "session/configdraft.h"
#include "session/session.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

namespace spillway::ui {

void NodeForm::setNode(int index)
{
    m_testLine->setMessage(MessageLine::Kind::Note, {});
    m_changeChain->hide();
    m_otherChain.reset();
    m_keptKeyUrl.clear();
    m_learnedRps.reset();
    m_scroll->setVisible(index >= 0);
    m_binder->setNode(index);
    const QString name = m_binder->nodeName();
    if (index >= 0 && m_tester.isRunning(name))
        testStarted(name);
}

void NodeForm::beginNew()
{
    focusUrl();
}

void NodeForm::focusName()
{
    m_name->setFocus(Qt::ShortcutFocusReason);
    m_name->selectAll();
}

void NodeForm::focusUrl()
{
    m_url->setFocus(Qt::ShortcutFocusReason);
}

void NodeForm::urlEdited(const QString &text, bool whole)
{
    const DetectedUrl detected = detectUrl(text.toStdString());
    if (whole && !detected.isUrl && detected.looksLikeKey)
        return bareKeyPasted(text);
    m_binder->edit(tr("Change the address of %1").arg(m_binder->nodeName()),
                   m_binder->mergeKey("url"),
                   [&](ConfigDocument &document) {
                       const std::string path = nodes::path(document, node(), "url");
                       const std::string url =
                           whole && detected.isUrl ? detected.url : text.toStdString();
                       std::string problem = document.set(path, url);
                       if (problem.empty() && detected.isUrl && detected.problem.empty() && whole)
                           takeDetected(document, detected);
                       return problem;
                   });
}

/// Fills in what the address tells, where the user has not said otherwise. These are conveniences: one that fails is left out.
void NodeForm::takeDetected(ConfigDocument &document, const DetectedUrl &detected)
{
    const int index = node();
    if (nodes::isPlaceholderName(nodes::name(document, index))) {
        const QString wish = proposals::name(detected);
        if (!wish.isEmpty()) {
            const QString old = nodes::name(document, index);
            const QString name = nodes::freeName(document, wish, index);
            if (document.set(nodes::path(document, index, "name"), nodes::writtenText(name))
                    .empty())
                m_session.draft().renames().note(old, name);
        }
    }
    const chains::Choice choice = chains::choiceFor(detected);
    if (!choice.name.isEmpty() && !document.has(nodes::path(document, index, "chain"))) {
        QString chain;
        if (chains::ensure(document, choice, &chain).empty())
            static_cast<void>(
                document.set(nodes::path(document, index, "chain"), chain.toStdString()));
    }
    static_cast<void>(proposals::setPriceList(document, index));
}

void NodeForm::bareKeyPasted(const QString &)
{
    m_urlField->setIssueText(MessageLine::Kind::Warning,
                             tr("This looks like a key without an address. Paste the whole address "
                                "that your provider shows "
                                "beside the key."));
}

void NodeForm::nameEdited(const QString &name)
{
    if (node() < 0)
        return;
    const QString problem =
        nodes::rename(m_session.draft(), node(), name.trimmed(), m_binder->mergeKey("name"));
    if (!problem.isEmpty())
        Q_EMIT failed(problem);
}

void NodeForm::chainChosen(int row)
{
    if (row < 0 || row >= m_chains.size() || m_binder->isLoading())
        return;
    changeChain(m_chains[row]);
}

void NodeForm::changeChain(const chains::Choice &choice)
{
    m_binder->edit(
        tr("Move %1 to %2").arg(m_binder->nodeName(), choice.title),
        {},
        [&](ConfigDocument &document) { return proposals::moveToChain(document, node(), choice); });
    // A result about another chain says nothing about this one.
    m_testLine->setMessage(MessageLine::Kind::Note, {});
    m_changeChain->hide();
    m_otherChain.reset();
}

void NodeForm::planChosen(int row)
{
    const ProviderInfo *known = provider(m_providerId.toStdString());
    const int at = m_plan->itemData(row).isValid() ? m_plan->itemData(row).toInt() : -1;
    if (!known || at < 0 || at >= static_cast<int>(known->plans.size()))
        return;
    const ProviderPlan plan = known->plans[static_cast<std::size_t>(at)];
    m_binder->edit(
        tr("Use the plan %1 for %2").arg(QString::fromStdString(plan.name), m_binder->nodeName()),
        {},
        [&](ConfigDocument &document) { return proposals::usePlan(document, node(), plan); });
}

void NodeForm::storeLearned()
{
    if (!m_learnedRps)
        return;
    const double rate = proposals::storedRate(*m_learnedRps);
    m_binder->write("rps_limit", nodes::figure(rate, false), tr("request rate"));
}

void NodeForm::priceListChosen(int row)
{
    QString reference = m_prices->itemData(row).toString();
    if (reference == QLatin1String("?")) {
        const QDir folder = QFileInfo(m_session.draft().path()).absoluteDir();
        const QString file = QFileDialog::getOpenFileName(
            this, tr("Choose a price list"), folder.absolutePath(), tr("Price lists (*.toml)"));
        if (file.isEmpty())
            return loadPriceLists();
        const QString relative = folder.relativeFilePath(file);
        reference = relative.startsWith(QLatin1String("..")) ? file : relative;
    }
    m_binder->write("provider_pricing_path",
                    reference.isEmpty() ? std::nullopt
                                        : std::optional<TomlValue>(reference.toStdString()),
                    tr("price list"));
}

void NodeForm::testClicked()
{
    const QString name = m_binder->nodeName();
    if (m_tester.isRunning(name))
        m_tester.cancel(name);
    else
        m_tester.test(name);
}

} // namespace spillway::ui
