// SPDX-License-Identifier: MIT
#include "pipeline/logtext.h"

#include "chain/block.h"
#include "rpc/jsonscan.h"

namespace spillway {
namespace {

std::string_view unquoted(std::string_view token)
{
    return token.size() >= 2 && token.front() == '"' ? token.substr(1, token.size() - 2)
                                                     : std::string_view();
}

bool readLog(std::string_view text, LogText &log)
{
    log.text = text;
    bool numbered = false;
    rpc::Scanner scanner(text);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == "blockNumber") {
            const auto number = chain::parseQuantity(unquoted(value));
            numbered = number.has_value();
            log.block = number.value_or(0);
        } else if (key.raw == "logIndex") {
            log.index = chain::parseQuantity(unquoted(value)).value_or(0);
        } else if (key.raw == "blockHash") {
            log.blockHash = unquoted(value);
        } else if (key.raw == "removed") {
            log.removed = value;
        }
        return true;
    });
    return whole && numbered;
}

} // namespace

std::optional<std::vector<LogText>> readLogs(std::string_view result)
{
    std::vector<LogText> logs;
    rpc::Scanner scanner(result);
    scanner.skipSpace();
    const bool whole = scanner.elements([&] {
        const char *start = scanner.position();
        return scanner.skipValue()
               && readLog({start, static_cast<std::size_t>(scanner.position() - start)},
                          logs.emplace_back());
    });
    if (!whole)
        return std::nullopt;
    return logs;
}

std::optional<std::string_view> arrayContent(std::string_view result)
{
    rpc::Scanner scanner(result);
    scanner.skipSpace();
    const char *begin = scanner.position();
    if (scanner.peek() != '[' || !scanner.skipValue())
        return std::nullopt;
    std::string_view content(begin + 1, static_cast<std::size_t>(scanner.position() - begin) - 2);
    const auto first = content.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return std::string_view();
    return content.substr(first, content.find_last_not_of(" \t\r\n") - first + 1);
}

void appendRemoved(const LogText &log, std::string &out)
{
    if (log.removed.empty()) {
        out.append(log.text.substr(0, log.text.find_last_of('}'))).append(R"(,"removed":true})");
        return;
    }
    const auto at = static_cast<std::size_t>(log.removed.data() - log.text.data());
    out.append(log.text.substr(0, at)).append("true");
    out.append(log.text.substr(at + log.removed.size()));
}

} // namespace spillway
