// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/diffdialog.h"
#include "configure/formfield.h"
#include "configure/pricingmodel.h"
#include "configure/pricingpage.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "spillway/methods.h"
#include "widgets/numberedit.h"

#include <QComboBox>
#include <QInputDialog>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace spillway::ui {
namespace {

QString tableOf(bool custom)
{
    return custom ? QStringLiteral("custom") : QStringLiteral("routing");
}

} // namespace

void PricingPage::say(const QString &text)
{
    Q_EMIT session().toast(text, false);
}

bool PricingPage::edit(const QString &label,
                       const QString &mergeKey,
                       const std::function<std::string(ConfigDocument &)> &change)
{
    if (m_loading || isReadOnly())
        return false;
    const QString file = prices::fileOf(session().draft(), m_reference);
    const QString problem = session().draft().edit(
        label, mergeKey.isEmpty() ? mergeKey : file + mergeKey, change, file);
    if (!problem.isEmpty())
        say(problem);
    return problem.isEmpty();
}

void PricingPage::setCost(const QString &method, bool custom, const QString &text)
{
    const auto cost = NumberEdit::parse(text, NumberEdit::Kind::Whole);
    if (!cost)
        return say(
            tr("“%1” is no number of credits. A whole number is needed, 0 for free.").arg(text));
    edit(tr("Change the price of %1").arg(method), {}, [&](ConfigDocument &document) {
        return document.set(prices::costPath(tableOf(custom), method),
                            static_cast<std::int64_t>(*cost));
    });
}

void PricingPage::renameMethod(const QString &method, bool custom, const QString &name)
{
    if (m_model->rowOf(name) >= 0)
        return say(tr("%1 has a price already.").arg(name));
    edit(tr("Rename %1").arg(method), {}, [&](ConfigDocument &document) {
        return document.renameKey(prices::costPath(tableOf(custom), method), name.toStdString());
    });
}

void PricingPage::setUnknown()
{
    const bool priced = m_unknownKind->currentIndex() == 1;
    const QString text = m_unknownCost->text();
    const auto cost = NumberEdit::parse(text, NumberEdit::Kind::Whole);
    const bool wrong = priced && !cost && !text.trimmed().isEmpty();
    m_unknownField->setIssueText(MessageLine::Kind::Error,
                                 wrong ? tr("A whole number is needed.") : QString());
    if (wrong)
        return;
    edit(tr("Change the price of other methods"),
         QStringLiteral("#unknown"),
         [&](ConfigDocument &document) {
             const std::string path = "limits.unknown_method_cost";
             return priced ? document.set(path, static_cast<std::int64_t>(cost.value_or(1)))
                           : document.remove(path);
         });
    if (priced && !m_unknownCost->isVisible())
        m_unknownCost->show();
}

void PricingPage::setStop(int percent)
{
    edit(tr("Change the stop of %1").arg(prices::title(m_reference)),
         QStringLiteral("#stop"),
         [&](ConfigDocument &document) {
             return document.set("limits.spillover_percent", std::int64_t{percent});
         });
}

void PricingPage::checkNewMethod()
{
    const QString method = m_newMethod->text().trimmed();
    const bool taken = m_model->rowOf(method) >= 0;
    const bool known = isMethodKnown(method.toStdString());
    m_add->setEnabled(!method.isEmpty() && !taken && m_newCost->value().has_value());
    if (method.isEmpty() || !m_addRow->isVisibleTo(this)) {
        m_addRemark->setMessage(MessageLine::Kind::Note, {});
    } else if (taken) {
        m_addRemark->setMessage(MessageLine::Kind::Error,
                                tr("%1 has a price already.").arg(method.toHtmlEscaped()));
    } else if (m_newCost->isWrong()) {
        m_addRemark->setMessage(MessageLine::Kind::Error,
                                tr("A price is a whole number of credits, 0 for free."));
    } else if (!known) {
        const std::string_view like = similarMethod(method.toStdString());
        const QString best = QString::fromUtf8(like.data(), static_cast<qsizetype>(like.size()));
        m_addRemark->setMessage(
            MessageLine::Kind::Note,
            best.isEmpty() ? tr("Spillway does not know this method; it goes to the custom ones.")
                           : tr("Spillway does not know this method; it goes to the custom ones. "
                                "Did you mean %1?")
                                 .arg(best));
    } else {
        m_addRemark->setMessage(MessageLine::Kind::Note, {});
    }
}

