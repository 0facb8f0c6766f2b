// SPDX-License-Identifier: MIT
// Log queries and their results: parts are queries for what they are said to be for, and a log that is taken back is the log.
#include "fuzz.h"
#include "pipeline/filterparams.h"
#include "pipeline/logquery.h"
#include "pipeline/logtext.h"
#include "upstream/outcome.h"

using namespace spillway;
using fuzz::require;

namespace {

void divide(const std::string &params)
{
    static_cast<void>(filterIdIn(params));
    static_cast<void>(faultOfLogFilter(params));
    const auto query = readLogQuery(params, 0x1234);
    if (!query)
        return;
    require(query->from <= query->to, "a range goes forward");
    if (!query->divisible)
        return;
    std::string part;
    appendLogPart(*query, query->from, query->from, 0, query->addresses.size(), part);
    const auto again = readLogQuery(part, query->from);
    require(again && again->from == query->from && again->to == query->from,
            "a part has its range");
    require(again->addresses == query->addresses && again->rest == query->rest,
            "a part asks for the same");
}

void takeBack(const std::string &result)
{
    static_cast<void>(arrayContent(result));
    const auto logs = readLogs(result);
    if (!logs)
        return;
    for (const LogText &log : *logs) {
        std::string removed = "[";
        appendRemoved(log, removed);
        removed += "]";
        const auto again = readLogs(removed);
        require(again && again->size() == 1, "a log that is taken back is a log");
        require(again->front().block == log.block && again->front().removed == "true",
                "it says so, and is the same one");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Input input(data, size);
    const bool query = input.byte() % 2 == 0;
    const std::string text(input.rest());
    if (query)
        divide(text);
    else
        takeBack(text);
    const LogsLesson lesson = readLogsLesson(text, 5000);
    require(lesson.blocks > 0 && lesson.blocks < 5000,
            "a lesson is narrower than what was asked for");
    return 0;
}
