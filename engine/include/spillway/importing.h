// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// What could not be kept or behaves differently, for programs that say it in another language by kind and values.
struct ImportNote
{
    enum class Kind {
        LeftOut,      ///< key, its line (may be empty)
        Unusable,     ///< key, its line (may be empty): known, but not with a value like that
        Variable,     ///< key, its line: a $ in it stood for itself
        Refused,      ///< key as it is called now, what is wrong: kept, but nothing starts with it
        NoAddress,    ///< line of a list that is no HTTP address
        Twice,        ///< line of a list with an address that it has already
        OneDocument,  ///< a YAML file has more than one
        Renumbered,   ///< priorities became tiers of other numbers
        Exposed,      ///< host: others reach it without a token
        PriceLists,   ///< they are read from where they were
        TakeUsage,    ///< how to take the used credits over
        EqualNodes,   ///< no node comes before another
        ListenUnread, ///< text that is no address
        OneNode,      ///< the original tried one node only
        Waits,        ///< full nodes are waited for
        CooldownCut,  ///< the longest wait is fixed
        Origins,      ///< pages of other origins are not let in
        ForwardedFor  ///< the header is not believed from everybody
    };

    ImportNote(Kind noteKind, std::vector<std::string> noteValues, std::string noteText);

    Kind kind;
    std::vector<std::string> values;
    std::string text; ///< one English sentence
};

/// A foreign configuration as Spillway's TOML. `$VAR`s stay as they were written; nothing is looked up in the environment.
struct ImportResult
{
    std::string text;    ///< TOML, ends with a line end; empty when `error` says why
    std::string dialect; ///< "CascadeRPC", "drm3 rpc-pool", "ethproxy", "URL list", "Spillway"
    std::vector<ImportNote> notes; ///< the same stands in the text as comments
    std::string error;             ///< one line; names the place where there is one
};

/// Reads a CascadeRPC TOML, a drm3 rpc-pool TOML, an ethproxy YAML (seeds S1, S3, S5) or a plain list of URLs, told apart by
/// content. Any thread. Never throws.
[[nodiscard]] ImportResult importConfig(const std::string &path);
/// The same for a text. `name` is what messages call the file.
[[nodiscard]] ImportResult importConfigText(std::string_view text, const std::string &name);

} // namespace spillway

#pragma GCC visibility pop
