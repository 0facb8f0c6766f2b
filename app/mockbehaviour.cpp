// SPDX-License-Identifier: MIT
#include "mockbehaviour.h"

#include "mockrequest.h"

#include <simdjson.h>

#include <charconv>
#include <fstream>

namespace spillway::mock {

namespace {

using simdjson::dom::element;
using simdjson::dom::object;

/// The first fault found in a script; reading goes on, so that the code stays straight.
class Issues
{
public:
    void add(std::string_view key, std::string_view what)
    {
        if (m_text.empty())
            m_text = std::string(key) + ": " + std::string(what);
    }

    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    std::string m_text;
};

std::uint64_t unsignedOf(element value, std::string_view key, Issues &issues)
{
    std::uint64_t number = 0;
    if (value.get(number) != simdjson::SUCCESS)
        issues.add(key, "must be a whole number of at least 0");
    return number;
}

double doubleOf(element value, std::string_view key, Issues &issues)
{
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS)
        issues.add(key, "must be a number");
    return number;
}

bool boolOf(element value, std::string_view key, Issues &issues)
{
    bool flag = false;
    if (value.get(flag) != simdjson::SUCCESS)
        issues.add(key, "must be true or false");
    return flag;
}

std::string textOf(element value, std::string_view key, Issues &issues)
{
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS)
        issues.add(key, "must be a string");
    return std::string(text);
}

Micros millisOf(element value, std::string_view key, Issues &issues)
{
    return Micros(static_cast<std::int64_t>(doubleOf(value, key, issues) * 1000));
}

DelayRange delayOf(element value, std::string_view key, Issues &issues)
{
    simdjson::dom::array bounds;
    if (value.get(bounds) != simdjson::SUCCESS) {
        const Micros both = millisOf(value, key, issues);
        return {both, both};
    }
    if (bounds.size() != 2) {
        issues.add(key, "must be a number of milliseconds or [least, most]");
        return {};
    }
    return {millisOf(bounds.at(0).value(), key, issues),
            millisOf(bounds.at(1).value(), key, issues)};
}

template <typename Enum>
Enum wordOf(element value,
            std::string_view key,
            Issues &issues,
            std::initializer_list<std::pair<std::string_view, Enum>> words)
{
    const std::string text = textOf(value, key, issues);
    std::string allowed;
    for (const auto &[word, meaning] : words) {
        if (word == text)
            return meaning;
        allowed += (allowed.empty() ? "" : ", ") + std::string(word);
    }
    issues.add(key, "must be one of " + allowed);
    return words.begin()->second;
}

void readHeaders(element value, Reply &reply, Issues &issues)
{
    object headers;
    if (value.get(headers) != simdjson::SUCCESS) {
        issues.add("headers", "must be an object");
        return;
    }
    for (const auto field : headers)
        reply.headers.emplace_back(std::string(field.key), textOf(field.value, "headers", issues));
}

bool readContent(std::string_view key, element value, Reply &reply, Issues &issues)
{
    if (key == "result")
        reply.result = simdjson::minify(value);
    else if (key == "result_text")
        reply.result = textOf(value, key, issues);
    else if (key == "error")
        reply.error = simdjson::minify(value);
    else if (key == "error_text")
        reply.error = textOf(value, key, issues);
    else if (key == "body")
        reply.body = textOf(value, key, issues);
    else if (key == "id")
        reply.id = simdjson::minify(value);
    else if (key == "fill")
        reply.fill = unsignedOf(value, key, issues);
    else if (key == "status")
        reply.status = static_cast<int>(unsignedOf(value, key, issues));
    else if (key == "headers")
        readHeaders(value, reply, issues);
    else if (key == "content_type")
        reply.contentType = textOf(value, key, issues);
    else
        return false;
    return true;
}

