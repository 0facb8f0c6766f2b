// SPDX-License-Identifier: MIT
#include "mockrequest.h"

#include <simdjson.h>

namespace spillway::mock {

namespace {

namespace od = simdjson::ondemand;

std::string_view trimmed(std::string_view text)
{
    const auto end = text.find_last_not_of(" \t\r\n");
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

/// The raw bytes of any value, without white space behind it.
bool rawOf(od::value value, std::string_view &out)
{
    od::json_type type;
    if (value.type().get(type) != simdjson::SUCCESS)
        return false;
    if (type == od::json_type::object) {
        od::object object;
        return value.get_object().get(object) == simdjson::SUCCESS
               && object.raw_json().get(out) == simdjson::SUCCESS;
    }
    if (type == od::json_type::array) {
        od::array array;
        return value.get_array().get(array) == simdjson::SUCCESS
               && array.raw_json().get(out) == simdjson::SUCCESS;
    }
    out = trimmed(value.raw_json_token());
    return true;
}

bool readObject(od::object object, Call &call)
{
    for (auto item : object) {
        od::field field;
        std::string_view key;
        if (std::move(item).get(field) != simdjson::SUCCESS
            || field.unescaped_key().get(key) != simdjson::SUCCESS)
            return false;
        if (key == "method") {
            if (field.value().get_string().get(call.method) != simdjson::SUCCESS)
                return false;
        } else if (key == "id") {
            if (!rawOf(field.value(), call.id))
                return false;
        } else if (key == "params") {
            if (!rawOf(field.value(), call.params))
                return false;
        }
    }
    return true;
}

} // namespace

struct RequestReader::Parser
{
    od::parser parser;
    std::string buffer;

    simdjson::error_code open(std::string_view body, od::document &document)
    {
        buffer.reserve(body.size() + simdjson::SIMDJSON_PADDING);
        buffer.assign(body);
        return parser.iterate(buffer.data(), buffer.size(), buffer.capacity()).get(document);
    }
};

RequestReader::RequestReader()
    : m_parser(std::make_unique<Parser>())
{}

RequestReader::~RequestReader() = default;

bool RequestReader::read(std::string_view body)
{
    m_calls.clear();
    od::document document;
    od::json_type type;
    if (m_parser->open(body, document) != simdjson::SUCCESS
        || document.type().get(type) != simdjson::SUCCESS)
        return false;
    m_batch = type == od::json_type::array;
    if (type == od::json_type::object) {
        od::object object;
        Call &call = m_calls.emplace_back();
        return document.get_object().get(object) == simdjson::SUCCESS && readObject(object, call);
    }
    od::array array;
    if (document.get_array().get(array) != simdjson::SUCCESS)
        return false;
    for (auto item : array) {
        od::value value;
        if (std::move(item).get(value) != simdjson::SUCCESS)
            return false;
        Call &call = m_calls.emplace_back();
        od::object object;
        if (value.get_object().get(object) == simdjson::SUCCESS && !readObject(object, call))
            return false;
    }
    return true;
}

std::optional<std::pair<std::size_t, std::size_t>> RequestReader::idPosition(std::string_view text)
{
    od::document document;
    od::object object;
    if (m_parser->open(text, document) != simdjson::SUCCESS
        || document.get_object().get(object) != simdjson::SUCCESS)
        return std::nullopt;
    Call call;
    if (!readObject(object, call) || call.id.empty())
        return std::nullopt;
    return std::pair(static_cast<std::size_t>(call.id.data() - m_parser->buffer.data()),
                     call.id.size());
}

} // namespace spillway::mock
