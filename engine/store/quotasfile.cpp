// SPDX-License-Identifier: MIT
#include "store/quotasfile.h"

#include "store/pagefile.h"

#include <simdjson.h>

namespace spillway {

namespace {

namespace od = simdjson::ondemand;

class QuotasParser
{
public:
    QuotasParser(const std::string &file, std::string_view text)
        : m_file(file)
        , m_text(text)
    {}

    bool read();

    std::vector<QuotaEntry> entries;
    std::string error;

private:
    bool readNode(od::field field);
    bool readFields(QuotaEntry &entry, od::object object);
    bool readUsed(QuotaEntry &entry, od::value value);
    bool readStart(QuotaEntry &entry, od::value value);
    bool fail(int line, const std::string &what);
    bool failHere(const std::string &what);
    [[nodiscard]] int lineAt(const char *place) const;

    const std::string &m_file;
    simdjson::padded_string m_text;
    od::parser m_parser;
    od::document m_document;
};

int QuotasParser::lineAt(const char *place) const
{
    const char *begin = m_text.data();
    const char *end = begin + m_text.size();
    place = std::clamp(place, begin, end);
    return 1 + static_cast<int>(std::count(begin, place, '\n'));
}

bool QuotasParser::fail(int line, const std::string &what)
{
    error = m_file + ":" + std::to_string(line) + ": " + what;
    return false;
}

bool QuotasParser::failHere(const std::string &what)
{
    const char *place = nullptr;
    const bool known = m_document.current_location().get(place) == simdjson::SUCCESS;
    return fail(known ? lineAt(place) : lineAt(m_text.data() + m_text.size()), what);
}

bool QuotasParser::read()
{
    if (const auto code = m_parser.iterate(m_text).get(m_document); code != simdjson::SUCCESS)
        return fail(1, std::string("not a JSON object: ") + simdjson::error_message(code));
    od::object nodes;
    if (m_document.get_object().get(nodes) != simdjson::SUCCESS)
        return fail(1,
                    "not a JSON object of nodes; expected {\"<node>\": {\"used\": N, "
                    "\"period_start\": \"YYYY-MM-DD\"}}");
    for (auto item : nodes) {
        od::field field;
        if (std::move(item).get(field) != simdjson::SUCCESS)
            return failHere("broken JSON");
        if (!readNode(std::move(field)))
            return false;
    }
    // A place that can still be told is a place before the end.
    if (m_document.current_location().error() == simdjson::SUCCESS)
        return failHere("text after the end of the JSON object");
    return true;
}

bool QuotasParser::readNode(od::field field)
{
    QuotaEntry entry;
    entry.line = lineAt(field.key().raw());
    std::string_view name;
    if (field.unescaped_key().get(name) != simdjson::SUCCESS)
        return fail(entry.line, "the node's name is not valid JSON text");
    entry.name = name;
    if (name.empty() || name.size() > PageFile::kMaxName)
        return fail(entry.line, "a node's name must have 1 to 128 bytes");
    for (const QuotaEntry &other : entries) {
        if (other.name == entry.name)
            return fail(entry.line,
                        "node \"" + entry.name + "\" is already in line "
                            + std::to_string(other.line));
    }
    od::object object;
    if (field.value().get_object().get(object) != simdjson::SUCCESS)
        return fail(entry.line,
                    "node \"" + entry.name + "\": must be an object with used and period_start");
    if (!readFields(entry, object))
        return false;
    entries.push_back(std::move(entry));
    return true;
}

bool QuotasParser::readFields(QuotaEntry &entry, od::object object)
{
    bool hasUsed = false;
    bool hasStart = false;
    for (auto item : object) {
        od::field field;
        if (std::move(item).get(field) != simdjson::SUCCESS)
            return failHere("node \"" + entry.name + "\": broken JSON");
        std::string_view key;
        if (field.unescaped_key().get(key) != simdjson::SUCCESS)
            return failHere("node \"" + entry.name + "\": broken JSON");
        const bool isUsed = key == "used";
        if (!isUsed && key != "period_start")
            return failHere("node \"" + entry.name + "\": unknown key \"" + std::string(key)
                            + "\"; expected used and period_start");
        bool &seen = isUsed ? hasUsed : hasStart;
        if (std::exchange(seen, true))
            return failHere("node \"" + entry.name + "\": \"" + std::string(key)
                            + "\" is there twice");
        if (!(isUsed ? readUsed(entry, field.value()) : readStart(entry, field.value())))
            return false;
    }
    if (!hasUsed || !hasStart)
        return fail(entry.line,
                    "node \"" + entry.name + "\": " + (hasUsed ? "period_start" : "used")
                        + " is missing");
    return true;
}

bool QuotasParser::readUsed(QuotaEntry &entry, od::value value)
{
    const int line = lineAt(value.raw_json_token().data());
    std::uint64_t used = 0;
    if (value.get_uint64().get(used) != simdjson::SUCCESS || used > UsageCounter::kMaxUsed)
        return fail(line,
                    "node \"" + entry.name + "\": used must be a whole number from 0 to "
                        + std::to_string(UsageCounter::kMaxUsed));
    entry.period.used = used;
    return true;
}

bool QuotasParser::readStart(QuotaEntry &entry, od::value value)
{
    const int line = lineAt(value.raw_json_token().data());
    std::string_view text;
    std::optional<UtcDay> day;
    if (value.get_string().get(text) == simdjson::SUCCESS)
        day = period::fromIso(text);
    if (!day || *day <= 0 || *day > creditword::kLastDay)
        return fail(line,
                    "node \"" + entry.name + "\": period_start must be a date like \"2026-11-30\"");
    entry.period.start = *day;
    return true;
}

} // namespace

std::optional<std::vector<QuotaEntry>>
parseQuotas(const std::string &file, std::string_view text, std::string *error)
{
    QuotasParser parser(file, text);
    if (parser.read())
        return std::move(parser.entries);
    if (error)
        *error = parser.error;
    return std::nullopt;
}

} // namespace spillway
