// SPDX-License-Identifier: GPL-3.0-or-later
// Construction of the form; what it does is in nodeformactions.cpp and nodeformshow.cpp.
#include "configure/nodeform.h"

#include "configure/formfield.h"
#include "configure/keykeeper.h"
#include "configure/nodeadvanced.h"
#include "configure/urlfield.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "widgets/flowlayout.h"
#include "widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

/// The wheel scrolls the form, not the value that happens to lie under the pointer.
class NoWheel final : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Wheel && !static_cast<QWidget *>(watched)->hasFocus()) {
            event->ignore();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }
};

/// Without a scroll bar at the bottom the form must always be as wide as its widest row.
class FitsWidth final : public QObject
{
public:
    explicit FitsWidth(QScrollArea *area)
        : QObject(area)
        , m_area(area)
    {
        area->widget()->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
            m_area->setMinimumWidth(m_area->widget()->minimumSizeHint().width()
                                    + m_area->verticalScrollBar()->sizeHint().width());
        return QObject::eventFilter(watched, event);
    }

private:
    QScrollArea *m_area;
};

} // namespace

NodeForm::NodeForm(Session &session, NodeTester &tester, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_tester(tester)
    , m_binder(new FormBinder(session.draft(), this))
    , m_undo(new SharedUndo(session.draft(), this))
    , m_keys(new KeyKeeper(session, this))
{
    build();
    retranslate();
    connect(m_binder, &FormBinder::refreshed, this, &NodeForm::afterRefresh);
    connect(m_binder, &FormBinder::failed, this, &NodeForm::failed);
    connect(&tester, &NodeTester::started, this, &NodeForm::testStarted);
    connect(&tester, &NodeTester::finished, this, &NodeForm::testFinished);
    connect(m_keys,
            &KeyKeeper::finished,
            this,
            [this](const QString &node, KeyKeeper::Place place, const QString &problem) {
                keyKept(node, problem, place == KeyKeeper::Place::Keyring);
            });
    setNode(-1);
}

QLabel *NodeForm::label(QWidget *buddy)
{
    auto *text = new QLabel(this);
    text->setBuddy(buddy);
    m_labels.append({text, buddy});
    return text;
}

void NodeForm::build()
{
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    outer->addWidget(m_scroll);

    auto *content = new QWidget(m_scroll);
    auto *column = new QVBoxLayout(content);
    m_title = new QLabel(content);
    QFont bold = m_title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_stateLine = new MessageLine(content);
    column->addWidget(m_title);
    column->addWidget(m_stateLine);

    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    column->addLayout(form);
    buildIdentity(form);
    buildLimits(form);
    buildQuota(form);

    m_advancedSwitch = new QToolButton(content);
    m_advancedSwitch->setCheckable(true);
    m_advancedSwitch->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_advancedSwitch->setAutoRaise(true);
    m_advanced = new NodeAdvanced(*m_binder, *m_undo, content);
    m_advanced->hide();
    column->addWidget(m_advancedSwitch, 0, Qt::AlignLeft);
    column->addWidget(m_advanced);
    const auto arrow = [this](bool open) {
        m_advancedSwitch->setIcon(Theme::instance().icon(open ? QStringLiteral("chevron-down")
                                                              : QStringLiteral("chevron-right")));
        m_advanced->setVisible(open);
    };
    arrow(false);
    connect(m_advancedSwitch, &QToolButton::toggled, this, arrow);

    auto *testForm = new QFormLayout;
    column->addLayout(testForm);
    buildTest(testForm);
    column->addStretch(1);
    m_scroll->setWidget(content);
    new FitsWidth(m_scroll);

    auto *noWheel = new NoWheel(this);
    for (QWidget *widget : {static_cast<QWidget *>(m_chain),
                            static_cast<QWidget *>(m_plan),
                            static_cast<QWidget *>(m_tier),
                            static_cast<QWidget *>(m_resetDay),
                            static_cast<QWidget *>(m_prices)}) {
        widget->setFocusPolicy(Qt::StrongFocus);
        widget->installEventFilter(noWheel);
    }
    for (QWidget *widget : {static_cast<QWidget *>(m_url),
                            static_cast<QWidget *>(m_name),
                            static_cast<QWidget *>(m_tier),
                            static_cast<QWidget *>(m_rps),
                            static_cast<QWidget *>(m_burst),
                            static_cast<QWidget *>(m_concurrent),
                            static_cast<QWidget *>(m_limit),
                            static_cast<QWidget *>(m_resetDay)})
        m_undo->watch(widget);
}

void NodeForm::buildIdentity(QFormLayout *form)
{
    m_url = new UrlField(this);
    m_urlField = new FormField(m_url, this);
    m_urlField->addBeside(m_url->pasteButton());
    m_urlField->addBeside(m_url->revealButton());
    m_detection = new MessageLine(m_urlField);
    m_keyOffer = new MessageLine(m_urlField);
    m_urlField->column()->insertWidget(1, m_detection);
    m_urlField->column()->insertWidget(2, m_keyOffer);
    auto *offer = new FlowLayout;
    m_keepKey = new QPushButton(m_urlField);
    m_leaveKey = new QPushButton(m_urlField);
    m_keepKey->setIcon(Theme::instance().icon(QStringLiteral("key")));
    offer->addWidget(m_keepKey);
    offer->addWidget(m_leaveKey);
    m_urlField->column()->insertLayout(3, offer);
    form->addRow(label(m_url), m_urlField);
    m_binder->bindCustom(m_urlField, {"url"}, [this] { loadUrl(); });
    connect(m_url, &UrlField::edited, this, &NodeForm::urlEdited);
    connect(m_keepKey, &QPushButton::clicked, this, [this] {
        m_keys->keep(node());
        showKeyOffer();
    });
    connect(m_leaveKey, &QPushButton::clicked, this, [this] {
        m_keptKeyUrl = m_url->url();
        showKeyOffer();
    });

    m_name = new QLineEdit(this);
    m_name->setMaxLength(128);
    m_nameField = new FormField(m_name, this);
    m_renameQuestion = new QWidget(m_nameField);
    auto *question = new QVBoxLayout(m_renameQuestion);
    question->setContentsMargins(0, 0, 0, 0);
    m_renameText = new QLabel(m_renameQuestion);
    m_renameText->setWordWrap(true);
    m_keepUsage = new QRadioButton(m_renameQuestion);
    m_fromZero = new QRadioButton(m_renameQuestion);
    question->addWidget(m_renameText);
    question->addWidget(m_keepUsage);
    question->addWidget(m_fromZero);
    m_renameQuestion->hide();
    m_nameField->column()->insertWidget(1, m_renameQuestion);
    form->addRow(label(m_name), m_nameField);
    m_binder->bindCustom(m_nameField, {"name"}, [this] {
        if (const QString name = m_binder->nodeName(); m_name->text().trimmed() != name)
            m_name->setText(name);
    });
    connect(m_name, &QLineEdit::textEdited, this, &NodeForm::nameEdited);
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        m_name->setText(m_binder->nodeName());
    });
    connect(m_keepUsage, &QRadioButton::toggled, this, [this](bool keep) {
        m_session.draft().renames().setKeepUsage(m_nameInForce, keep);
    });

    m_chain = new QComboBox(this);
    m_chain->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_chain->setMinimumContentsLength(12);
    m_chainField = new FormField(m_chain, this);
    form->addRow(label(m_chain), m_chainField);
    m_binder->bindCustom(m_chainField, {"chain"}, [this] { loadChains(); });
    connect(m_chain, &QComboBox::activated, this, &NodeForm::chainChosen);

    m_plan = new QComboBox(this);
    m_plan->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_plan->setMinimumContentsLength(12);
    m_planField = new FormField(m_plan, this);
    form->addRow(label(m_plan), m_planField);
    connect(m_plan, &QComboBox::activated, this, &NodeForm::planChosen);
}

