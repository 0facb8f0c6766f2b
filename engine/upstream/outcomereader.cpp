// SPDX-License-Identifier: MIT
#include "config/section.h"
#include "config/suggest.h"
#include "config/tomltext.h"
#include "upstream/outcomerule.h"

#include <toml/get.hpp>

#include <algorithm>
#include <charconv>
#include <set>
#include <span>

namespace spillway::outcome {
namespace {

constexpr std::size_t kMaxRules = 1000;
constexpr std::size_t kMaxListEntries = 200;
constexpr std::size_t kMaxTextBytes = 200;

struct TreatmentName
{
    std::string_view letter;
    Treatment treatment;
    int rank;      ///< how useful its error is to the client when no node gave anything better
    bool usesWait; ///< whether a wait that the node names counts
};

constexpr TreatmentName kTreatments[] = {
    {"A", Treatment::Answer, 100, false},
    {"C", Treatment::ClientError, 100, false},
    {"N", Treatment::NextNode, 50, false},
    {"L", Treatment::RateLimited, 30, true},
    {"Q", Treatment::QuotaExhausted, 20, true},
    {"U", Treatment::MethodUnsupported, 40, false},
    {"K", Treatment::KeyRejected, 10, true},
    {"B", Treatment::BadNode, 5, true},
    {"S", Treatment::SplitRange, 60, false},
    {"D", Treatment::AlreadyKnown, 55, false},
    {"NB", Treatment::NoBatch, 15, false},
};

struct Word
{
    std::string_view name;
    std::uint32_t value;
};

constexpr Word kShapes[] = {{"result", kResult},
                            {"error", kError},
                            {"neither", kNeither},
                            {"array", kArray},
                            {"empty", kEmpty},
                            {"html", kHtml},
                            {"broken", kBroken},
                            {"text", kText}};

constexpr std::uint32_t bit(auto value)
{
    return 1U << static_cast<unsigned>(value);
}

constexpr Word kChains[] = {{"generic", bit(ChainKind::Generic)},
                            {"evm", bit(ChainKind::Evm)},
                            {"solana", bit(ChainKind::Solana)}};

constexpr Word kFailures[] = {
    {"any", ~bit(TransportFailure::None)},
    {"dns", bit(TransportFailure::Dns)},
    {"connect_refused", bit(TransportFailure::ConnectRefused)},
    {"connect_timeout", bit(TransportFailure::ConnectTimeout)},
    {"connect_failed", bit(TransportFailure::ConnectFailed)},
    {"tls", bit(TransportFailure::Tls)},
    {"local_resource", bit(TransportFailure::LocalResource)},
    {"timeout", bit(TransportFailure::Timeout)},
    {"closed_early", bit(TransportFailure::ClosedEarly)},
    {"bad_framing", bit(TransportFailure::BadFraming)},
    {"too_large", bit(TransportFailure::TooLarge)},
};

constexpr Word kHints[] = {{"span", static_cast<std::uint32_t>(Hint::LogsSpan)},
                           {"addresses", static_cast<std::uint32_t>(Hint::Addresses)},
                           {"history", static_cast<std::uint32_t>(Hint::History)},
                           {"tag", static_cast<std::uint32_t>(Hint::Tag)},
                           {"verify", static_cast<std::uint32_t>(Hint::Verify)}};

constexpr Word kMetrics[] = {{"success", 0},
                             {"forwarded_http_error", 0},
                             {"forwarded_rpc_error", 0},
                             {"retryable_rpc_error", 0},
                             {"rate_limit", 0},
                             {"quota_exhausted", 0},
                             {"key_rejected", 0},
                             {"method_unsupported", 0},
                             {"invalid_json", 0},
                             {"body_error", 0},
                             {"http_error", 0},
                             {"timeout", 0},
                             {"transport_error", 0}};

constexpr Word kWaits[] = {{"none", 0}, {"named", 1}};

std::vector<std::string> namesOf(std::span<const Word> words)
{
    std::vector<std::string> names;
    for (const Word &word : words)
        names.emplace_back(word.name);
    return names;
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    return out;
}

/// A number, "a..b", or nothing.
std::optional<NumberRange> parseRange(std::string_view text)
{
    const auto number = [](std::string_view digits) -> std::optional<long long> {
        long long value = 0;
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const bool whole = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
        return whole ? std::optional(value) : std::nullopt;
    };
    const std::size_t dots = text.find("..");
    const auto first = number(text.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : number(text.substr(dots + 2));
    if (!first || !last || *first > *last)
        return std::nullopt;
    return NumberRange{*first, *last};
}

/// Reads one [[rule]] table.
class RuleReader
{
public:
    RuleReader(config::Reading &reading, const toml::value &table, const std::string &path)
        : m_section(reading, &table, path, config::lineOf(table))
    {}

    Rule read();

private:
    using Values = std::vector<const toml::value *>;

    void readIdentity();
    void readTreatment();
    void readConditions();
    void readShapes();
    Values values(std::string_view name);
    std::vector<std::string> strings(std::string_view name);
    std::vector<NumberRange> ranges(std::string_view name);
    std::vector<Pattern> patterns(std::string_view name);
    std::vector<std::string> domains(std::string_view name);
    std::optional<std::uint32_t> mask(std::string_view name, std::span<const Word> words);
    std::optional<std::uint32_t> word(std::string_view name, std::span<const Word> words);
    std::optional<bool> flag(std::string_view name);
    void error(std::string_view name, const toml::value &value, config::Finding finding);

    config::Section m_section;
    Rule m_rule;
};

void RuleReader::error(std::string_view name, const toml::value &value, config::Finding finding)
{
    m_section.reading().error(config::lineOf(value), m_section.keyPath(name), std::move(finding));
}

/// A single value or the values of an array.
RuleReader::Values RuleReader::values(std::string_view name)
{
    Values found;
    const toml::value *value = m_section.find(name).value;
    if (value == nullptr)
        return found;
    if (!value->is_array()) {
        found.push_back(value);
        return found;
    }
    for (const toml::value &entry : value->as_array())
        found.push_back(&entry);
    if (found.empty())
        error(name, *value, "is empty; name at least one value, or leave the key out");
    if (found.size() > kMaxListEntries) {
        error(name, *value, "has more than " + std::to_string(kMaxListEntries) + " values");
        found.resize(kMaxListEntries);
    }
    return found;
}

std::vector<std::string> RuleReader::strings(std::string_view name)
{
    std::vector<std::string> texts;
    for (const toml::value *value : values(name)) {
        if (!value->is_string()) {
            error(name, *value, config::wrongType("a text", *value));
            continue;
        }
        const std::string &text = value->as_string().str;
        if (text.empty() || text.size() > kMaxTextBytes)
            error(
                name, *value, "a text must have 1 to " + std::to_string(kMaxTextBytes) + " bytes");
        else
            texts.push_back(text);
    }
    return texts;
}

std::vector<NumberRange> RuleReader::ranges(std::string_view name)
{
    std::vector<NumberRange> found;
    for (const toml::value *value : values(name)) {
        if (value->is_integer()) {
            found.push_back({value->as_integer(), value->as_integer()});
            continue;
        }
        const auto range = value->is_string() ? parseRange(value->as_string().str) : std::nullopt;
        if (range)
            found.push_back(*range);
        else
            error(name,
                  *value,
                  "must be a whole number, or a text with two of them such as \"500..599\"");
    }
    return found;
}

std::vector<Pattern> RuleReader::patterns(std::string_view name)
{
    std::vector<Pattern> found;
    for (const std::string &text : strings(name)) {
        const std::string folded = lowered(text);
        Pattern pattern;
        for (std::size_t at = 0; at <= folded.size();) {
            const std::size_t star = std::min(folded.find('*', at), folded.size());
            if (star > at)
                pattern.push_back(folded.substr(at, star - at));
            at = star + 1;
        }
        if (pattern.empty())
            m_section.error(
                name, config::inQuotes(text) + " would match any text; leave the key out for that");
        else
            found.push_back(std::move(pattern));
    }
    return found;
}

std::vector<std::string> RuleReader::domains(std::string_view name)
{
    std::vector<std::string> found;
    for (const std::string &text : strings(name)) {
        const std::string host = lowered(text);
        if (host.find_first_of("/:*") != std::string::npos || host.front() == '.')
            m_section.error(name,
                            config::inQuotes(text)
                                + " must be a bare host or domain name such as \"example.org\"");
        else
            found.push_back(host);
    }
    return found;
}

std::optional<std::uint32_t> RuleReader::mask(std::string_view name, std::span<const Word> words)
{
    if (!m_section.has(name)) {
        return std::nullopt;
    }
    std::uint32_t bits = 0;
    for (const std::string &text : strings(name)) {
        const auto found = std::ranges::find(words, text, &Word::name);
        if (found != words.end())
            bits |= found->value;
        else
            m_section.error(name,
                            "unknown " + config::inQuotes(text) + "; "
                                + config::suggestion(text, namesOf(words)));
    }
    return bits;
}

std::optional<std::uint32_t> RuleReader::word(std::string_view name, std::span<const Word> words)
{
    const std::vector<std::string> texts = strings(name);
    if (texts.empty())
        return std::nullopt;
    const auto found = std::ranges::find(words, texts.front(), &Word::name);
    if (found != words.end() && texts.size() == 1)
        return found->value;
    m_section.error(name, "must be one word; " + config::suggestion(texts.front(), namesOf(words)));
    return std::nullopt;
}

std::optional<bool> RuleReader::flag(std::string_view name)
{
    bool value = false;
    return m_section.boolean(name, value) ? std::optional(value) : std::nullopt;
}

void RuleReader::readIdentity()
{
    m_rule.line = m_section.line();
    const std::vector<std::string> ids = strings("id");
    if (ids.size() == 1)
        m_rule.id = ids.front();
    else if (!m_section.has("id") || ids.size() > 1)
        m_section.error("id", "a rule needs one id, a short name of its own");
    m_rule.rows = strings("rows");
}

void RuleReader::readTreatment()
{
    const std::vector<std::string> texts = strings("treatment");
    const auto isMeant = [&](const TreatmentName &t) {
        return t.letter == texts.front() || treatmentName(t.treatment) == texts.front();
    };
    const auto *const found =
        texts.size() == 1 ? std::ranges::find_if(kTreatments, isMeant) : std::end(kTreatments);
    if (found == std::end(kTreatments)) {
        std::vector<std::string> names;
        for (const TreatmentName &t : kTreatments)
            names.emplace_back(treatmentName(t.treatment));
        m_section.error("treatment",
                        "a rule needs one treatment; "
                            + config::suggestion(texts.empty() ? "" : texts.front(), names));
        return;
    }
    m_rule.treatment = found->treatment;
    m_rule.rank = found->rank;
    m_rule.usesWait = found->usesWait;
    if (const auto wait = word("wait", kWaits))
        m_rule.usesWait = *wait != 0;
    m_section.integer("max_nodes", m_rule.maxNodes, {0, 64, "0 = no limit"});
    m_section.integer("rank", m_rule.rank, {0, 1000});
    if (const auto hint = word("hint", kHints))
        m_rule.hint = static_cast<Hint>(*hint);
    if (word("metric", kMetrics))
        m_rule.metric = strings("metric").front();
}

void RuleReader::readShapes()
{
    const bool readsText = !m_rule.texts.empty() || !m_rule.words.empty();
    if (const auto shapes = mask("reply", kShapes))
        m_rule.shapes = static_cast<std::uint8_t>(*shapes);
    else if (!m_rule.codes.empty())
        m_rule.shapes = kError;
    else if (readsText)
        m_rule.shapes = kError | kNeither | kText;
    constexpr std::uint8_t kWithText = kError | kNeither | kHtml | kText;
    if (readsText && (m_rule.shapes & kWithText) == 0)
        m_section.error(
            "reply",
            "has no text that could be compared; allowed with text: error, neither, html, text");
    if (!m_rule.codes.empty() && (m_rule.shapes & (kError | kNeither)) == 0)
        m_section.error("reply", "has no code; allowed with code: error, neither");
}

void RuleReader::readConditions()
{
    m_rule.status = ranges("status");
    m_rule.notStatus = ranges("not_status");
    m_rule.codes = ranges("code");
    m_rule.texts = patterns("text");
    m_rule.notTexts = patterns("not_text");
    for (const std::string &text : strings("words"))
        m_rule.words.push_back(lowered(text));
    m_rule.methods = strings("method");
    m_rule.hosts = domains("host");
    if (const auto chains = mask("chain", kChains))
        m_rule.chains = static_cast<std::uint8_t>(*chains);
    m_rule.failures = mask("failure", kFailures).value_or(0);
    m_rule.batch = flag("batch");
    m_rule.notification = flag("notification");
    m_rule.resent = flag("resent");
    readShapes();
}

Rule RuleReader::read()
{
    readIdentity();
    readTreatment();
    readConditions();
    m_section.finish();
    return std::move(m_rule);
}

/// The tables of an array such as [[rule]].
std::vector<const toml::value *> tablesOf(config::Section &root, std::string_view name)
{
    std::vector<const toml::value *> tables;
    const toml::value *value = root.find(name).value;
    if (value == nullptr)
        return tables;
    if (!value->is_array()) {
        root.error(name, "must be written as [[" + std::string(name) + "]]");
        return tables;
    }
    for (const toml::value &entry : value->as_array()) {
        if (entry.is_table())
            tables.push_back(&entry);
        else
            root.error(name, "must be written as [[" + std::string(name) + "]]");
    }
    return tables;
}

OutcomeRules::Elsewhere
readElsewhere(config::Reading &reading, const toml::value &table, const std::string &path)
{
    config::Section section(reading, &table, path, config::lineOf(table));
    OutcomeRules::Elsewhere elsewhere;
    elsewhere.rows = section.strings("rows").value_or(std::vector<std::string>());
    if (const auto by = section.text("by"))
        elsewhere.by = by->value;
    section.finish();
    return elsewhere;
}

void readFile(config::Reading &reading, const toml::value &document, RuleFile &out)
{
    config::Section root(reading, &document, {}, 0);
    int version = 1;
    root.integer("version", version, {1, 1});
    std::set<std::string> ids;
    const std::vector<const toml::value *> tables = tablesOf(root, "rule");
    if (tables.size() > kMaxRules)
        root.error("rule", "there are more than " + std::to_string(kMaxRules) + " rules");
    for (std::size_t i = 0; i < std::min(tables.size(), kMaxRules); ++i) {
        const std::string path = config::indexed("rule", i);
        Rule rule = RuleReader(reading, *tables[i], path).read();
        if (!rule.id.empty() && !ids.insert(rule.id).second)
            reading.error(rule.line,
                          path + ".id",
                          config::inQuotes(rule.id) + " is the id of an earlier rule, too");
        out.rules.push_back(std::move(rule));
    }
    const std::vector<const toml::value *> handled = tablesOf(root, "handled");
    for (std::size_t i = 0; i < handled.size(); ++i)
        out.elsewhere.push_back(readElsewhere(reading, *handled[i], config::indexed("handled", i)));
    root.finish();
}

} // namespace

RuleFile readRules(std::string_view text, const std::string &file, std::vector<ConfigIssue> &issues)
{
    RuleFile out;
    const auto document = config::parseToml(text, file, issues);
    if (!document)
        return out;
    config::Reading reading(file, {}, false);
    readFile(reading, *document, out);
    const std::vector<ConfigIssue> found = reading.takeIssues();
    issues.insert(issues.end(), found.begin(), found.end());
    return out;
}

} // namespace spillway::outcome
