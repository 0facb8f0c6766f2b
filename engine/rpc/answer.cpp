// SPDX-License-Identifier: MIT
#include "rpc/answertail.h"
#include "rpc/envelope.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace spillway::rpc {
namespace {

constexpr std::size_t kHeadBytes = 4096;
constexpr std::size_t kTailBytes = 1024;

/// The members of an answer that matter, by their raw value; empty: absent.
struct Members
{
    std::string_view id;
    std::string_view result;
    std::string_view error;
    std::string_view message;
    std::string_view code;

    std::string_view *slot(std::string_view name)
    {
        if (isWord(name, "id"))
            return &id;
        if (isWord(name, "result"))
            return &result;
        if (isWord(name, "error"))
            return &error;
        if (isWord(name, "message"))
            return &message;
        if (isWord(name, "code"))
            return &code;
        return nullptr;
    }

    std::string_view *slot(const Scanner::Key &key)
    {
        if (!key.escaped)
            return slot(key.raw);
        std::string storage;
        std::string_view name;
        const std::string_view token(key.raw.data() - 1, key.raw.size() + 2);
        return decodeString(token, storage, name) ? slot(name) : nullptr;
    }

    [[nodiscard]] bool hasError() const { return !error.empty() && !isWord(error, "null"); }
};

bool hasEscape(std::string_view text)
{
    return text.find('\\') != std::string_view::npos;
}

void readCode(std::string_view value, Answer &out)
{
    const char *end = value.data() + value.size();
    long long whole = 0;
    const auto integer = std::from_chars(value.data(), end, whole);
    if (integer.ec == std::errc() && integer.ptr == end) {
        out.code = whole;
        out.hasCode = true;
        return;
    }
    double number = 0;
    const auto real = std::from_chars(value.data(), end, number);
    if (real.ec == std::errc() && real.ptr == end && std::abs(number) < 1e15) {
        out.code = static_cast<long long>(number);
        out.hasCode = true;
    }
}

/// The text of a string token; of anything else its raw JSON.
std::string_view textOf(std::string_view value, Answer &out)
{
    if (value.empty() || value == "null")
        return {};
    if (value.front() != '"')
        return value;
    const std::string_view raw = value.substr(1, value.size() - 2);
    if (!hasEscape(raw))
        return raw;
    std::string_view text;
    return decodeString(value, out.storage, text) ? text : raw;
}

void readError(const Members &found, Answer &out)
{
    // As in Envelope: views must survive a move of the answer, and both texts have room without growth.
    if (hasEscape(found.error) || hasEscape(found.message))
        out.storage.reserve(std::max<std::size_t>(found.error.size() + found.message.size(), 64));
    if (found.error.empty() || found.error == "null") {
        readCode(found.code, out);
        out.message = textOf(found.message, out);
        return;
    }
    if (found.error.front() != '{') {
        out.message = textOf(found.error, out);
        out.dataText = textOf(found.message, out);
        return;
    }
    Members error;
    std::string_view data;
    Scanner(found.error).members([&](const Scanner::Key &key, std::string_view value) {
        if (key.raw == "data")
            data = value;
        else if (std::string_view *slot = error.slot(key))
            *slot = value;
        return true;
    });
    readCode(error.code, out);
    out.message = textOf(error.message, out);
    out.dataText = textOf(data, out);
}

void conclude(const Members &found, Answer &out)
{
    out.id = found.id;
    out.result = found.result;
    out.error = found.error;
    if (found.hasError())
        out.kind = Answer::Kind::Error;
    else
        out.kind = found.result.empty() ? Answer::Kind::Neither : Answer::Kind::Result;
    if (out.kind != Answer::Kind::Result)
        readError(found, out);
}

void reset(Answer &out)
{
    out.kind = Answer::Kind::NotJson;
    out.text = out.id = out.result = out.error = out.message = out.dataText = {};
    out.hasCode = false;
    out.code = kInternalError;
    out.complete = false;
    out.storage.clear();
}

/// Reads the object under the cursor; false where it is no valid object.
bool readObject(Scanner &scan, Answer &out)
{
    Members found;
    const char *start = scan.position();
    const bool valid = scan.members([&](const Scanner::Key &key, std::string_view value) {
        if (std::string_view *slot = found.slot(key))
            *slot = value;
        return true;
    });
    if (!valid)
        return false;
    out.text = std::string_view(start, static_cast<std::size_t>(scan.position() - start));
    conclude(found, out);
    return true;
}

void scanAll(Answer &out)
{
    const std::string_view text = out.text;
    Scanner scan(text);
    const bool array = scan.peek() == '[';
    const bool valid = array ? scan.skipValue() : readObject(scan, out);
    out.complete = true;
    if (!valid || !scan.atEnd() || (scan.sawNonAscii() && !validUtf8(text))) {
        reset(out);
        out.text = text;
        out.complete = true;
    } else if (array) {
        out.kind = Answer::Kind::Array;
    }
}

enum class Sample { Sufficient, Insufficient, Invalid };

/// Judges a long object by its two ends.
Sample sample(Answer &out)
{
    const std::string_view text = out.text;
    if (text.back() != '}')
        return Sample::Invalid;
    Members found;
    Scanner head(text.substr(0, kHeadBytes));
    const bool closed = head.members([&](const Scanner::Key &key, std::string_view value) {
        if (std::string_view *slot = found.slot(key))
            *slot = value;
        return true;
    });
    if (closed || !head.atEnd())
        return Sample::Invalid; // ends long before the text does, or is malformed
    std::string_view *cut = found.slot(head.lastKey());
    if (cut == &found.error)
        return Sample::Insufficient;
    if (cut != nullptr)
        *cut = {}; // a number that ends with the head may go on behind it
    const bool resultIsCut = cut == &found.result;
    readTail(text.substr(text.size() - kTailBytes),
             [&](std::string_view name, std::string_view value) {
                 if (std::string_view *slot = found.slot(name); slot != nullptr && slot->empty())
                     *slot = value;
             });
    if (found.id.empty() || found.hasError() || (!resultIsCut && found.result.empty()))
        return Sample::Insufficient;
    out.kind = Answer::Kind::Result;
    out.id = found.id;
    out.error = found.error;
    return Sample::Sufficient;
}

std::string spliced(std::string_view text, std::string_view oldId, std::string_view id)
{
    std::string out;
    out.reserve(text.size() + id.size() + 8);
    if (!oldId.empty()) {
        const auto offset = static_cast<std::size_t>(oldId.data() - text.data());
        out.append(text.substr(0, offset)).append(id).append(text.substr(offset + oldId.size()));
        return out;
    }
    if (text.empty() || text.front() != '{')
        return std::string(text);
    Scanner scan(text.substr(1));
    scan.skipSpace();
    out.append(R"({"id":)").append(id);
    if (scan.peek() != '}')
        out += ',';
    out.append(text.substr(1));
    return out;
}

} // namespace

