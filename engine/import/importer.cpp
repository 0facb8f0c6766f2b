// SPDX-License-Identifier: MIT
#include "config/tomltext.h"
#include "core/text.h"
#include "import/dialects.h"
#include "import/tomlwriter.h"
#include "spillway/importing.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace spillway {

// Not inline: GCC 12 believes a string to be overrun when it sees both its literal and its move.
ImportNote::ImportNote(Kind noteKind, std::vector<std::string> noteValues, std::string noteText)
    : kind(noteKind)
    , values(std::move(noteValues))
    , text(std::move(noteText))
{}

namespace {

template <typename Visit>
bool everyLine(std::string_view text, Visit visit)
{
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end), kBlanksAndLineEnds);
        if (!line.empty() && !line.starts_with('#') && !visit(line))
            return false;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return true;
}

bool looksLikeUrls(std::string_view text)
{
    bool any = false;
    const bool all = everyLine(text, [&](std::string_view line) {
        any = true;
        return (line.starts_with("http://") || line.starts_with("https://"))
               && line.find_first_of(" \t\"") == std::string_view::npos;
    });
    return any && all;
}

/// YAML whose top level has `upstreams:`; TOML has no such line.
bool looksLikeEthproxy(std::string_view text)
{
    return !everyLine(text, [](std::string_view line) {
        return !(line.starts_with("upstreams:") || line.starts_with("\"upstreams\":"));
    });
}

std::string withHead(const ImportResult &result)
{
    std::string head = "# Made from a " + result.dialect + " configuration.\n";
    for (const ImportNote &note : result.notes) {
        head += "# - ";
        for (const char c : note.text)
            head += c == '\n' || c == '\r' ? ' ' : c;
        head += '\n';
    }
    return head + (result.text.starts_with('\n') ? "" : "\n") + result.text;
}

ImportResult failed(std::string error)
{
    return {.text = {}, .dialect = {}, .notes = {}, .error = std::move(error)};
}

ImportResult fromToml(std::string_view text, const std::string &name)
{
    ConfigDocument document{std::string(text)};
    if (!document.error().empty()) {
        return failed(name + ":" + std::to_string(document.errorLine())
                      + ": neither TOML, nor an ethproxy YAML, nor a list of URLs: "
                      + document.error());
    }
    if (document.arraySize("endpoints") > 0)
        return import::fromRpcPool(document);
    if (document.has("chains") || document.has("routing") || document.has("health")
        || document.has("security")) {
        return {.text = std::string(text), .dialect = "Spillway", .notes = {}, .error = {}};
    }
    if (document.arraySize("nodes") > 0)
        return import::fromCascade(std::move(document));
    return failed(name
                  + ": no configuration that can be imported: there is neither [[nodes]] "
                    "(CascadeRPC), nor [[endpoints]] "
                    "(drm3 rpc-pool), nor upstreams: (ethproxy)");
}

} // namespace

namespace import {

ImportResult fromUrlList(std::string_view text)
{
    ImportResult result{.text = {}, .dialect = "URL list", .notes = {}, .error = {}};
    NodeNames names;
    everyLine(text, [&](std::string_view line) {
        TomlTable node("[[nodes]]");
        node.text("name", names.take({}, line)).text("url", line);
        result.text += node.toml();
        return true;
    });
    result.notes.push_back(
        {ImportNote::Kind::EqualNodes,
         {},
         "all nodes are equal; give a preferred one a lower tier than the others"});
    return result;
}

} // namespace import

ImportResult importConfigText(std::string_view text, const std::string &name)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (const int line = config::firstBadlyEncodedLine(text); line > 0)
        return failed(name + ":" + std::to_string(line)
                      + ": not valid UTF-8: save the file as UTF-8");
    ImportResult result;
    try {
        if (looksLikeUrls(text))
            result = import::fromUrlList(text);
        else if (looksLikeEthproxy(text))
            result = import::fromEthproxy(text, name);
        else
            result = fromToml(text, name);
    } catch (const std::exception &problem) {
        return failed(name + ": " + problem.what());
    }
    if (!result.error.empty()) {
        result.text.clear();
        return result;
    }
    if (result.dialect != "Spillway")
        result.text = withHead(result);
    if (!result.text.ends_with('\n'))
        result.text += '\n';
    return result;
}

ImportResult importConfig(const std::string &path)
{
    std::string problem;
    const auto text = config::readTextFile(path, problem);
    if (!text)
        return failed(path + ": " + problem);
    if (text->size() > config::kMaxFileBytes)
        return failed(path + ": larger than 4 MiB, that is no configuration");
    return importConfigText(*text, path);
}

} // namespace spillway
