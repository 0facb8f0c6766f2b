// SPDX-License-Identifier: MIT
#include "mocknode.h"

#include "core/jsontext.h"
#include "mockchain.h"

#include <algorithm>
#include <cmath>
#include <zlib.h>

namespace spillway::mock {

namespace {

constexpr std::size_t kRecordLimit = 2000;
constexpr std::string_view kRefusedBatch =
    R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch requests are not supported"}})";

std::string gzipped(const std::string &text)
{
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 32, '\0');
    std::string input = text;
    stream.next_in = reinterpret_cast<Bytef *>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string_view reasonOf(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 429:
        return "Too Many Requests";
    case 500:
        return "Internal Server Error";
    case 502:
        return "Bad Gateway";
    case 503:
        return "Service Unavailable";
    default:
        return "Status";
    }
}

void replaceAll(std::string &text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string chunked(const std::string &body, bool broken)
{
    constexpr std::size_t kChunk = 4096;
    std::string out;
    for (std::size_t at = 0; at < body.size(); at += kChunk) {
        const std::size_t length = std::min(kChunk, body.size() - at);
        char size[20];
        std::snprintf(size, sizeof size, "%zx\r\n", length);
        out.append(size).append(body, at, length).append("\r\n");
    }
    // A broken size line stands where the last chunk should end the body.
    out += broken ? "zz\r\n" : "0\r\n\r\n";
    return out;
}

} // namespace

void Plan::clear()
{
    bytes.clear();
    bodyStart = 0;
    delay = Micros(0);
    fate = Reply::Fate::Answer;
    closeAfter = false;
    resetAfter = false;
    slowBytes = 0;
    slowInterval = Micros(0);
}

void Node::setBehaviour(Behaviour behaviour)
{
    const std::scoped_lock lock(m_mutex);
    m_behaviour = std::move(behaviour);
    m_started = std::chrono::steady_clock::now();
    m_tokens = m_behaviour.rateLimit.burst;
    m_tokensAt = m_started;
    m_recording = m_behaviour.record;
    m_idleClose = m_behaviour.idleClose.count();
}

void Node::setHead(std::uint64_t head)
{
    const std::scoped_lock lock(m_mutex);
    m_behaviour.evm.head = head;
    m_behaviour.solana.slot = head;
    m_started = std::chrono::steady_clock::now();
}

void Node::answer(const Incoming &request, RequestReader &reader, Plan &plan)
{
    const bool isJson = reader.read(request.body);
    const std::scoped_lock lock(m_mutex);
    begin(request);
    plan.clear();
    if (m_behaviour.reuse != Behaviour::Reuse::Ok && request.number > 1) {
        plan.fate = m_behaviour.reuse == Behaviour::Reuse::Close ? Reply::Fate::CloseSilently
                                                                 : Reply::Fate::ResetSilently;
        return;
    }
    plan.closeAfter = m_behaviour.maxRequests > 0 && request.number >= m_behaviour.maxRequests;
    if (!isJson) {
        Reply refusal;
        refusal.status = 400;
        refusal.error = R"({"code":-32700,"message":"parse error"})";
        std::string body;
        writeReply(refusal, {"", "null", ""}, body);
        compose(refusal, std::move(body), {}, plan);
        return;
    }
    counters.calls.fetch_add(reader.calls().size(), std::memory_order_relaxed);
    if (reader.isBatch())
        counters.batches.fetch_add(1, std::memory_order_relaxed);
    for (const Call &call : reader.calls()) {
        const auto it = m_methods.find(call.method);
        if (it != m_methods.end())
            ++it->second;
        else
            m_methods.emplace(call.method, 1);
    }
    answerCalls(reader, plan);
}

void Node::begin(const Incoming &request)
{
    counters.requests.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t now = counters.inFlight.fetch_add(1, std::memory_order_relaxed) + 1;
    if (now > counters.maxInFlight.load(std::memory_order_relaxed))
        counters.maxInFlight.store(now, std::memory_order_relaxed);
    if (m_behaviour.record)
        record(request);
}

bool Node::takeTokens(std::size_t count, Reply &refusal)
{
    const RateLimit &limit = m_behaviour.rateLimit;
    if (limit.perSecond <= 0)
        return true;
    const Time now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - m_tokensAt).count();
    m_tokens = std::min(limit.burst, m_tokens + passed * limit.perSecond);
    m_tokensAt = now;
    if (m_tokens >= static_cast<double>(count)) {
        m_tokens -= static_cast<double>(count);
        return true;
    }
    counters.limited.fetch_add(1, std::memory_order_relaxed);
    refusal = limit.reply;
    if (limit.retryAfter == "auto") {
        const double wait = (static_cast<double>(count) - m_tokens) / limit.perSecond;
        refusal.headers.emplace_back("Retry-After",
                                     std::to_string(static_cast<long>(std::ceil(wait))));
    } else if (!limit.retryAfter.empty()) {
        refusal.headers.emplace_back("Retry-After", limit.retryAfter);
    }
    return false;
}

