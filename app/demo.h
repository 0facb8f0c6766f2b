// SPDX-License-Identifier: MIT
#pragma once

#include "mocknode.h"
#include "mockserver.h"

#include <QLockFile>
#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace spillway {

/// The built-in demo: made-up nodes that answer on 127.0.0.1 from a thread of this process, and a private folder with a
/// configuration that names them. All of it goes when the object goes.
class Demo
{
public:
    Demo() = default;
    ~Demo();
    Demo(const Demo &) = delete;
    Demo &operator=(const Demo &) = delete;

    /// Empty: it runs; else why not.
    [[nodiscard]] QString start();

    [[nodiscard]] QString configPath() const
    {
        return m_folder.filePath(QStringLiteral("spillway.toml"));
    }

    [[nodiscard]] QString filePath(const QString &name) const { return m_folder.filePath(name); }

    /// What is to be said about the start ("port 8599 is taken …"); empty: nothing.
    [[nodiscard]] QString note() const { return m_note; }

private:
    /// 0: none is free.
    [[nodiscard]] quint16 takePort();
    [[nodiscard]] QString startNode(const QString &name, QString &config);

    QTemporaryDir m_folder;
    QString m_note;
    std::unique_ptr<QLockFile> m_portLock;            ///< held while the demo lives
    std::vector<std::unique_ptr<mock::Node>> m_nodes; ///< outlive the server
    mock::Server m_server;
};

} // namespace spillway
