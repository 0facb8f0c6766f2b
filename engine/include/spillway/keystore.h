// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/secret.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// The desktop's keyring (Secret Service or KWallet through QtKeychain). A config refers to an entry as `$NAME`. Every answer is
/// asynchronous and comes within five seconds, with a text when the keyring cannot be used. Lives in the thread that made it.
class KeyStore : public QObject
{
    Q_OBJECT

public:
    explicit KeyStore(QObject *parent = nullptr);
    ~KeyStore() override;

    using ReadDone = std::function<void(std::map<std::string, Secret> found, std::string problem)>;
    using WriteDone = std::function<void(std::string problem)>; ///< empty: stored (and read back)

    /// Reads the entries of these names; names without one are absent.
    void read(const std::vector<std::string> &names, ReadDone done);
    void write(const std::string &name, const Secret &value, WriteDone done);
    void remove(const std::string &name, WriteDone done);
    /// Writes, reads and removes a test entry: the only way to tell whether a keyring works.
    void probe(WriteDone done);

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// Names of the `$VAR`s in the values of a config text, each once, in their order. Comments do not count. Any other text: all
/// names in it.
[[nodiscard]] std::vector<std::string> variableNames(std::string_view configText);

/// Adds or replaces NAME=value in a `.env` file, mode 0600, written atomically: the fallback without a keyring, used only with
/// the user's consent. Empty = done.
[[nodiscard]] std::string writeEnvEntry(const std::string &envFile, const std::string &name, const Secret &value);

} // namespace spillway

#pragma GCC visibility pop
