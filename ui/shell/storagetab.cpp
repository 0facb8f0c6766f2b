// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/configdraft.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "shell/settingstabs.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QUrl>

namespace spillway::ui {
namespace {

constexpr const char *kCapacityKey = "traffic/capacity";

} // namespace

StorageTab::StorageTab(Session &session)
    : m_session(session)
    , m_keyring(new QLabel)
    , m_test(new QPushButton(tr("&Test the keyring")))
{
    addHeading(tr("Files"));
    addPlace(tr("Configuration:"), session.draft().path());
    addPlace(tr("Usage, history, backups:"), session.stateDir());
    addPlace(tr("Window settings:"), session.settings().file());
    addNote(tr("The last ten versions of the configuration are kept; the page “Config file” brings "
               "one back."));

    addHeading(tr("Requests kept in memory"));
    auto *capacity = new QSpinBox;
    capacity->setRange(1000, 50000);
    capacity->setSingleStep(1000);
    capacity->setGroupSeparatorShown(true);
    capacity->setValue(session.settings().value(QLatin1String(kCapacityKey), 5000).toInt());
    connect(capacity, &QSpinBox::valueChanged, this, [&session](int value) {
        session.settings().setValue(QLatin1String(kCapacityKey), value);
    });
    addField(
        tr("&Newest requests:"),
        capacity,
        tr("For the page Traffic. They are gone when the program ends; figures by minute stay."));

    addHeading(tr("Keys"));
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins({});
    m_keyring->setWordWrap(true);
    m_keyring->setText(
        tr("Keys go to the keyring of your desktop; the configuration only names them."));
    line->addWidget(m_keyring, 1);
    line->addWidget(m_test);
    addWide(row);
    connect(m_test, &QPushButton::clicked, this, &StorageTab::testKeyring);
}

void StorageTab::addPlace(const QString &label, const QString &path)
{
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins({});
    auto *name = new QLabel(QDir::toNativeSeparators(path));
    name->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    name->setWordWrap(true);
    auto *open = new QPushButton(tr("Open"));
    QString plain = label;
    open->setAccessibleName(tr("Open the folder of: %1").arg(plain.remove(QLatin1Char(':'))));
    line->addWidget(name, 1);
    line->addWidget(open);
    connect(open, &QPushButton::clicked, this, [this, path] {
        const QFileInfo info(path);
        const QString folder = info.isDir() ? info.absoluteFilePath() : info.absolutePath();
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
            Q_EMIT m_session.toast(
                tr("No program opened the folder %1.").arg(QDir::toNativeSeparators(folder)),
                false);
    });
    addField(label, row);
}

void StorageTab::testKeyring()
{
    m_test->setEnabled(false);
    m_keyring->setText(tr("Testing…"));
    const QPointer<StorageTab> self(this);
    m_session.keys().probe([self](const std::string &problem) {
        if (!self)
            return;
        self->m_test->setEnabled(true);
        self->m_keyring->setText(
            problem.empty()
                ? tr("The keyring works.")
                : tr("The keyring cannot be used: %1").arg(QString::fromStdString(problem)));
    });
}

} // namespace spillway::ui