void PricingPage::addMethod()
{
    const QString method = m_newMethod->text().trimmed();
    const auto cost = m_newCost->value();
    if (!m_add->isEnabled() || !cost)
        return;
    const bool custom = !isMethodKnown(method.toStdString());
    const bool done = edit(tr("Add a price for %1").arg(method), {}, [&](ConfigDocument &document) {
        return document.set(prices::costPath(tableOf(custom), method),
                            static_cast<std::int64_t>(*cost));
    });
    if (!done)
        return;
    m_newMethod->clear();
    m_newCost->clear();
    m_newMethod->setFocus();
    const QModelIndex index =
        m_sorted->mapFromSource(m_model->index(m_model->rowOf(method), PricingModel::Cost));
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
}

void PricingPage::removeMethods()
{
    std::vector<PricingModel::Row> rows;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows()) {
        if (const PricingModel::Row *row = m_model->row(m_sorted->mapToSource(index).row()))
            rows.push_back(*row);
    }
    if (rows.empty())
        return;
    const auto count = static_cast<int>(rows.size());
    const QString label = count == 1 ? tr("Remove the price of %1").arg(rows.front().method)
                                     : tr("Remove %n price(s)", nullptr, count);
    const bool done = edit(label, {}, [&](ConfigDocument &document) {
        std::string problem;
        for (std::size_t i = 0; i < rows.size() && problem.empty(); ++i)
            problem = document.remove(prices::costPath(tableOf(rows[i].custom), rows[i].method));
        return problem;
    });
    if (done)
        Q_EMIT session().toast(count == 1 ? tr("%1 removed.").arg(rows.front().method)
                                          : tr("%n price(s) removed.", nullptr, count),
                               true);
}

void PricingPage::changeKind()
{
    const PricingModel::Row *found =
        m_model->row(m_sorted->mapToSource(m_table->currentIndex()).row());
    if (!found || !found->cost)
        return;
    const PricingModel::Row row = *found;
    edit(row.custom ? tr("Make %1 a standard method").arg(row.method)
                    : tr("Make %1 a custom method").arg(row.method),
         {},
         [&](ConfigDocument &document) {
             std::string problem =
                 document.remove(prices::costPath(tableOf(row.custom), row.method));
             return problem.empty()
                        ? document.set(prices::costPath(tableOf(!row.custom), row.method),
                                       static_cast<std::int64_t>(*row.cost))
                        : problem;
         });
    m_table->setCurrentIndex(
        m_sorted->mapFromSource(m_model->index(m_model->rowOf(row.method), PricingModel::Method)));
}

void PricingPage::reset()
{
    const QString shipped = prices::shippedLike(m_reference);
    const QString file = prices::fileOf(session().draft(), m_reference);
    if (shipped.isEmpty() || file.isEmpty())
        return;
    const QString text = prices::shippedText(shipped);
    auto *dialog = new DiffDialog(
        tr("Reset to shipped prices"),
        tr("This is what changes when %1 gets the shipped prices again. It can be undone.")
            .arg(prices::title(m_reference)),
        tr("&Reset"),
        this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setTexts(session().draft().text(file), text);
    connect(dialog, &QDialog::accepted, this, [this, file, text] {
        session().draft().setText(
            tr("Reset %1 to shipped prices").arg(prices::title(m_reference)), {}, text, file);
        Q_EMIT session().toast(
            tr("%1 has the shipped prices again.").arg(prices::title(m_reference)), true);
    });
    dialog->open();
}

void PricingPage::makeCopy()
{
    QString problem;
    const auto users = prices::usedBy(session().draft().document(), m_reference).size();
    const QString copy = prices::copyToFile(session().draft(), m_reference, &problem);
    if (copy.isEmpty())
        return say(problem);
    showItem(copy);
    Q_EMIT session().toast(
        users == 0 ? tr("The copy is %1.").arg(copy)
                   : tr("The copy is %1; %n node(s) use it now.", nullptr, static_cast<int>(users))
                         .arg(copy),
        true);
}

void PricingPage::newList()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("New price list"));
    dialog->setLabelText(tr("Name of the price list:"));
    dialog->setOkButtonText(tr("Create"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &name) {
        if (name.trimmed().isEmpty())
            return;
        QString problem;
        const QString reference = prices::create(session().draft(), name, &problem);
        if (reference.isEmpty())
            return say(problem);
        showItem(reference);
        m_newMethod->setFocus();
    });
    dialog->open();
}

void PricingPage::updateActions()
{
    const bool readOnly = isReadOnly();
    const bool any = !m_table->selectionModel()->selectedRows().isEmpty();
    const PricingModel::Row *row =
        m_model->row(m_sorted->mapToSource(m_table->currentIndex()).row());
    m_remove->setEnabled(!readOnly && any);
    m_kind->setEnabled(!readOnly && row && row->cost);
    m_kind->setText(row && row->custom ? tr("Move to standard") : tr("Move to custom"));
    m_reset->setVisible(!readOnly && !prices::shippedLike(m_reference).isEmpty());
    m_text->setVisible(!readOnly);
}

} // namespace spillway::ui
