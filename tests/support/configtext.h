// SPDX-License-Identifier: MIT
#pragma once

#include "config/configreader.h"

#include <QByteArray>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace spillway::test {

/// A complete config of three lines; what a test appends begins in line 4.
inline const char *const kNode = "[[nodes]]\nname = \"A\"\nurl = \"http://127.0.0.1:1/\"\n";

inline const std::map<std::string, std::string> &variables()
{
    static const std::map<std::string, std::string> values{
        {"KEY", "s3cr3t-key-0123456789"},
        {"TOKEN", "t0ken-of-a-client-77"},
        {"SECOND", "an0ther-client-token"},
        {"HELIUS_API_KEY", "0f1e2d3c-4b5a-6978"},
        {"SECRET", "hunter2hunter2hunter2"},
        {"HOST", "127.0.0.1"},
        {"NODE_URL", "http://127.0.0.1:7001"},
        {"EMPTY", ""},
    };
    return values;
}

inline ReadOptions readOptions()
{
    ReadOptions out;
    out.variables = [](const std::string &name) {
        const auto at = variables().find(name);
        return at == variables().end() ? std::nullopt : std::optional<std::string>(at->second);
    };
    out.defaultStateDir = "/var/lib/spillway-test";
    return out;
}

inline ReadResult readText(const QByteArray &text)
{
    return readConfigText(text.toStdString(), "c.toml", readOptions());
}

/// One line a problem.
inline QByteArray problems(const std::vector<ConfigIssue> &issues)
{
    QByteArray out;
    for (const ConfigIssue &issue : issues)
        out += QByteArray::fromStdString(issue.toString()) + '\n';
    return out;
}

/// The config of a text that has no problem at all.
inline std::shared_ptr<const Config> good(const QByteArray &text)
{
    const ReadResult result = readText(text);
    if (!result.issues.empty())
        qWarning("%s", problems(result.issues).constData());
    return result.issues.empty() ? result.config : nullptr;
}

} // namespace spillway::test