void scanAnswer(std::string_view body, Answer &out, std::size_t fullScanLimit)
{
    reset(out);
    out.text = trimDocument(body);
    if (out.text.empty() || (out.text.front() != '{' && out.text.front() != '[')) {
        out.complete = true;
        return;
    }
    if (out.text.size() <= std::max(fullScanLimit, kHeadBytes + kTailBytes)) {
        scanAll(out);
        return;
    }
    if (out.text.front() == '[') {
        if (out.text.back() == ']')
            out.kind = Answer::Kind::Array;
        return;
    }
    if (sample(out) == Sample::Insufficient)
        scanAll(out);
}

bool splitAnswers(std::string_view body, std::vector<Answer> &out, std::size_t maxElements)
{
    out.clear();
    const std::string_view text = trimDocument(body);
    Scanner scan(text);
    const bool valid = scan.elements([&] {
        if (scan.peek() != '{' || out.size() == maxElements)
            return false;
        Answer &answer = out.emplace_back();
        answer.complete = true;
        return readObject(scan, answer);
    });
    if (valid && scan.atEnd() && (!scan.sawNonAscii() || validUtf8(text)))
        return true;
    out.clear();
    return false;
}

std::string withId(const Answer &answer, std::string_view id)
{
    return spliced(answer.text, answer.id, id);
}

std::string withId(const Call &call, std::string_view id)
{
    return spliced(call.text, call.id, id);
}

} // namespace spillway::rpc
