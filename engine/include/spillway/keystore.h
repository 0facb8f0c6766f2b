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
/// asynchronous, with a text when the keyring cannot be used. The keyring may ask its user for a password first, in a window of its
/// own; how long that is waited for is the caller's Patience. Lives in the thread that made it.
class KeyStore : public QObject
{
    Q_OBJECT

public:
    explicit KeyStore(QObject *parent = nullptr);
    ~KeyStore() override;

    enum class Patience {
        Program, ///< five seconds: nobody may be there
        User, ///< two minutes: somebody has asked for it, and may be typing the keyring's password
    };

    using ReadDone = std::function<void(std::map<std::string, Secret> found, std::string problem)>;
    using WriteDone = std::function<void(std::string problem)>; ///< empty: stored (and read back)

    /// Reads the entries of these names; names without one are absent.
    void read(const std::vector<std::string> &names,
              ReadDone done,
              Patience patience = Patience::Program);
    /// With the user's patience.
    void write(const std::string &name, const Secret &value, WriteDone done);
    void remove(const std::string &name, WriteDone done);
    /// Writes, reads and removes a test entry: the only way to tell whether a keyring works.
    void probe(WriteDone done);

    /// Whether an answer that a user asked for is outstanding for longer than a keyring needs that asks nobody.
    [[nodiscard]] bool isWaiting() const;
    /// Ends those waits: they answer kCancelled.
    void cancel();

    static constexpr const char *kCancelled = "waiting for the keyring was cancelled";
    static constexpr const char *kDenied = "access to the keyring was denied";
    static constexpr const char *kNoAnswer = "the keyring did not answer; it may be locked";

Q_SIGNALS:
    void waitingChanged();
    /// What could not be waited for has come after all: asking again will be answered.
    void answeredLate();

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// Names of the `$VAR`s in the values of a config text, each once, in their order. Comments do not count. Any other text: all
/// names in it.
[[nodiscard]] std::vector<std::string> variableNames(std::string_view configText);

/// Adds or replaces NAME=value in a `.env` file, mode 0600, written atomically: the fallback without a keyring, used only with
/// the user's consent. Empty = done.
[[nodiscard]] std::string
writeEnvEntry(const std::string &envFile, const std::string &name, const Secret &value);

} // namespace spillway

#pragma GCC visibility pop
