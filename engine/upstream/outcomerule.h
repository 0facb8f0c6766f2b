// SPDX-License-Identifier: MIT
#pragma once

#include "upstream/outcome.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::outcome {

/// The shape of what came back, as rules see it. Values are bits of a set.
enum Shape : std::uint8_t {
    kResult = 1U << 0U,
    kError = 1U << 1U,
    kNeither = 1U << 2U,
    kArray = 1U << 3U,
    kEmpty = 1U << 4U,
    kHtml = 1U << 5U,
    kBroken = 1U << 6U,
    kText = 1U << 7U,
    kAnyShape = 0xFF,
};

struct NumberRange
{
    long long first = 0;
    long long last = 0;
};

/// A text to look for, already in lower case: its parts must follow each other, with anything between them.
using Pattern = std::vector<std::string>;

/// What a rule may ask about; made once for an answer.
struct Facts
{
    int status = 0;
    TransportFailure failure = TransportFailure::None;
    Shape shape = kText;
    long long code = 0;
    std::string text; ///< lower case, of bounded length
    ChainKind chain = ChainKind::Generic;
    std::string_view method;
    std::string_view host;
    bool batch = false;
    bool notification = false;
    bool resent = false;
};

struct Rule
{
    std::string id;
    std::vector<std::string> rows;
    Treatment treatment = Treatment::BadNode;
    int line = 0;

    std::vector<NumberRange> status;
    std::vector<NumberRange> notStatus;
    std::vector<NumberRange> codes;
    std::vector<Pattern> texts;
    std::vector<Pattern> notTexts;
    std::vector<std::string> words;
    std::vector<std::string> methods; ///< exact, or a prefix with '*' behind it
    std::vector<std::string> hosts;
    std::uint32_t failures = 0; ///< bits by TransportFailure
    std::uint8_t chains = 0xFF; ///< bits by ChainKind
    std::uint8_t shapes = kAnyShape;
    std::optional<bool> batch;
    std::optional<bool> notification;
    std::optional<bool> resent;

    int maxNodes = 0;
    int rank = 0;
    bool usesWait = false;
    Hint hint = Hint::None;
    std::string metric; ///< empty: the usual one

    [[nodiscard]] bool matches(const Facts &facts) const;
};

/// The facts of an answer; `reply.answer` may be null where nothing came back.
[[nodiscard]] Facts factsOf(const ReplyView &reply, const CallView &call);

/// The usual label of rpc_upstream_attempts_total.
[[nodiscard]] std::string_view usualMetric(Treatment treatment, const Facts &facts, bool gotBytes);

/// A rules file as it was read.
struct RuleFile
{
    std::vector<Rule> rules;
    std::vector<OutcomeRules::Elsewhere> elsewhere;
};

/// Reads the text of a rules file. Every problem goes to `issues` with its line.
[[nodiscard]] RuleFile
readRules(std::string_view text, const std::string &file, std::vector<ConfigIssue> &issues);

} // namespace spillway::outcome