bool readWire(std::string_view key, element value, Reply &reply, Issues &issues)
{
    using Framing = Reply::Framing;
    using Fate = Reply::Fate;
    if (key == "framing")
        reply.framing = wordOf<Framing>(value,
                                        key,
                                        issues,
                                        {{"length", Framing::Length},
                                         {"chunked", Framing::Chunked},
                                         {"close", Framing::UntilClose},
                                         {"bad_chunk", Framing::BadChunk}});
    else if (key == "fate")
        reply.fate = wordOf<Fate>(value,
                                  key,
                                  issues,
                                  {{"answer", Fate::Answer},
                                   {"stall", Fate::Stall},
                                   {"close", Fate::CloseSilently},
                                   {"reset", Fate::ResetSilently}});
    else if (key == "gzip")
        reply.gzip = boolOf(value, key, issues);
    else if (key == "close_after")
        reply.closeAfter = boolOf(value, key, issues);
    else if (key == "continue_first")
        reply.continueFirst = boolOf(value, key, issues);
    else if (key == "content_length")
        reply.contentLength = unsignedOf(value, key, issues);
    else if (key == "truncate_after")
        reply.truncateAfter = unsignedOf(value, key, issues);
    else if (key == "reset_after")
        reply.resetAfter = unsignedOf(value, key, issues);
    else if (key == "slow_bytes")
        reply.slowBytes = unsignedOf(value, key, issues);
    else if (key == "slow_interval_ms")
        reply.slowInterval = millisOf(value, key, issues);
    else
        return false;
    return true;
}

bool readReplyKey(std::string_view key, element value, Reply &reply, Issues &issues)
{
    if (key == "pass")
        reply.pass = boolOf(value, key, issues);
    else if (key == "delay_ms")
        reply.delay = delayOf(value, key, issues);
    else if (key == "times")
        reply.times = static_cast<unsigned>(unsignedOf(value, key, issues));
    else
        return readContent(key, value, reply, issues) || readWire(key, value, reply, issues);
    return true;
}

Reply readReply(element value, std::string_view where, Issues &issues)
{
    Reply reply;
    object fields;
    if (value.get(fields) != simdjson::SUCCESS) {
        issues.add(where, "must be an object that describes a reply");
        return reply;
    }
    for (const auto field : fields) {
        if (field.key != "probability" && !readReplyKey(field.key, field.value, reply, issues))
            issues.add(std::string(where) + "." + std::string(field.key), "is not known");
    }
    return reply;
}

/// One reply stands for a cycle of one.
Steps readSteps(element value, std::string_view where, Issues &issues)
{
    Steps steps;
    simdjson::dom::array list;
    if (value.get(list) != simdjson::SUCCESS) {
        steps.replies.push_back(readReply(value, where, issues));
        steps.cycle = true;
        return steps;
    }
    for (const auto item : list)
        steps.replies.push_back(readReply(item, where, issues));
    return steps;
}

void readMethods(element value, Behaviour &out, Issues &issues)
{
    object methods;
    if (value.get(methods) != simdjson::SUCCESS) {
        issues.add("methods", "must be an object");
        return;
    }
    for (const auto field : methods) {
        Steps steps = readSteps(field.value, field.key, issues);
        if (field.key.ends_with('*'))
            out.prefixes.emplace_back(field.key.substr(0, field.key.size() - 1), std::move(steps));
        else
            out.methods.emplace(field.key, std::move(steps));
    }
}

void readFaults(element value, Behaviour &out, Issues &issues)
{
    simdjson::dom::array list;
    if (value.get(list) != simdjson::SUCCESS) {
        issues.add("faults", "must be an array");
        return;
    }
    for (const auto item : list) {
        Fault fault;
        fault.reply = readReply(item, "faults", issues);
        element probability;
        if (item["probability"].get(probability) == simdjson::SUCCESS)
            fault.probability = doubleOf(probability, "faults.probability", issues);
        else
            issues.add("faults.probability", "is missing");
        out.faults.push_back(std::move(fault));
    }
}

void readRateLimit(element value, RateLimit &out, Issues &issues)
{
    out.reply.status = 429;
    out.reply.error = R"({"code":-32005,"message":"rate limit exceeded"})";
    object fields;
    if (value.get(fields) != simdjson::SUCCESS) {
        issues.add("rate_limit", "must be an object");
        return;
    }
    for (const auto field : fields) {
        if (field.key == "rps")
            out.perSecond = doubleOf(field.value, "rate_limit.rps", issues);
        else if (field.key == "burst")
            out.burst = doubleOf(field.value, "rate_limit.burst", issues);
        else if (field.key == "retry_after")
            out.retryAfter = textOf(field.value, "rate_limit.retry_after", issues);
        else if (field.key == "reply")
            out.reply = readReply(field.value, "rate_limit.reply", issues);
        else
            issues.add("rate_limit." + std::string(field.key), "is not known");
    }
    out.burst = std::max(out.burst, 1.0);
}