/// The reply that a step or a fault prescribes for the whole request, or null.
const Reply *Node::layerReply()
{
    if (const Reply *step = m_behaviour.steps.next(); step && !step->pass)
        return step;
    for (const Fault &fault : m_behaviour.faults) {
        if (std::uniform_real_distribution<>(0, 1)(m_behaviour.random) < fault.probability)
            return &fault.reply;
    }
    return nullptr;
}

void Node::answerCalls(const RequestReader &reader, Plan &plan)
{
    const std::vector<Call> &calls = reader.calls();
    const Call first = calls.empty() ? Call() : calls.front();
    Reply refusal;
    const Reply *shape = takeTokens(calls.size(), refusal) ? layerReply() : &refusal;
    std::string body;
    if (shape && (shape->body || (shape == &refusal && !reader.isBatch()))) {
        writeReply(*shape, first, body);
    } else if (reader.isBatch()) {
        answerBatch(reader, body, shape, plan);
    } else if (shape) {
        if (shape->result || shape->error || shape->fill > 0)
            writeReply(*shape, first, body);
        else
            answerCall(first, body);
    } else {
        shape = &answerCall(first, body);
    }
    addDelay(*shape, plan);
    const bool silent =
        reader.isBatch() ? body == "[]" : first.isNotification() && !shape->shapesTransport();
    if (silent && !calls.empty()) {
        Reply nothing;
        nothing.status = 204;
        compose(nothing, {}, first, plan);
        return;
    }
    compose(*shape, std::move(body), first, plan);
}

void Node::answerBatch(const RequestReader &reader,
                       std::string &body,
                       const Reply *&shape,
                       Plan &plan)
{
    const std::vector<Call> &calls = reader.calls();
    const Reply *const prescribed = shape;
    if (!prescribed)
        shape = &m_behaviour.base;
    if (m_behaviour.batch == Behaviour::Batch::Refuse
        || (m_behaviour.maxBatch > 0 && calls.size() > m_behaviour.maxBatch)) {
        body = kRefusedBatch;
        return;
    }
    std::vector<std::string> parts;
    for (const Call &call : calls) {
        if (call.isNotification())
            continue;
        std::string &part = parts.emplace_back();
        if (prescribed && (prescribed->result || prescribed->error)) {
            writeReply(*prescribed, call, part);
            continue;
        }
        const Reply &reply = answerCall(call, part);
        addDelay(reply, plan);
        if (!prescribed && reply.shapesTransport())
            shape = &reply;
    }
    if (m_behaviour.batch == Behaviour::Batch::Object) {
        body = parts.empty() ? std::string() : parts.front();
        return;
    }
    if (m_behaviour.batch == Behaviour::Batch::Shuffle)
        std::shuffle(parts.begin(), parts.end(), m_behaviour.random);
    body = "[";
    for (std::size_t i = 0; i < parts.size(); ++i)
        body.append(i == 0 ? "" : ",").append(parts[i]);
    body += ']';
}

