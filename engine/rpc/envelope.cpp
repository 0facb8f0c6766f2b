// SPDX-License-Identifier: MIT
#include "rpc/envelope.h"

#include "core/jsontext.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <cstdint>

namespace spillway::rpc {
namespace {

enum class Member : std::uint8_t { Method, Id, Params, Version, Other, Variant };

/// Go servers match member names in any letter case (and fold U+017F to s), so a variant of a name that is
/// checked here would be read by them although it was overlooked here.
bool equalsFolded(std::string_view text, std::string_view lowerName)
{
    std::size_t at = 0;
    for (const char expected : lowerName) {
        if (at == text.size())
            return false;
        if (expected == 's' && text.substr(at).starts_with("\xC5\xBF")) {
            at += 2;
            continue;
        }
        const char c = text[at++];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != expected)
            return false;
    }
    return at == text.size();
}

Member memberOf(std::string_view name)
{
    switch (name.size()) {
    case 2:
        if (isWord(name, "id"))
            return Member::Id;
        return equalsFolded(name, "id") ? Member::Variant : Member::Other;
    case 6:
        if (isWord(name, "method"))
            return Member::Method;
        if (isWord(name, "params"))
            return Member::Params;
        break;
    case 7:
        if (isWord(name, "jsonrpc"))
            return Member::Version;
        break;
    default:
        return Member::Other;
    }
    return equalsFolded(name, "method") || equalsFolded(name, "params") ? Member::Variant
                                                                        : Member::Other;
}

/// The members of one request object as they were found, before they are judged.
struct Found
{
    std::string_view method;
    std::string_view id;
    std::string_view params;
    std::string_view variant;
    int methods = 0;
    int ids = 0;
    int paramses = 0;
    bool foreignVersion = false;
};

/// Splits one body; holds what the steps share.
class Splitter
{
public:
    Splitter(const EnvelopeLimits &limits, Envelope &out)
        : m_limits(limits)
        , m_out(out)
        , m_scan(out.body, limits.maxDepth)
    {}

    void run();

private:
    void runBatch();
    bool readElement();
    bool readCall(Element &element);
    void judge(const Found &found, Element &element);
    bool judgeId(const Found &found, Element &element);
    bool judgeMethod(const Found &found, Element &element);
    Member memberOfKey(const Scanner::Key &key);
    bool isVersion2(std::string_view value);
    bool decode(std::string_view raw, std::string_view &value);
    void refuse(int code, std::string message);
    bool finish(bool scanned);

