// SPDX-License-Identifier: MIT
#include "config/configreader.h"
#include "config/tomltext.h"
#include "core/text.h"
#include "import/dialects.h"
#include "import/tomlwriter.h"
#include "spillway/configproblems.h"
#include "spillway/importing.h"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

namespace spillway {

// Not inline: GCC 12 believes a string to be overrun when it sees both its literal and its move.
ImportNote::ImportNote(Kind noteKind, std::vector<std::string> noteValues, std::string noteText)
    : kind(noteKind)
    , values(std::move(noteValues))
    , text(std::move(noteText))
{}

namespace {

/// Calls visit(line, number) for what is neither empty nor a comment, until it returns false.
template <typename Visit>
bool everyLine(std::string_view text, Visit visit)
{
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end), kBlanksAndLineEnds);
        if (!line.empty() && !line.starts_with('#') && !visit(line, number))
            return false;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return true;
}

/// A line of a list without what people put around an address: a bullet, quotes, a comma, a comment.
std::string_view addressIn(std::string_view line)
{
    if (line.starts_with("- ") || line.starts_with("* "))
        line = trimmed(line.substr(2), kBlanks);
    for (std::size_t at = line.find('#'); at != std::string_view::npos;
         at = line.find('#', at + 1)) {
        if (at > 0 && kBlanks.find(line[at - 1]) != std::string_view::npos) {
            line = trimmed(line.substr(0, at), kBlanks);
            break;
        }
    }
    return trimmed(line, " \t,;\"'");
}

/// Its scheme in lower case; empty: it has none.
std::string schemeOf(std::string_view address)
{
    const auto end = address.find("://");
    if (end == std::string_view::npos)
        return {};
    std::string scheme(address.substr(0, end));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(), [](unsigned char c) {
        return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    });
    return scheme;
}

/// The first line that says anything decides: no other dialect begins with an address.
bool looksLikeUrls(std::string_view text)
{
    bool urls = false;
    everyLine(text, [&](std::string_view line, int) {
        const std::string scheme = schemeOf(addressIn(line));
        urls = scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss";
        return false;
    });
    return urls;
}

/// YAML whose top level has `upstreams:`; TOML has no such line.
bool looksLikeEthproxy(std::string_view text)
{
    return !everyLine(text, [](std::string_view line, int) {
        return !(line.starts_with("upstreams:") || line.starts_with("\"upstreams\":"));
    });
}

/// A configuration of Spillway that has the tables of CascadeRPC only, and keys which that does not know.
bool isOwn(std::string_view text)
{
    ReadOptions options;
    options.switchOffBrokenNodes = true;
    options.registerSecrets = false;
    const ReadResult read = readConfigText(std::string(text), "import.toml", options);
    return std::none_of(read.issues.begin(), read.issues.end(), [](const ConfigIssue &issue) {
        return issue.problem == ConfigProblem::UnknownKey;
    });
}

/// What the check refuses in a text that is to be saved. Variables and price lists are looked for where it will lie, not here.
std::vector<ConfigIssue> refusals(const std::string &text)
{
    ReadOptions options;
    options.variables = [](const std::string &) { return std::nullopt; };
    options.registerSecrets = false;
    std::vector<ConfigIssue> issues = readConfigText(text, "import.toml", options).issues;
    std::erase_if(issues, [](const ConfigIssue &issue) {
        return issue.severity != ConfigIssue::Severity::Error
               || issue.problem == ConfigProblem::VariableUnset
               || issue.problem == ConfigProblem::PriceListUnreadable;
    });
    return issues;
}

/// What stays as it was written may be more than the original was asked to take. The lines that the refusals name are those below
/// the head, which has a line for each of them.
void noteRefusals(ImportResult &result)
{
    const std::size_t refused = refusals(result.text).size();
    if (refused == 0)
        return;
    const std::size_t head =
        refused + result.notes.size() + (result.text.starts_with('\n') ? 1 : 2);
    for (const ConfigIssue &issue : refusals(std::string(head, '\n') + result.text)) {
        result.notes.push_back({ImportNote::Kind::Refused,
                                {issue.key, issue.message},
                                issue.key + " will be refused: " + issue.message});
    }
}

std::string withHead(const ImportResult &result)
{
    std::string head =
        "# Made from the configuration of another program: " + result.dialect + ".\n";
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
    // A price list has the table [routing] too.
    const bool hasRouting = document.has("routing") && document.arraySize("nodes") > 0;
    if (document.has("chains") || hasRouting || document.has("health")
        || document.has("security")) {
        return {.text = std::string(text), .dialect = "Spillway", .notes = {}, .error = {}};
    }
    if (document.arraySize("nodes") > 0) {
        ImportResult result = import::fromCascade(std::move(document));
        const bool foreign =
            std::any_of(result.notes.begin(), result.notes.end(), [](const ImportNote &note) {
                return note.kind == ImportNote::Kind::LeftOut;
            });
        if (foreign && isOwn(text))
            return {.text = std::string(text), .dialect = "Spillway", .notes = {}, .error = {}};
        return result;
    }
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
    std::set<std::string> taken;
    everyLine(text, [&](std::string_view line, int number) {
        std::string_view rest = addressIn(line);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find_first_of(", \t"), rest.size());
            const std::string_view address = trimmed(rest.substr(0, end), "\"'");
            rest = trimmed(rest.substr(end), " \t,");
            const std::string scheme = schemeOf(address);
            if ((scheme != "http" && scheme != "https") || address.find('"') != address.npos) {
                result.notes.push_back({ImportNote::Kind::NoAddress,
                                        {std::to_string(number)},
                                        "line " + std::to_string(number)
                                            + " holds what is no http:// or https:// address: "
                                              "left out"});
                break;
            }
            const std::string url = scheme + std::string(address.substr(scheme.size()));
            if (!taken.insert(url).second) {
                result.notes.push_back(
                    {ImportNote::Kind::Twice,
                     {std::to_string(number)},
                     "line " + std::to_string(number) + " repeats an address: left out"});
                continue;
            }
            if (url.find('$') != url.npos)
                result.notes.push_back(variableNote("url", number));
            TomlTable node("[[nodes]]");
            node.text("name", names.take({}, url)).text("url", url);
            result.text += node.toml();
        }
        return true;
    });
    if (result.text.empty()) {
        result.error = "there is no http:// or https:// address in it";
        return result;
    }
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
        if (!result.error.starts_with(name))
            result.error = name + ": " + result.error;
        return result;
    }
    if (result.dialect != "Spillway") {
        noteRefusals(result);
        result.text = withHead(result);
    }
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