/// Writes the answer object of one call and returns the reply that shaped it.
const Reply &Node::answerCall(const Call &call, std::string &out)
{
    if (Steps *steps = m_behaviour.stepsFor(call.method)) {
        if (const Reply *reply = steps->next(); reply && !reply->pass) {
            if (reply->result || reply->error || reply->body || reply->fill > 0)
                writeReply(*reply, call, out);
            else
                writeMode(call, out);
            return *reply;
        }
    }
    writeMode(call, out);
    return m_behaviour.base;
}

void Node::writeReply(const Reply &reply, const Call &call, std::string &out)
{
    const std::string_view id = reply.id          ? std::string_view(*reply.id)
                                : call.id.empty() ? "null"
                                                  : call.id;
    if (reply.body) {
        std::string text = *reply.body;
        replaceAll(text, "{{id}}", id);
        replaceAll(text, "{{method}}", call.method);
        out += text;
        return;
    }
    out.append(R"({"jsonrpc":"2.0","id":)").append(id);
    if (reply.error)
        out.append(R"(,"error":)").append(*reply.error);
    else if (reply.fill > 0)
        out.append(R"(,"result":")").append(reply.fill, 'x').append("\"");
    else
        out.append(R"(,"result":)")
            .append(reply.result ? std::string_view(*reply.result) : R"("ok")");
    out += '}';
}

void Node::writeMode(const Call &call, std::string &out)
{
    if (m_behaviour.mode == Behaviour::Mode::Replay && m_behaviour.replay) {
        if (const auto *entry = m_behaviour.replay->find(call.method, call.params)) {
            out.append(entry->head).append(call.id.empty() ? "null" : call.id).append(entry->tail);
            return;
        }
    }
    if (m_behaviour.mode == Behaviour::Mode::Constant) {
        writeReply(m_behaviour.base, call, out);
        return;
    }
    out.append(R"({"jsonrpc":"2.0","id":)").append(call.id.empty() ? "null" : call.id).append(",");
    if (m_behaviour.mode == Behaviour::Mode::Evm)
        appendEvmMember(m_behaviour.evm,
                        m_behaviour.evm.head + movedBy(m_behaviour.evm.blockTime),
                        call.method,
                        call.params,
                        out);
    else if (m_behaviour.mode == Behaviour::Mode::Solana)
        appendSolanaMember(m_behaviour.solana,
                           m_behaviour.solana.slot + movedBy(m_behaviour.solana.slotTime),
                           call.method,
                           out);
    else
        out += R"("error":{"code":-32601,"message":"no recorded answer to this request"})";
    out += '}';
}

