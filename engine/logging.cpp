// SPDX-License-Identifier: MIT
#include "spillway/logging.h"

#include "core/log.h"
#include "core/redact.h"
#include "rpc/envelope.h"

#include <cstdio>

namespace spillway {

bool setLogFormat(std::string_view name)
{
    if (name != "text" && name != "json")
        return false;
    log::setFormat(name == "json" ? log::Format::Json : log::Format::Text);
    return true;
}

bool setLogLevel(std::string_view name)
{
    const auto level = log::levelFromName(name);
    if (level)
        log::setLevel(*level);
    return level.has_value();
}

void announce(std::string_view event, std::string_view text, std::string_view address)
{
    std::string line(text);
    if (log::format() == log::Format::Json) {
        line = log::jsonEvent(
            log::Level::Info, "core", event, {{"message", text}, {"address", address}});
    }
    std::fprintf(stdout, "%s\n", redact::apply(line).c_str());
    std::fflush(stdout);
}

AnswerParts splitAnswer(std::string_view answer)
{
    rpc::Answer parts;
    rpc::scanAnswer(answer, parts, answer.size() + 1);
    switch (parts.kind) {
    case rpc::Answer::Kind::Result:
        return {true, std::string(parts.result)};
    case rpc::Answer::Kind::Error:
        return {false, std::string(parts.error)};
    case rpc::Answer::Kind::Neither:
    case rpc::Answer::Kind::Array:
    case rpc::Answer::Kind::NotJson:
        return {false, std::string(answer)};
    }
    return {};
}

} // namespace spillway