void NodeForm::buildLimits(QFormLayout *form)
{
    m_tier = new QSpinBox(this);
    m_tier->setRange(0, 255);
    m_tierField = new FormField(m_tier, this);
    form->addRow(label(m_tier), m_tierField);
    m_binder->bindSpin(m_tierField, m_tier, "tier", 0, tr("tier"));

    m_rps = new NumberEdit(NumberEdit::Kind::Decimal, this);
    m_rpsField = new FormField(m_rps, this);
    form->addRow(label(m_rps), m_rpsField);
    m_binder->bindNumber(
        m_rpsField, m_rps, NumberEdit::Kind::Decimal, "rps_limit", tr("request rate"));

    m_learned = new MessageLine(m_rpsField);
    m_storeLearned = new QPushButton(m_rpsField);
    m_rpsField->column()->insertWidget(1, m_learned);
    m_rpsField->column()->insertWidget(2, m_storeLearned, 0, Qt::AlignLeft);
    connect(m_storeLearned, &QPushButton::clicked, this, &NodeForm::storeLearned);

    m_learn = new QCheckBox(this);
    m_learnField = new FormField(m_learn, this);
    form->addRow(QString(), m_learnField);
    m_binder->bindCheck(m_learnField, m_learn, "learn_rps", false, tr("learning of the rate"));

    m_burst = new NumberEdit(NumberEdit::Kind::Decimal, this);
    m_burstField = new FormField(m_burst, this);
    form->addRow(label(m_burst), m_burstField);
    m_binder->bindNumber(m_burstField, m_burst, NumberEdit::Kind::Decimal, "burst", tr("burst"));

    m_concurrent = new NumberEdit(NumberEdit::Kind::Whole, this);
    m_concurrentField = new FormField(m_concurrent, this);
    form->addRow(label(m_concurrent), m_concurrentField);
    m_binder->bindNumber(m_concurrentField,
                         m_concurrent,
                         NumberEdit::Kind::Whole,
                         "max_concurrent",
                         tr("limit at a time"));
}

