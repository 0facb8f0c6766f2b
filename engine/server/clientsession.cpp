// SPDX-License-Identifier: MIT
#include "server/clientsession.h"

#include "io/httptext.h"
#include "pipeline/callrecord.h"
#include "server/frontend.h"

#include <algorithm>
#include <charconv>

namespace spillway {

using namespace std::string_view_literals;

namespace {

constexpr std::string_view kJson = http::kJsonType;
constexpr std::string_view kNotForToken = "this token may not use the method";
constexpr std::string_view kTooMany = "too many requests from this client";
constexpr std::size_t kKeptCalls = 8;
constexpr std::size_t kMaxBatchBytes = 128U * 1024 * 1024;
constexpr std::size_t kKeptBatchBytes = 1U << 16U;

void appendInteger(std::string &out, std::uint64_t value)
{
    std::array<char, 24> digits{};
    out.append(digits.data(),
               std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void appendRetryAfter(std::string &out, SteadyNs wait)
{
    if (wait <= 0)
        return;
    out += "Retry-After: ";
    appendInteger(out, static_cast<std::uint64_t>((wait + kNsPerSecond - 1) / kNsPerSecond));
    out += "\r\n";
}

/// The value comes from an upstream: nothing in it may end the line.
void appendHeader(std::string &out, std::string_view name, std::string_view value)
{
    out.append(name).append(": ");
    for (const char c : value)
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    out += "\r\n";
}

} // namespace

ClientSession::ClientSession(FrontEnd &frontEnd, HttpServerConnection &connection)
    : m_frontEnd(frontEnd)
    , m_connection(connection)
{
    addCall();
}

ClientSession::~ClientSession() = default;

void ClientSession::addCall()
{
    CallSink &sink = *this;
    m_calls.push_back(std::make_unique<Call>(m_frontEnd.worker(), sink));
}

void ClientSession::serve(const HttpRequest &request)
{
    const ServerView &view = *admission.view;
    const SecurityConfig &security = view.config->security;
    rpc::EnvelopeLimits limits;
    limits.maxBatchSize = static_cast<std::size_t>(security.maxBatchSize);
    m_frontEnd.worker().stats().requestBytes.add(request.body.size());
    rpc::parse(request.body, limits, m_envelope);

    if (admission.refuseStatus != 0) {
        refuse(admission.refuseStatus,
               -32001,
               admission.refuseText,
               admission.refuseStatus == 401 ? RequestOutcome::Unauthorized
                                             : RequestOutcome::Forbidden);
        return;
    }
    if (m_envelope.errorCode != 0) {
        countRefusal(RequestOutcome::BadRequest, 1);
        const std::string answer =
            rpc::errorObject({}, m_envelope.errorCode, m_envelope.errorMessage);
        recordRefusal(
            {RequestOutcome::BadRequest, 400, m_envelope.errorCode, m_envelope.errorMessage},
            nullptr,
            answer);
        m_connection.respond(400, kJson, {}, answer);
        return;
    }
    const auto calls = static_cast<int>(m_envelope.elements.size());
    const SteadyNs now = m_frontEnd.worker().now();
    SteadyNs wait = 0;
    m_granted = calls;
    if (!view.clientRate.unlimited())
        m_granted = m_frontEnd.gateway().buckets().take(
            admission.address, view.clientRate, calls, now, &wait);
    if (m_granted > 0 && admission.identity != nullptr) {
        TokenState &token = *admission.identity->state;
        int taken = 0;
        while (taken < m_granted
               && (wait = token.bucket.tryTake(admission.identity->rate, now)) == 0)
            ++taken;
        m_granted = taken;
        token.requests.fetch_add(static_cast<std::uint64_t>(calls), std::memory_order_relaxed);
    }
    if (m_granted == 0) {
        refuse(429, -32005, kTooMany, RequestOutcome::ClientLimited, wait);
        return;
    }
    if (m_frontEnd.gateway().shared().inFlight() + calls > view.config->server.maxInFlight) {
        refuse(503,
               -32013,
               "too many calls in flight; try again shortly",
               RequestOutcome::Overloaded,
               kNsPerSecond);
        return;
    }
    if (m_envelope.batch)
        startBatch(request);
    else
        startSingle(m_envelope.elements.front(), request);
}

/// The same error for every call of the body, with the caller's ids.
void ClientSession::refuse(
    int httpStatus, int code, std::string_view message, RequestOutcome outcome, SteadyNs retryAfter)
{
    const Refusal refusal{outcome, httpStatus, code, message};
    std::string body;
    std::uint64_t calls = 0;
    const bool batch = m_envelope.batch && m_envelope.errorCode == 0;
    if (batch)
        body = "[";
    for (const rpc::Element &element : m_envelope.elements) {
        ++calls;
        if (batch && element.call.isNotification() && element.errorCode == 0) {
            recordRefusal(refusal, &element.call, {});
            continue;
        }
        if (body.size() > 1)
            body += ',';
        const std::string answer = rpc::errorObject(element.call.id, code, message);
        recordRefusal(refusal, &element.call, answer);
        body += answer;
        if (!batch)
            break;
    }
    if (batch)
        body += ']';
    if (body.size() <= 2)
        body = rpc::errorObject({}, code, message);
    if (calls == 0)
        recordRefusal(refusal, nullptr, body);
    countRefusal(outcome, std::max<std::uint64_t>(calls, 1));
    m_headers.clear();
    appendRetryAfter(m_headers, retryAfter);
    if (httpStatus == 401)
        m_headers += "WWW-Authenticate: Bearer\r\n";
    m_connection.respond(httpStatus, kJson, m_headers, body);
}

/// A token's name, else where the client comes from.
std::string_view ClientSession::clientName() const
{
    if (admission.identity != nullptr)
        return admission.identity->config->name;
    return admission.address.empty() ? m_connection.peerAddress()
                                     : std::string_view(admission.address);
}

/// `call` null: the body is no call.
void ClientSession::recordRefusal(const Refusal &refusal,
                                  const rpc::Call *call,
                                  std::string_view answer)
{
    Shared &shared = m_frontEnd.gateway().shared();
    if (!shared.recorder().wanted())
        return;
    const auto &chains = admission.table->table().chains();
    callrecord::add(
        shared,
        {.chain = chains[admission.chain].config->name,
         .method = call != nullptr ? call->method : std::string_view(),
         .client = clientName(),
         .outcome = refusal.outcome,
         .httpStatus = refusal.httpStatus,
         .code = refusal.code,
         .message = refusal.message,
         .request = call != nullptr && !call->text.empty() ? call->text : m_envelope.body,
         .response = answer});
}

void ClientSession::countRefusal(RequestOutcome outcome, std::uint64_t calls)
{
    m_frontEnd.worker().stats().requests[static_cast<std::size_t>(outcome)].add(calls);
}

bool ClientSession::methodAllowed(std::string_view method) const
{
    return admission.identity == nullptr || admission.identity->config->methods.allows(method);
}

void ClientSession::startSingle(rpc::Element &element, const HttpRequest &request)
{
    if (element.errorCode != 0) {
        answerRefused({RequestOutcome::BadRequest, 400, element.errorCode, element.errorMessage},
                      element.call);
        return;
    }
    if (!methodAllowed(element.call.method)) {
        answerRefused({RequestOutcome::Blocked, 200, rpc::kMethodNotFound, kNotForToken},
                      element.call);
        return;
    }
    m_pending = 1;
    CallRequest call;
    call.table = admission.table;
    call.chain = admission.chain;
    call.body = m_envelope.body;
    call.method = element.call.method;
    call.id = element.call.id;
    call.params = element.call.params;
    call.contentType = request.header(HttpHeader::ContentType);
    call.client = clientName();
    m_calls.front()->start(std::move(call));
}

void ClientSession::answerRefused(const Refusal &refusal, const rpc::Call &call)
{
    countRefusal(refusal.outcome, 1);
    const std::string answer = rpc::errorObject(call.id, refusal.code, refusal.message);
    recordRefusal(refusal, &call, answer);
    m_connection.respond(refusal.httpStatus, kJson, {}, answer);
}

/// The same for an element of a batch.
void ClientSession::refuseElement(std::size_t index, const Refusal &refusal)
{
    const rpc::Element &element = m_envelope.elements[index];
    std::string &answer = m_batch[index].answer;
    if (!element.call.isNotification() || element.errorCode != 0)
        answer = rpc::errorObject(element.call.id, refusal.code, refusal.message);
    countRefusal(refusal.outcome, 1);
    recordRefusal(refusal, &element.call, answer);
    --m_pending;
}

void ClientSession::startBatch(const HttpRequest &request)
{
    m_frontEnd.worker().stats().batches.add();
    const std::size_t count = m_envelope.elements.size();
    m_batch.clear();
    m_batch.resize(count);
    m_batchAttempts = 0;
    m_batchCredits = 0;
    m_batchBytes = 0;
    while (m_calls.size() < count)
        addCall();
    m_pending = count;
    m_starting = true;
    const std::string_view contentType = request.header(HttpHeader::ContentType);
    for (std::size_t i = 0; i < count; ++i)
        startElement(i, contentType);
    m_starting = false;
    if (m_pending == 0)
        batchDone();
}

void ClientSession::startElement(std::size_t index, std::string_view contentType)
{
    const rpc::Element &element = m_envelope.elements[index];
    if (element.errorCode != 0) {
        refuseElement(index,
                      {RequestOutcome::BadRequest, 200, element.errorCode, element.errorMessage});
        return;
    }
    if (!methodAllowed(element.call.method)) {
        refuseElement(index, {RequestOutcome::Blocked, 200, rpc::kMethodNotFound, kNotForToken});
        return;
    }
    if (static_cast<int>(index) >= m_granted) {
        // Limited one by one: what the client's rate leaves room for is served.
        refuseElement(index, {RequestOutcome::ClientLimited, 200, -32005, kTooMany});
        return;
    }
    m_batch[index].call = m_calls[index].get();
    CallRequest call;
    call.table = admission.table;
    call.chain = admission.chain;
    call.body = element.call.text;
    call.method = element.call.method;
    call.id = element.call.id;
    call.params = element.call.params;
    call.contentType = contentType;
    call.client = clientName();
    m_calls[index]->start(std::move(call));
}

void ClientSession::billToken(std::uint64_t credits)
{
    if (admission.identity != nullptr && credits > 0 && admission.identity->state->usage != nullptr)
        admission.identity->state->usage->book(credits);
}

void ClientSession::composeHeaders(const CallResult &result)
{
    m_headers.clear();
    if (!result.retryAfter.empty())
        appendHeader(m_headers, "Retry-After", result.retryAfter);
    else
        appendRetryAfter(m_headers, result.retryAfterNs);
    if (!admission.view->config->server.responseHeaders)
        return;
    if (result.node != nullptr)
        m_headers += result.node->answerHeader;
    else
        m_headers += "x-spillway-attempts: "sv;
    appendInteger(m_headers, static_cast<std::uint64_t>(result.attempts));
    if (result.cached)
        m_headers += "\r\nx-spillway-cache: hit\r\nx-spillway-credits: "sv;
    else if (result.local)
        m_headers += "\r\nx-spillway-cache: local\r\nx-spillway-credits: "sv;
    else if (result.node != nullptr || result.joined)
        m_headers += "\r\nx-spillway-cache: miss\r\nx-spillway-credits: "sv;
    else
        m_headers += "\r\nx-spillway-credits: "sv;
    appendInteger(m_headers, result.credits);
    m_headers += "\r\n"sv;
}

void ClientSession::callDone(Call &call, const CallResult &result)
{
    billToken(result.credits);
    m_frontEnd.worker().stats().responseBytes.add(result.body.size());
    if (!m_envelope.batch) {
        m_pending = 0;
        composeHeaders(result);
        if (call.request().id.empty())
            m_connection.respond(204, {}, m_headers, {});
        else
            m_connection.respond(result.httpStatus, kJson, m_headers, result.body);
        return;
    }
    m_batchAttempts += result.attempts;
    m_batchCredits += result.credits;
    if (!call.request().id.empty()) {
        const auto at =
            std::find_if(m_batch.begin(), m_batch.end(), [&](const BatchElement &element) {
                return element.call == &call;
            });
        std::string_view text = result.body;
        const auto begin = text.find_first_not_of(" \t\r\n");
        text = begin == std::string_view::npos
                   ? std::string_view()
                   : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
        m_batchBytes += text.size();
        if (m_batchBytes > kMaxBatchBytes)
            at->answer = rpc::errorObject(
                call.request().id,
                -32010,
                "the answers to this batch are larger than 128 MiB together; send smaller batches");
        else
            at->answer = text;
    }
    --m_pending;
    if (m_pending == 0 && !m_starting)
        batchDone();
}

void ClientSession::batchDone()
{
    std::size_t size = 2;
    for (const BatchElement &element : m_batch)
        size += element.answer.size() + 1;
    std::string body;
    body.reserve(size);
    for (const BatchElement &element : m_batch) {
        if (element.answer.empty())
            continue;
        body += body.empty() ? '[' : ',';
        body += element.answer;
    }
    CallResult summary;
    summary.attempts = m_batchAttempts;
    summary.credits = m_batchCredits;
    composeHeaders(summary);
    if (m_batch.size() > kKeptCalls)
        m_calls.resize(1);
    if (size > kKeptBatchBytes)
        std::vector<BatchElement>().swap(m_batch);
    m_envelope.batch = false;
    if (body.empty()) {
        m_connection.respond(204, {}, m_headers, {});
        return;
    }
    body += ']';
    m_connection.respond(200, kJson, m_headers, body);
}

bool ClientSession::streamBegin(Call &,
                                const CallResult &result,
                                std::optional<std::uint64_t> length,
                                std::string_view prefix)
{
    if (m_envelope.batch)
        return false;
    m_streamCredits = result.credits;
    composeHeaders(result);
    m_connection.beginResponse(result.httpStatus, kJson, m_headers, length);
    m_connection.writeBody(prefix);
    return true;
}

bool ClientSession::streamChunk(Call &, std::string_view bytes)
{
    m_frontEnd.worker().stats().responseBytes.add(bytes.size());
    return m_connection.writeBody(bytes);
}

void ClientSession::streamEnd(Call &)
{
    m_pending = 0;
    billToken(m_streamCredits);
    m_connection.endResponse();
}

void ClientSession::streamAbort(Call &)
{
    m_pending = 0;
    billToken(m_streamCredits);
    m_connection.abortResponse();
}

void ClientSession::drained()
{
    m_calls.front()->resumeStream();
}

} // namespace spillway
