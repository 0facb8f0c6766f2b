// SPDX-License-Identifier: MIT
#pragma once

#include "session/configdraft.h"
#include "session/session.h"
#include "session/uisettings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QtTest>

#include <memory>

namespace spillway::test {

/// A config file in a folder of its own, and a session on it.
class DraftBench
{
public:
    /// "@DIR@" in the text stands for the folder.
    explicit DraftBench(QByteArray config)
    {
        write(QStringLiteral("spillway.toml"), config.replace("@DIR@", m_folder.path().toUtf8()));
        open();
        draft().load();
    }

    ~DraftBench() { close(); }

    DraftBench(const DraftBench &) = delete;
    DraftBench &operator=(const DraftBench &) = delete;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    [[nodiscard]] QString file() const { return path(QStringLiteral("spillway.toml")); }

    void write(const QString &name, const QByteArray &text) const
    {
        QFile out(path(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }

    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile in(path(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

    /// The program ends, another one begins on the same files.
    void reopen()
    {
        close();
        open();
    }

    ui::Session &session() { return *m_session; }

    ui::ConfigDraft &draft() { return m_session->draft(); }

    [[nodiscard]] QString text() const { return m_session->draft().text(file()); }

private:
    void open()
    {
        m_settings = std::make_unique<ui::UiSettings>(path(QStringLiteral("ui.ini")));
        ui::SessionOptions options;
        options.configPath = file();
        options.stateDir = path(QStringLiteral("state"));
        m_session = std::make_unique<ui::Session>(options, *m_settings);
    }

    void close()
    {
        m_session.reset();
        // What still reads the books does so in this folder.
        QThreadPool::globalInstance()->waitForDone();
        m_settings.reset();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ui::UiSettings> m_settings;
    std::unique_ptr<ui::Session> m_session;
};

inline QByteArray twoNodes()
{
    return "[chains.ethereum]\n"
           "kind = \"evm\"\n"
           "chain_id = 1\n"
           "\n"
           "# the paid one\n"
           "[[nodes]]\n"
           "name = \"Alpha\"\n"
           "url = \"http://127.0.0.1:1001\"   # local\n"
           "rps_limit = 50\n"
           "monthly_limit = 50_000_000\n"
           "reset_day = 15\n"
           "\n"
           "[[nodes]]\n"
           "name = \"Beta\"\n"
           "url = \"http://127.0.0.1:1002\"\n"
           "priority = 1\n";
}

} // namespace spillway::test
