// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/page.h"

class QListView;
class QSplitter;
class QStandardItemModel;
class QTextBrowser;

namespace spillway::ui {

/// The user's manual, offline: topics at the left, text at the right.
class HelpPage final : public Page
{
    Q_OBJECT

public:
    HelpPage(Session &session, QWidget *parent);

    /// A topic, or the id of a page that it explains.
    void showItem(const QString &item) override;
    void retranslate() override;
    void focusFilter() override;

private:
    void open(const QString &topic);
    void fillTopics();
    void scrollTo(const QString &anchor);

    QStandardItemModel *m_topics;
    QListView *m_list;
    QTextBrowser *m_text;
    QString m_topic;
};

} // namespace spillway::ui
