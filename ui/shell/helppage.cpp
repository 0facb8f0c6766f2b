// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/helppage.h"

#include "shell/helptext.h"
#include "shell/pagetable.h"
#include "widgets/theme.h"

#include <QDesktopServices>
#include <QListView>
#include <QScrollBar>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QVBoxLayout>

namespace spillway::ui {

HelpPage::HelpPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_topics(new QStandardItemModel(this))
    , m_list(new QListView)
    , m_text(new QTextBrowser)
{
    m_list->setModel(m_topics);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setWordWrap(true);
    m_list->setSpacing(fontMetrics().height() / 6);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(fontMetrics().height());
    auto *splitter = new QSplitter;
    splitter->addWidget(m_list);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes(
        {fontMetrics().averageCharWidth() * 28, fontMetrics().averageCharWidth() * 90});
    splitter->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(splitter);

    connect(m_list->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            [this](const QModelIndex &now) { open(now.data(Qt::UserRole).toString()); });
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl &link) {
        // "page:nodes" opens a page of the window, "quotas.md" another topic, the rest the browser.
        if (link.scheme() == QLatin1String("page"))
            Q_EMIT navigate(link.path(), {});
        else if (link.path().isEmpty() && link.hasFragment())
            scrollTo(link.fragment());
        else if (link.isRelative())
            showItem(link.path().section(QLatin1Char('.'), 0, 0));
        else
            QDesktopServices::openUrl(link);
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        // The colour of links is part of the text.
        const int place = m_text->verticalScrollBar()->value();
        open(m_topic);
        m_text->verticalScrollBar()->setValue(place);
    });
    HelpPage::retranslate();
}

void HelpPage::scrollTo(const QString &anchor)
{
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || headingAnchor(block.text()) != anchor)
            continue;
        // From below: a cursor that comes into view from there stops at the top.
        m_text->moveCursor(QTextCursor::End);
        m_text->setTextCursor(QTextCursor(block));
        return;
    }
}

void HelpPage::retranslate()
{
    m_list->setAccessibleName(tr("Topics"));
    m_text->setAccessibleName(tr("Help text"));
    fillTopics();
}

void HelpPage::fillTopics()
{
    const QString topic = m_topic;
    m_topics->clear();
    for (const HelpTopic &entry : helpTopics()) {
        auto *item = new QStandardItem(entry.title);
        item->setData(entry.id, Qt::UserRole);
        m_topics->appendRow(item);
    }
    showItem(topic.isEmpty() ? QStringLiteral("start") : topic);
}

void HelpPage::showItem(const QString &item)
{
    const QString topic = helpTopicFor(item);
    for (int row = 0; row < m_topics->rowCount(); ++row) {
        if (m_topics->item(row)->data(Qt::UserRole).toString() == topic)
            m_list->setCurrentIndex(m_topics->index(row, 0));
    }
}

void HelpPage::open(const QString &topic)
{
    if (topic.isEmpty())
        return;
    m_topic = topic;
    m_text->setMarkdown(helpText(topic));
}

void HelpPage::focusFilter()
{
    m_list->setFocus(Qt::ShortcutFocusReason);
}

} // namespace spillway::ui