/// Frames the body as the reply wants it, with all its faults.
void Node::compose(const Reply &shape, std::string body, const Call &first, Plan &plan)
{
    using Framing = Reply::Framing;
    plan.fate = shape.fate;
    if (shape.gzip)
        body = gzipped(body);
    std::string &out = plan.bytes;
    if (shape.continueFirst)
        out += "HTTP/1.1 100 Continue\r\n\r\n";
    out.append("HTTP/1.1 ")
        .append(std::to_string(shape.status))
        .append(" ")
        .append(reasonOf(shape.status));
    if (shape.status != 204)
        out.append("\r\nContent-Type: ").append(shape.contentType);
    for (const auto &[name, value] : shape.headers) {
        std::string text = value;
        replaceAll(text, "{{id}}", first.id);
        out.append("\r\n").append(name).append(": ").append(text);
    }
    if (shape.gzip)
        out += "\r\nContent-Encoding: gzip";
    if (!m_behaviour.keepAliveHeader.empty())
        out.append("\r\nKeep-Alive: ").append(m_behaviour.keepAliveHeader);
    if (shape.closeAfter)
        out += "\r\nConnection: close";
    if (shape.framing == Framing::Chunked || shape.framing == Framing::BadChunk)
        out += "\r\nTransfer-Encoding: chunked";
    else if (shape.framing == Framing::Length && shape.status != 204)
        out.append("\r\nContent-Length: ")
            .append(std::to_string(shape.contentLength.value_or(body.size())));
    out += "\r\n\r\n";
    plan.bodyStart = out.size();
    if (shape.framing == Framing::Chunked || shape.framing == Framing::BadChunk)
        out += chunked(body, shape.framing == Framing::BadChunk);
    else
        out += body;

    if (const auto cut = shape.truncateAfter ? shape.truncateAfter : shape.resetAfter) {
        out.resize(std::min(out.size(), plan.bodyStart + *cut));
        plan.closeAfter = true;
        plan.resetAfter = shape.resetAfter.has_value();
    }
    if (shape.closeAfter || shape.framing == Framing::UntilClose)
        plan.closeAfter = true;
    plan.slowBytes = shape.slowBytes;
    plan.slowInterval = shape.slowInterval;
}

void Node::addDelay(const Reply &reply, Plan &plan)
{
    const auto &range = reply.delay ? reply.delay : m_behaviour.base.delay;
    if (!range)
        return;
    Micros delay = range->least;
    if (range->most > range->least)
        delay = Micros(std::uniform_int_distribution<std::int64_t>(
            range->least.count(), range->most.count())(m_behaviour.random));
    plan.delay = std::max(plan.delay, delay);
}

std::uint64_t Node::movedBy(Micros interval) const
{
    if (interval.count() <= 0)
        return 0;
    return static_cast<std::uint64_t>((std::chrono::steady_clock::now() - m_started) / interval);
}

void Node::record(const Incoming &request)
{
    json::Writer out;
    out.beginObject()
        .field("method", request.method)
        .field("target", request.target)
        .field("headers", request.headers)
        .field("body", request.body)
        .field("number", static_cast<std::uint64_t>(request.number))
        .endObject();
    m_recorded.push_back(out.take());
    if (m_recorded.size() > kRecordLimit)
        m_recorded.pop_front();
}

void Node::reset()
{
    const std::scoped_lock lock(m_mutex);
    for (auto *counter : {&counters.requests,
                          &counters.calls,
                          &counters.batches,
                          &counters.answered,
                          &counters.aborted,
                          &counters.limited,
                          &counters.connections,
                          &counters.bytesIn,
                          &counters.bytesOut})
        counter->store(0);
    counters.maxInFlight.store(counters.inFlight.load());
    m_methods.clear();
    m_recorded.clear();
}

std::string Node::countersJson()
{
    const std::scoped_lock lock(m_mutex);
    json::Writer out;
    const auto field = [&out](std::string_view name, const std::atomic<std::uint64_t> &counter) {
        out.field(name, counter.load(std::memory_order_relaxed));
    };
    out.beginObject();
    field("requests", counters.requests);
    field("calls", counters.calls);
    field("batches", counters.batches);
    field("answered", counters.answered);
    field("aborted", counters.aborted);
    field("limited", counters.limited);
    field("connections", counters.connections);
    field("open", counters.open);
    field("in_flight", counters.inFlight);
    field("max_in_flight", counters.maxInFlight);
    field("bytes_in", counters.bytesIn);
    field("bytes_out", counters.bytesOut);
    out.key("methods").beginObject();
    for (const auto &[method, count] : m_methods)
        out.field(method, count);
    out.endObject().endObject();
    return out.take();
}

std::string Node::recordedJson()
{
    const std::scoped_lock lock(m_mutex);
    std::string out = "[";
    for (const std::string &request : m_recorded)
        out.append(out.size() == 1 ? "" : ",").append(request);
    return out + "]";
}

} // namespace spillway::mock
