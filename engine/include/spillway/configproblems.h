// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <cstdint>

namespace spillway {

/// The kinds of problems in configs and price lists, for programs that word them in the language of their user.
/// Behind each stands what ConfigIssue::details holds, in this order. Texts of the file come as they are written
/// there, with the names of their variables, and long ones cut; [x] may be empty; `list` is `a, b, c`.
enum class ConfigProblem : std::uint8_t {
    Other, ///< rare; only the English message tells
    TooManyProblems,

    // --- the text -----------------------------------------------------------------------------------------
    SyntaxDefinedTwice, ///< [line of the other]
    SyntaxHoldsNoKeys,
    SyntaxInlineTableComplete,
    SyntaxInlineTable,
    SyntaxArray,
    SyntaxMultiLineText,
    SyntaxText,
    SyntaxLiteralText,
    SyntaxEscape,
    SyntaxEquals,
    SyntaxMissingValue,
    SyntaxName,
    SyntaxSection,
    SyntaxDate,
    SyntaxOneSetting,
    SyntaxValue,
    SyntaxOther,
    NotUtf8,

    // --- any setting --------------------------------------------------------------------------------------
    UnknownKey,     ///< key, [meant], list of keys
    BelongsUnder,   ///< section
    NodesSpelling,  ///< nodes stand under another program's name
    ListenSpelling, ///< the address in one text, as other programs write it
    WrongType,      ///< expected and found, in the English words of kConfigTypeWords
    OutOfRange,     ///< found, min, max, [one of kConfigRangeNotes]
    UnknownWord,    ///< text, [meant], list of words
    EmptyText,
    EmptyPath,
    GivenTwice, ///< the other name of the setting
    AtLeast,    ///< other key, its value
    AtMost,     ///< other key, its value

    // --- variables ----------------------------------------------------------------------------------------
    VariableUnset, ///< name
    VariableEmpty, ///< name
    VariableUnclosed,
    VariableBadName, ///< name

    // --- addresses ----------------------------------------------------------------------------------------
    UrlMissing,
    UrlBlank,
    UrlScheme, ///< list of schemes, each with ://
    UrlPort,
    UrlHostMissing,
    UrlHostNotAscii, ///< how to write it
    UrlHostInvalid,
    UrlIpv6Unclosed,
    UrlIpv6Tail,
    UrlIpv6Brackets,
    UrlPathNotAscii,
    UrlFragment,
    UrlTooLong,
    UrlPlaceholder,
    UrlOnlyKey,
    UrlNone,
    UrlCredentialsTwice,
    WsUrlCredentials,

    // --- nodes --------------------------------------------------------------------------------------------
    NoNode,
    NodeNameMissing,
    NameEmpty,
    NameTooLong, ///< bytes
    NameControl,
    NameBlanks,
    NodeNameTaken, ///< name, line of the other
    NodeUrlMissing,
    RateTooSmall,
    BurstTooSmall,
    HeaderName,
    HeaderOwn,
    HeaderValue,
    HeaderTwice,
    HeaderElsewhere, ///< header
    AuthTypeMissing,
    AuthNameMissing,
    SecretMissing,
    SecretInvalid,
    MethodEmpty,
    MethodPattern,    ///< text
    CaFileUnreadable, ///< path
    CaFileEmpty,

    // --- price lists --------------------------------------------------------------------------------------
    PriceListUnreadable, ///< path, [name of a shipped list]
    PriceListUnknown,    ///< name, [meant], list of names
    PriceListBroken,
    PriceDate,
    PriceMethodName,
    PriceNoMethod,
    PricedTwice,
    PriceMethodUnknown, ///< [meant]

    // --- chains -------------------------------------------------------------------------------------------
    ChainUnknown,     ///< name, [meant], list of names
    ChainOnlyDefault, ///< name
    ChainName,
    ChainPath,         ///< text
    ChainPathReserved, ///< path
    ChainPathOfFirst,  ///< first chain
    ChainPathTaken,    ///< path, chain
    ChainNotEvm,       ///< key that has no effect
    ChainWithoutNode,  ///< chain
    ChainWithoutWsUrl,

    // --- server and the rest ------------------------------------------------------------------------------
    AttemptTimeout,     ///< request timeout, highest
    HostInvalid,        ///< text
    HostOpen,           ///< text
    StatusPath,         ///< text
    StatusPathReserved, ///< text
    TokenMissing,
    TokenInvalid,
    TokenSecretTwice, ///< line of the other
    TokenNameTwice,   ///< name, line of the other
    ProxyAddress,     ///< text
    Origin,           ///< text
    SocketPath,
    RedisUrlMissing,
    RedisDatabase,
    OtherBackend,        ///< whose setting it is, the backend in use
    CacheFolder,         ///< path, what stands in the way
    OutcomeRulesMissing, ///< path

    Count
};

/// The words of WrongType.
inline constexpr const char *kConfigTypeWords[] = {"a table",
                                                   "a text",
                                                   "a number",
                                                   "a whole number",
                                                   "a number with a fraction",
                                                   "true or false",
                                                   "true",
                                                   "false",
                                                   "an array",
                                                   "an array of texts",
                                                   "an array of tables",
                                                   "an array of texts or tables",
                                                   "a text or a table",
                                                   "a path or false",
                                                   "a date or time"};

/// The notes of OutOfRange.
inline constexpr const char *kConfigRangeNotes[] = {"0 = no limit",
                                                    "0 = off",
                                                    "0 = none",
                                                    "0 = unmetered",
                                                    "0 = any free port",
                                                    "0 = chosen from the cores",
                                                    "0 = no sweeps",
                                                    "0 = no pause",
                                                    "0 = every candidate",
                                                    "0 = rps_limit, rounded up",
                                                    "0 = no limit known, 1 = single calls only"};

} // namespace spillway