void readEvm(element value, EvmOptions &out, Issues &issues)
{
    object fields;
    if (value.get(fields) != simdjson::SUCCESS) {
        issues.add("evm", "must be an object");
        return;
    }
    for (const auto field : fields) {
        if (field.key == "chain_id")
            out.chainId = unsignedOf(field.value, field.key, issues);
        else if (field.key == "head")
            out.head = unsignedOf(field.value, field.key, issues);
        else if (field.key == "block_time_ms")
            out.blockTime = millisOf(field.value, field.key, issues);
        else if (field.key == "fork_from")
            out.forkFrom = unsignedOf(field.value, field.key, issues);
        else if (field.key == "fork_salt")
            out.forkSalt = unsignedOf(field.value, field.key, issues);
        else if (field.key == "syncing")
            out.syncing = boolOf(field.value, field.key, issues);
        else if (field.key == "logs_per_block")
            out.logsPerBlock = unsignedOf(field.value, field.key, issues);
        else if (field.key == "max_logs_span")
            out.maxLogsSpan = unsignedOf(field.value, field.key, issues);
        else if (field.key == "max_logs")
            out.maxLogs = unsignedOf(field.value, field.key, issues);
        else if (field.key == "max_log_addresses")
            out.maxLogAddresses = unsignedOf(field.value, field.key, issues);
        else
            issues.add("evm." + std::string(field.key), "is not known");
    }
}

void readSolana(element value, SolanaOptions &out, Issues &issues)
{
    object fields;
    if (value.get(fields) != simdjson::SUCCESS) {
        issues.add("solana", "must be an object");
        return;
    }
    for (const auto field : fields) {
        if (field.key == "slot")
            out.slot = unsignedOf(field.value, field.key, issues);
        else if (field.key == "slot_time_ms")
            out.slotTime = millisOf(field.value, field.key, issues);
        else if (field.key == "behind")
            out.behind = unsignedOf(field.value, field.key, issues);
        else
            issues.add("solana." + std::string(field.key), "is not known");
    }
}

bool readConnectionKey(std::string_view key, element value, Behaviour &out, Issues &issues)
{
    using Reuse = Behaviour::Reuse;
    if (key == "idle_close_ms")
        out.idleClose = millisOf(value, key, issues);
    else if (key == "reuse")
        out.reuse =
            wordOf<Reuse>(value,
                          key,
                          issues,
                          {{"ok", Reuse::Ok}, {"close", Reuse::Close}, {"reset", Reuse::Reset}});
    else if (key == "max_requests")
        out.maxRequests = static_cast<unsigned>(unsignedOf(value, key, issues));
    else if (key == "keep_alive")
        out.keepAliveHeader = textOf(value, key, issues);
    else if (key == "record")
        out.record = boolOf(value, key, issues);
    else
        return false;
    return true;
}

bool readLayerKey(std::string_view key, element value, Behaviour &out, Issues &issues)
{
    if (key == "steps")
        out.steps.replies = readSteps(value, key, issues).replies;
    else if (key == "cycle")
        out.steps.cycle = boolOf(value, key, issues);
    else if (key == "faults")
        readFaults(value, out, issues);
    else if (key == "seed")
        out.random.seed(
            static_cast<std::uint_fast32_t>(unsignedOf(value, key, issues) % 2147483646 + 1));
    else if (key == "methods")
        readMethods(value, out, issues);
    else if (key == "rate_limit")
        readRateLimit(value, out.rateLimit, issues);
    else
        return false;
    return true;
}

void readKey(std::string_view key, element value, Behaviour &out, Issues &issues)
{
    using Mode = Behaviour::Mode;
    using Batch = Behaviour::Batch;
    if (key == "node" || key == "action")
        return;
    if (key == "mode") {
        out.mode = wordOf<Mode>(value,
                                key,
                                issues,
                                {{"constant", Mode::Constant},
                                 {"evm", Mode::Evm},
                                 {"solana", Mode::Solana},
                                 {"replay", Mode::Replay}});
    } else if (key == "batch") {
        out.batch = wordOf<Batch>(value,
                                  key,
                                  issues,
                                  {{"array", Batch::Array},
                                   {"shuffle", Batch::Shuffle},
                                   {"object", Batch::Object},
                                   {"refuse", Batch::Refuse}});
    } else if (key == "max_batch") {
        out.maxBatch = unsignedOf(value, key, issues);
    } else if (key == "evm") {
        out.mode = Mode::Evm;
        readEvm(value, out.evm, issues);
    } else if (key == "solana") {
        out.mode = Mode::Solana;
        readSolana(value, out.solana, issues);
    } else if (key == "replay") {
        std::string error;
        out.mode = Mode::Replay;
        out.replay = loadReplay(textOf(value, key, issues), error);
        if (!out.replay)
            issues.add(key, error);
    } else if (!readLayerKey(key, value, out, issues) && !readConnectionKey(key, value, out, issues)
               && !readReplyKey(key, value, out.base, issues)) {
        issues.add(key, "is not known");
    }
}

} // namespace