    const EnvelopeLimits &m_limits;
    Envelope &m_out;
    Scanner m_scan;
};

void fail(Element &element, std::string message)
{
    element.errorCode = kInvalidRequest;
    element.errorMessage = std::move(message);
}

void Splitter::refuse(int code, std::string message)
{
    m_out.elements.clear();
    m_out.errorCode = code;
    m_out.errorMessage = std::move(message);
}

bool Splitter::decode(std::string_view raw, std::string_view &value)
{
    // Views into the storage must survive its growth and a move of the envelope, so it never grows again, and
    // it never is as short as a string that lives inside its object.
    m_out.methodStorage.reserve(std::max<std::size_t>(m_out.body.size(), 64));
    return decodeString(raw, m_out.methodStorage, value);
}

Member Splitter::memberOfKey(const Scanner::Key &key)
{
    if (!key.escaped)
        return memberOf(key.raw);
    std::string_view name;
    const std::string_view token(key.raw.data() - 1, key.raw.size() + 2);
    return decode(token, name) ? memberOf(name) : Member::Other;
}

bool Splitter::isVersion2(std::string_view value)
{
    if (isWord(value, "\"2.0\""))
        return true;
    if (value.front() != '"' || value.find('\\') == std::string_view::npos)
        return false;
    std::string_view text;
    return decode(value, text) && text == "2.0";
}

bool Splitter::judgeId(const Found &found, Element &element)
{
    if (found.ids > 1) {
        fail(element, "Invalid Request: member \"id\" stands more than once");
        return false;
    }
    if (found.ids == 1) {
        const char first = found.id.front();
        if (first == '{' || first == '[' || first == 't' || first == 'f') {
            fail(element, "Invalid Request: \"id\" must be a string, a number or null");
            return false;
        }
    }
    element.call.id = found.id;
    return true;
}

bool Splitter::judgeMethod(const Found &found, Element &element)
{
    if (found.method.front() != '"') {
        fail(element, "Invalid Request: \"method\" must be a string");
        return false;
    }
    element.call.method = found.method.substr(1, found.method.size() - 2);
    if (element.call.method.find('\\') != std::string_view::npos
        && !decode(found.method, element.call.method)) {
        element.call.method = {};
        fail(element, "Invalid Request: \"method\" is not valid Unicode text");
        return false;
    }
    if (element.call.method.empty()) {
        fail(element, "Invalid Request: \"method\" is empty");
        return false;
    }
    return true;
}

void Splitter::judge(const Found &found, Element &element)
{
    if (!judgeId(found, element))
        return;
    if (!found.variant.empty()) {
        fail(element,
             "Invalid Request: member \"" + std::string(found.variant)
                 + "\" differs only in letter case from one that JSON-RPC defines");
    } else if (found.methods > 1) {
        fail(element, "Invalid Request: member \"method\" stands more than once");
    } else if (found.paramses > 1) {
        fail(element, "Invalid Request: member \"params\" stands more than once");
    } else if (found.foreignVersion) {
        fail(element, "Invalid Request: \"jsonrpc\" must be \"2.0\"");
    } else if (found.methods == 0) {
        fail(element, "Invalid Request: \"method\" is missing");
    } else if (judgeMethod(found, element)) {
        if (found.paramses == 1 && found.params.front() != '[' && found.params.front() != '{')
            fail(element, "Invalid Request: \"params\" must be an array or an object");
        else
            element.call.params = found.params;
    }
}

bool Splitter::readCall(Element &element)
{
    Found found;
    const char *start = m_scan.position();
    const bool scanned = m_scan.members([&](const Scanner::Key &key, std::string_view value) {
        switch (memberOfKey(key)) {
        case Member::Method:
            found.method = value;
            ++found.methods;
            break;
        case Member::Id:
            found.id = value;
            ++found.ids;
            break;
        case Member::Params:
            found.params = value;
            ++found.paramses;
            break;
        case Member::Version:
            found.foreignVersion = found.foreignVersion || !isVersion2(value);
            break;
        case Member::Variant:
            found.variant = key.raw;
            break;
        case Member::Other:
            break;
        }
        return true;
    });
    if (!scanned)
        return false;
    element.call.text =
        std::string_view(start, static_cast<std::size_t>(m_scan.position() - start));
    judge(found, element);
    return true;
}

bool Splitter::readElement()
{
    if (m_out.elements.size() == m_limits.maxBatchSize) {
        refuse(kInvalidRequest,
               "Invalid Request: batch is too large, at most "
                   + std::to_string(m_limits.maxBatchSize) + " elements are allowed");
        return false;
    }
    Element &element = m_out.elements.emplace_back();
    if (m_scan.peek() == '{')
        return readCall(element);
    const char *start = m_scan.position();
    if (!m_scan.skipValue())
        return false;
    element.call.text =
        std::string_view(start, static_cast<std::size_t>(m_scan.position() - start));
    fail(element, "Invalid Request: a batch element must be an object");
    return true;
}

/// Turns the state of the scan into a verdict on the whole body.
bool Splitter::finish(bool scanned)
{
    if (m_out.errorCode != 0)
        return false;
    if (m_scan.tooDeep()) {
        refuse(kInvalidRequest,
               "Invalid Request: nested deeper than "
                   + std::to_string(std::min(m_limits.maxDepth, kMaxScanDepth)) + " levels");
    } else if (!scanned) {
        const auto offset = static_cast<std::size_t>(m_scan.position() - m_out.body.data());
        refuse(kParseError,
               m_scan.atEnd() ? std::string("Parse error: the JSON text ends too early")
                              : "Parse error: not JSON at byte " + std::to_string(offset));
    } else if (!m_scan.atEnd()) {
        refuse(kParseError, "Parse error: more text behind the JSON value");
    } else if (m_scan.sawNonAscii() && !validUtf8(m_out.body)) {
        refuse(kParseError, "Parse error: not valid UTF-8");
    }
    return m_out.errorCode == 0;
}

void Splitter::runBatch()
{
    m_out.batch = true;
    if (!finish(m_scan.elements([this] { return readElement(); })))
        return;
    if (m_out.elements.empty())
        refuse(kInvalidRequest, "Invalid Request: empty batch");
}

void Splitter::run()
{
    if (m_scan.peek() == '[') {
        runBatch();
        return;
    }
    Element &element = m_out.elements.emplace_back();
    if (m_scan.peek() == '{') {
        finish(readCall(element));
        return;
    }
    if (finish(m_scan.skipValue()))
        refuse(kInvalidRequest, "Invalid Request: a request is an object or an array of objects");
}

} // namespace

void parse(std::string_view body, const EnvelopeLimits &limits, Envelope &out)
{
    out.batch = false;
    out.elements.clear();
    out.errorCode = 0;
    out.errorMessage.clear();
    out.methodStorage.clear();
    out.body = trimDocument(body);
    if (out.body.empty()) {
        out.errorCode = kParseError;
        out.errorMessage = "Parse error: the body is empty";
        return;
    }
    Splitter(limits, out).run();
}

std::string
errorObject(std::string_view id, int code, std::string_view message, std::string_view data)
{
    std::string out;
    out.reserve(64 + id.size() + message.size() + data.size());
    out += R"({"jsonrpc":"2.0","id":)";
    out += id.empty() ? std::string_view("null") : id;
    out += R"(,"error":{"code":)";
    out += std::to_string(code);
    out += R"(,"message":)";
    json::appendString(out, message);
    if (!data.empty()) {
        out += R"(,"data":)";
        out += data;
    }
    out += "}}";
    return out;
}

} // namespace spillway::rpc
