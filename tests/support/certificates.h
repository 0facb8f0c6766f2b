// SPDX-License-Identifier: MIT
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <stdexcept>

namespace spillway::test {

/// Certificates of an authority that nobody trusts yet, in a folder of their own. Needs openssl.
class Certificates
{
public:
    Certificates() { make(QStringLiteral("ca"), QStringLiteral("Spillway Test CA"), {}); }

    /// Of NAME.pem and NAME.key.
    [[nodiscard]] QString path(const QString &file) const { return m_folder.filePath(file); }

    /// Signed by the authority (itself ca.pem); `names`: as in "DNS:localhost,IP:127.0.0.1".
    void add(const QString &name, const QString &names)
    {
        make(name,
             name,
             {QStringLiteral("-CA"),
              path(QStringLiteral("ca.pem")),
              QStringLiteral("-CAkey"),
              path(QStringLiteral("ca.key")),
              QStringLiteral("-addext"),
              QStringLiteral("subjectAltName=") + names});
    }

private:
    void make(const QString &name, const QString &subject, const QStringList &more)
    {
        QStringList arguments{QStringLiteral("req"),
                              QStringLiteral("-x509"),
                              QStringLiteral("-newkey"),
                              QStringLiteral("ec"),
                              QStringLiteral("-pkeyopt"),
                              QStringLiteral("ec_paramgen_curve:prime256v1"),
                              QStringLiteral("-nodes"),
                              QStringLiteral("-subj"),
                              QStringLiteral("/CN=") + subject,
                              QStringLiteral("-keyout"),
                              path(name + QStringLiteral(".key")),
                              QStringLiteral("-out"),
                              path(name + QStringLiteral(".pem"))};
        QProcess openssl;
        openssl.start(QStringLiteral("openssl"), arguments + more);
        if (!openssl.waitForFinished() || openssl.exitCode() != 0)
            throw std::runtime_error(openssl.readAllStandardError().toStdString());
    }

    QTemporaryDir m_folder;
};

} // namespace spillway::test
