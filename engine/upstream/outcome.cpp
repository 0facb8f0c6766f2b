// SPDX-License-Identifier: MIT
#include "upstream/outcome.h"

#include "config/tomltext.h"
#include "upstream/outcomerule.h"

#include <QFile>

#include <algorithm>

namespace spillway {
namespace {

constexpr SteadyNs kLongestWait = 300 * kNsPerSecond;
constexpr std::string_view kResultRule = "result";

class RuleTable final : public OutcomeRules
{
public:
    RuleTable(std::vector<outcome::Rule> rules, std::vector<Elsewhere> elsewhere)
        : m_rules(std::move(rules))
        , m_elsewhere(std::move(elsewhere))
    {
        m_result.treatment = Treatment::Answer;
        m_result.rule = kResultRule;
        m_result.metricOutcome = "success";
        m_unmatched.id = "no-rule";
        m_unmatched.usesWait = true;
    }

    [[nodiscard]] std::vector<RuleInfo> rules() const override
    {
        std::vector<RuleInfo> list;
        list.reserve(m_rules.size());
        for (const outcome::Rule &rule : m_rules)
            list.push_back({rule.id, rule.rows, rule.treatment});
        return list;
    }

    [[nodiscard]] const std::vector<Elsewhere> &elsewhere() const override { return m_elsewhere; }

    [[nodiscard]] Outcome
    classify(const ReplyView &reply, const CallView &call, std::int64_t nowWallMs) const override
    {
        const bool plainResult =
            reply.failure == TransportFailure::None && reply.answer != nullptr
            && reply.answer->kind == rpc::Answer::Kind::Result && !reply.expectedBatch
            && (reply.httpStatus == 0 || (reply.httpStatus >= 200 && reply.httpStatus <= 299));
        if (plainResult)
            return m_result;
        const outcome::Facts facts = outcome::factsOf(reply, call);
        const auto rule =
            std::ranges::find_if(m_rules, [&](const outcome::Rule &r) { return r.matches(facts); });
        return concluded(rule == m_rules.end() ? m_unmatched : *rule, facts, reply, nowWallMs);
    }

private:
    static Outcome concluded(const outcome::Rule &rule,
                             const outcome::Facts &facts,
                             const ReplyView &reply,
                             std::int64_t nowWallMs)
    {
        Outcome result;
        result.treatment = rule.treatment;
        result.rule = rule.id;
        const bool gotBytes = reply.httpStatus != 0 || !reply.body.empty();
        result.metricOutcome = rule.metric.empty()
                                   ? outcome::usualMetric(rule.treatment, facts, gotBytes)
                                   : std::string_view(rule.metric);
        result.maxNodes = rule.maxNodes;
        result.hint = rule.hint;
        result.errorRank = facts.shape == outcome::kError && facts.failure == TransportFailure::None
                               ? rule.rank
                               : 0;
        if (rule.usesWait)
            result.wait = namedWait(facts, reply, nowWallMs);
        return result;
    }

    static SteadyNs
    namedWait(const outcome::Facts &facts, const ReplyView &reply, std::int64_t nowWallMs)
    {
        const SteadyNs wait = parseRetryAfter(reply.retryAfter, reply.date, nowWallMs).value_or(0);
        const bool hasError = facts.shape == outcome::kError || facts.shape == outcome::kNeither;
        const auto named =
            parseWaitText(facts.text, hasError ? reply.answer->dataText : std::string_view());
        return std::min(std::max(wait, named.value_or(0)), kLongestWait);
    }

    std::vector<outcome::Rule> m_rules;
    std::vector<Elsewhere> m_elsewhere;
    Outcome m_result;
    outcome::Rule m_unmatched;
};

struct Shipped
{
    outcome::RuleFile file;
    std::vector<ConfigIssue> issues; ///< none, unless the program was built with a damaged file
};

Shipped readShipped()
{
    Shipped shipped;
    QFile file(QStringLiteral(":/spillway/outcomes.toml"));
    if (!file.open(QIODevice::ReadOnly)) {
        shipped.issues.push_back({ConfigIssue::Severity::Error,
                                  "outcomes.toml",
                                  0,
                                  {},
                                  "the shipped outcome rules are missing"});
        return shipped;
    }
    const QByteArray text = file.readAll();
    shipped.file = outcome::readRules(
        {text.constData(), static_cast<std::size_t>(text.size())}, "outcomes.toml", shipped.issues);
    return shipped;
}

const Shipped &shippedRules()
{
    static const Shipped shipped = readShipped();
    return shipped;
}

} // namespace

std::string_view treatmentName(Treatment treatment)
{
    switch (treatment) {
    case Treatment::Answer:
        return "answer";
    case Treatment::ClientError:
        return "client_error";
    case Treatment::NextNode:
        return "next_node";
    case Treatment::RateLimited:
        return "rate_limited";
    case Treatment::QuotaExhausted:
        return "quota_exhausted";
    case Treatment::MethodUnsupported:
        return "method_unsupported";
    case Treatment::KeyRejected:
        return "key_rejected";
    case Treatment::BadNode:
        return "bad_node";
    case Treatment::SplitRange:
        return "split_range";
    case Treatment::AlreadyKnown:
        return "already_known";
    case Treatment::NoBatch:
        return "no_batch";
    }
    return "unknown";
}

std::shared_ptr<const OutcomeRules> OutcomeRules::builtIn()
{
    static const std::shared_ptr<const OutcomeRules> instance =
        std::make_shared<RuleTable>(shippedRules().file.rules, shippedRules().file.elsewhere);
    return instance;
}

std::shared_ptr<const OutcomeRules> OutcomeRules::load(const std::string &path,
                                                       std::vector<ConfigIssue> &issues)
{
    std::vector<ConfigIssue> found;
    std::string problem;
    const std::optional<std::string> text = config::readTextFile(path, problem);
    outcome::RuleFile user;
    if (text)
        user = outcome::readRules(*text, path, found);
    else
        found.push_back({ConfigIssue::Severity::Error, path, 0, {}, problem});
    const Shipped &shipped = shippedRules();
    found.insert(found.end(), shipped.issues.begin(), shipped.issues.end());
    const bool failed = hasErrors(found);
    issues.insert(issues.end(), found.begin(), found.end());
    if (failed)
        return nullptr;
    std::vector<outcome::Rule> rules = std::move(user.rules);
    const std::size_t own = rules.size();
    for (const outcome::Rule &rule : shipped.file.rules) {
        const auto end = rules.begin() + static_cast<std::ptrdiff_t>(own);
        if (std::none_of(
                rules.begin(), end, [&](const outcome::Rule &r) { return r.id == rule.id; }))
            rules.push_back(rule);
    }
    return std::make_shared<RuleTable>(std::move(rules), shipped.file.elsewhere);
}

} // namespace spillway