void NodeForm::buildQuota(QFormLayout *form)
{
    m_limit = new NumberEdit(NumberEdit::Kind::Whole, this);
    m_limitField = new FormField(m_limit, this);
    form->addRow(label(m_limit), m_limitField);
    m_binder->bindNumber(
        m_limitField, m_limit, NumberEdit::Kind::Whole, "monthly_limit", tr("monthly limit"));

    m_resetDay = new QSpinBox(this);
    m_resetDay->setRange(1, 31);
    m_resetField = new FormField(m_resetDay, this);
    form->addRow(label(m_resetDay), m_resetField);
    m_binder->bindSpin(m_resetField, m_resetDay, "reset_day", 1, tr("reset day"));

    m_prices = new QComboBox(this);
    m_prices->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_prices->setMinimumContentsLength(10);
    m_pricesField = new FormField(m_prices, this);
    m_editPrices = new QPushButton(this);
    // Below, because names of lists are long.
    m_pricesField->column()->insertWidget(1, m_editPrices, 0, Qt::AlignLeft);
    form->addRow(label(m_prices), m_pricesField);
    m_binder->bindCustom(m_pricesField, {"provider_pricing_path"}, [this] { loadPriceLists(); });
    connect(m_prices, &QComboBox::activated, this, &NodeForm::priceListChosen);
    connect(m_editPrices, &QPushButton::clicked, this, [this] {
        Q_EMIT editPrices(m_binder->text("provider_pricing_path"));
    });
}

void NodeForm::buildTest(QFormLayout *form)
{
    m_hint = new MessageLine(this);
    form->addRow(m_hint);
    m_test = new QPushButton(this);
    m_test->setIcon(Theme::instance().icon(QStringLiteral("test")));
    m_changeChain = new QPushButton(this);
    auto *row = new FlowLayout;
    row->addWidget(m_test);
    row->addWidget(m_changeChain);
    form->addRow(row);
    m_testLine = new MessageLine(this);
    form->addRow(m_testLine);
    connect(m_test, &QPushButton::clicked, this, &NodeForm::testClicked);
    connect(m_changeChain, &QPushButton::clicked, this, [this] {
        if (m_otherChain)
            changeChain(*m_otherChain);
    });
}

void NodeForm::retranslate()
{
    const QList<QString> texts{tr("&Address"),
                               tr("&Name"),
                               tr("C&hain"),
                               tr("&Plan"),
                               tr("T&ier"),
                               tr("&Requests/s"),
                               tr("&Burst"),
                               tr("&Max. in flight"),
                               tr("Monthly &limit"),
                               tr("Resets on &day"),
                               tr("Price li&st")};
    for (qsizetype i = 0; i < m_labels.size() && i < texts.size(); ++i) {
        m_labels[i].first->setText(texts[i]);
        m_labels[i].second->setAccessibleName(QString(texts[i]).remove(QLatin1Char('&')));
    }
    m_url->retranslate();
    m_storeLearned->setAccessibleName(tr("Store the learned rate"));
    m_keepKey->setText(tr("&Keep it in the keyring"));
    m_leaveKey->setText(tr("Leave it in the file"));
    m_keepUsage->setText(tr("Keep the used credits"));
    m_fromZero->setText(tr("Start from zero"));
    m_rps->setPlaceholderText(tr("unlimited"));
    m_learn->setText(tr("Learn the rate from refusals"));
    m_learn->setToolTip(tr("Each second with a refusal lowers the rate a little, quiet ones raise "
                           "it again, never above "
                           "the figure that is set."));
    m_concurrent->setPlaceholderText(tr("unlimited"));
    m_limit->setPlaceholderText(tr("no limit"));
    m_limit->setToolTip(tr("Credits that your plan has for a month. 10M stands for ten million."));
    m_tierField->setNote(tr("The lowest tier is filled first."));
    m_concurrent->setToolTip(tr("Requests that may be open at this node at the same time; it is "
                                "passed over when they are."));
    m_burst->setToolTip(tr(
        "Requests that may go at once after a quiet moment; as many as in a second when empty."));
    m_editPrices->setText(tr("&Edit…"));
    m_advancedSwitch->setText(tr("Ad&vanced"));
    m_test->setText(tr("&Test connection"));
    m_test->setToolTip(tr("Asks the node four harmless questions. They count in your quota."));
    if (!m_otherChain)
        m_changeChain->setText(tr("&Change the chain"));
    m_advanced->retranslate();
    m_binder->refresh();
}

} // namespace spillway::ui
