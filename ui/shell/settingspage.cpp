// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/settingspage.h"

#include "configure/draftbinder.h"
#include "shell/settingstabs.h"

#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

QScrollArea *scrolled(QWidget *form, const QString &name)
{
    auto *area = new QScrollArea;
    area->setWidget(form);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setObjectName(name);
    area->viewport()->setAutoFillBackground(false);
    form->setAutoFillBackground(false);
    return area;
}

} // namespace

SettingsPage::SettingsPage(Session &session, QWidget *parent)
    : Page(session, parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    build();
}

void SettingsPage::build()
{
    const int index = m_tabs == nullptr ? 0 : m_tabs->currentIndex();
    delete m_tabs;
    delete m_binder;
    m_binder = new DraftBinder(session(), this);
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Settings"));
    auto *advanced = new AdvancedTab(session(), *m_binder);
    connect(advanced, &AdvancedTab::editFileRequested, this, [this] {
        Q_EMIT navigate(QStringLiteral("raw"), {});
    });
    m_tabs->addTab(scrolled(new GeneralTab(session()), QStringLiteral("general")), tr("&General"));
    m_tabs->addTab(scrolled(new ListenerTab(session(), *m_binder), QStringLiteral("listener")),
                   tr("&Listener"));
    m_tabs->addTab(scrolled(new NotificationsTab(session()), QStringLiteral("notifications")),
                   tr("&Messages"));
    m_tabs->addTab(scrolled(new SecurityTab(session(), *m_binder), QStringLiteral("security")),
                   tr("Sec&urity"));
    m_tabs->addTab(scrolled(new StorageTab(session()), QStringLiteral("storage")), tr("St&orage"));
    m_tabs->addTab(scrolled(advanced, QStringLiteral("advanced")), tr("Ad&vanced"));
    m_tabs->setCurrentIndex(index);
    layout()->addWidget(m_tabs);
}

void SettingsPage::showItem(const QString &item)
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->widget(i)->objectName() == item)
            m_tabs->setCurrentIndex(i);
    }
}

void SettingsPage::activate()
{
    if (auto *general = m_tabs->findChild<GeneralTab *>())
        general->refreshAutostart();
}

void SettingsPage::retranslate()
{
    build();
}

} // namespace spillway::ui