bool Reply::shapesTransport() const
{
    return status != 200 || !headers.empty() || framing != Framing::Length || fate != Fate::Answer
           || gzip || closeAfter || continueFirst || contentLength || truncateAfter || resetAfter
           || slowBytes > 0 || contentType != "application/json";
}

const Reply *Steps::next()
{
    if (m_position >= replies.size()) {
        if (!cycle || replies.empty())
            return nullptr;
        m_position = 0;
    }
    const Reply *reply = &replies[m_position];
    if (++m_used >= reply->times) {
        m_used = 0;
        ++m_position;
    }
    return reply;
}

std::string ReplayTable::key(std::string_view method, std::string_view params)
{
    std::string text(method);
    text += '\n';
    text += params;
    return text;
}

const ReplayTable::Entry *ReplayTable::find(std::string_view method, std::string_view params) const
{
    const auto it = entries.find(key(method, params));
    return it == entries.end() ? nullptr : &it->second;
}

Steps *Behaviour::stepsFor(std::string_view method)
{
    if (const auto it = methods.find(method); it != methods.end())
        return &it->second;
    for (auto &[prefix, prefixed] : prefixes) {
        if (method.starts_with(prefix))
            return &prefixed;
    }
    return nullptr;
}

std::optional<Behaviour> parseBehaviour(std::string_view json, std::string &error)
{
    simdjson::dom::parser parser;
    element root;
    if (const auto code = parser.parse(json.data(), json.size()).get(root);
        code != simdjson::SUCCESS) {
        error = simdjson::error_message(code);
        return std::nullopt;
    }
    object fields;
    if (root.get(fields) != simdjson::SUCCESS) {
        error = "must be a JSON object";
        return std::nullopt;
    }
    Issues issues;
    Behaviour out;
    for (const auto field : fields)
        readKey(field.key, field.value, out, issues);
    error = issues.text();
    if (!error.empty())
        return std::nullopt;
    return out;
}

std::shared_ptr<const ReplayTable> loadReplay(const std::string &file, std::string &error)
{
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        error = "cannot read " + file;
        return nullptr;
    }
    auto table = std::make_shared<ReplayTable>();
    simdjson::dom::parser parser;
    RequestReader reader;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty())
            continue;
        element root;
        std::string_view request;
        std::string_view response;
        if (parser.parse(line).get(root) != simdjson::SUCCESS
            || root["request"].get(request) != simdjson::SUCCESS
            || root["response"].get(response) != simdjson::SUCCESS) {
            error =
                file + ":" + std::to_string(number) + ": must hold request and response as strings";
            return nullptr;
        }
        const std::string responseText(response);
        const auto id = reader.idPosition(responseText);
        if (!reader.read(request) || reader.calls().size() != 1 || !id) {
            error = file + ":" + std::to_string(number) + ": not a JSON-RPC exchange";
            return nullptr;
        }
        const Call &call = reader.calls().front();
        ReplayTable::Entry entry{responseText.substr(0, id->first),
                                 responseText.substr(id->first + id->second)};
        // The first recording of a request wins, as recordings of a moving tag may differ.
        table->entries.emplace(ReplayTable::key(call.method, call.params), std::move(entry));
    }
    return table;
}

std::optional<DelayRange> parseDelay(std::string_view text)
{
    const auto one = [](std::string_view part) -> std::optional<Micros> {
        double value = 0;
        const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), value);
        const std::string_view unit(end, static_cast<std::size_t>(part.data() + part.size() - end));
        if (code != std::errc() || value < 0 || value > 1e6)
            return std::nullopt;
        if (unit == "us")
            return Micros(static_cast<std::int64_t>(value));
        if (unit == "ms" || unit.empty())
            return Micros(static_cast<std::int64_t>(value * 1e3));
        if (unit == "s")
            return Micros(static_cast<std::int64_t>(value * 1e6));
        return std::nullopt;
    };
    const auto dash = text.find('-');
    const auto least = one(text.substr(0, dash));
    const auto most = dash == std::string_view::npos ? least : one(text.substr(dash + 1));
    if (!least || !most || *most < *least)
        return std::nullopt;
    return DelayRange{*least, *most};
}

} // namespace spillway::mock
