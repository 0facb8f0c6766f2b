// SPDX-License-Identifier: MIT
#include "import/tomlwriter.h"

#include "spillway/config.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace spillway::import {
namespace {

std::string keyText(std::string_view key)
{
    const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
               || c == '-' || c == '_';
    });
    return bare ? std::string(key) : quoted(key);
}

} // namespace

std::string quoted(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string numberText(double value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

TomlTable &TomlTable::raw(std::string_view key, std::string_view toml)
{
    m_lines += keyText(key);
    m_lines += " = ";
    m_lines += toml;
    m_lines += '\n';
    return *this;
}

TomlTable &TomlTable::text(std::string_view key, std::string_view value)
{
    return raw(key, quoted(value));
}

TomlTable &TomlTable::integer(std::string_view key, std::int64_t value)
{
    return raw(key, std::to_string(value));
}

TomlTable &TomlTable::number(std::string_view key, double value)
{
    return raw(key, numberText(value));
}

TomlTable &TomlTable::boolean(std::string_view key, bool value)
{
    return raw(key, value ? "true" : "false");
}

TomlTable &TomlTable::texts(std::string_view key, const std::vector<std::string> &values)
{
    std::string list = "[";
    for (const std::string &value : values)
        list += (list.size() > 1 ? ", " : "") + quoted(value);
    return raw(key, list + "]");
}

TomlTable &TomlTable::pairs(std::string_view key,
                            const std::vector<std::pair<std::string, std::string>> &values)
{
    std::string table = "{";
    for (const auto &[name, value] : values)
        table += (table.size() > 1 ? ", " : " ") + keyText(name) + " = " + quoted(value);
    return raw(key, table + " }");
}

TomlTable &TomlTable::comment(std::string_view text)
{
    m_lines += "# ";
    for (const char c : text)
        m_lines += c == '\n' || c == '\r' ? ' ' : c;
    m_lines += '\n';
    return *this;
}

std::string TomlTable::toml() const
{
    return m_lines.empty() ? std::string() : '\n' + m_header + '\n' + m_lines;
}

std::string NodeNames::take(std::string_view wanted, std::string_view url)
{
    const std::string base = wanted.empty() ? hostOf(url) : std::string(wanted.substr(0, 120));
    std::string name = base;
    for (int i = 2; std::find(m_taken.begin(), m_taken.end(), name) != m_taken.end(); ++i)
        name = base + "-" + std::to_string(i);
    m_taken.push_back(name);
    return name;
}

std::string hostOf(std::string_view url)
{
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos)
        url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("/?#"));
    if (const auto user = url.rfind('@'); user != std::string_view::npos)
        url.remove_prefix(user + 1);
    if (!url.starts_with('['))
        url = url.substr(0, url.find(':'));
    else
        url = url.substr(0, url.find(']') + 1);
    // A variable in the host says nothing about the node, and may be a secret.
    return url.empty() || url.find('$') != std::string_view::npos ? "node" : std::string(url);
}

std::pair<std::string, int> splitListen(std::string_view listen)
{
    std::string host;
    std::string_view port = listen;
    if (const auto colon = listen.rfind(':'); colon != std::string_view::npos) {
        host = listen.substr(0, colon);
        port = listen.substr(colon + 1);
    }
    if (host.size() > 2 && host.front() == '[' && host.back() == ']')
        host = host.substr(1, host.size() - 2);
    int number = 0;
    const auto end = std::from_chars(port.data(), port.data() + port.size(), number);
    if (end.ec != std::errc() || end.ptr != port.data() + port.size() || number < 0
        || number > 65535)
        return {std::string(listen), 0};
    return {host, number};
}

void writeListener(TomlTable &server,
                   const std::string &host,
                   int port,
                   std::vector<ImportNote> &notes)
{
    if (!host.empty())
        server.text("host", host);
    if (port > 0)
        server.integer("port", port);
    ServerConfig probe;
    probe.host = host.empty() ? probe.host : host;
    if (host.find('$') != std::string::npos || probe.isLoopback())
        return;
    server.boolean("allow_unauthenticated", true);
    notes.push_back(exposedNote(host));
}

namespace {

ImportNote noteAt(ImportNote::Kind kind, const std::string &key, int line, const char *words)
{
    const std::string at = line > 0 ? std::to_string(line) : std::string();
    return {kind, {key, at}, key + (at.empty() ? "" : " (line " + at + ")") + words};
}

} // namespace

ImportNote unusableNote(const std::string &key, int line)
{
    return noteAt(
        ImportNote::Kind::Unusable, key, line, " cannot be used as it is written: left out");
}

ImportNote leftOutNote(const std::string &key, int line)
{
    return noteAt(ImportNote::Kind::LeftOut, key, line, " has no counterpart: left out");
}

ImportNote variableNote(const std::string &key, int line)
{
    return noteAt(ImportNote::Kind::Variable,
                  key,
                  line,
                  ": a $ stands for a variable here; write $$ where it means itself");
}

ImportNote oneNodeNote(const std::string &key, std::int64_t tries)
{
    return {ImportNote::Kind::OneNode,
            {},
            key + " = " + std::to_string(tries)
                + " asked for one node only; Spillway tries at least one other node"};
}

ImportNote exposedNote(const std::string &host)
{
    return {ImportNote::Kind::Exposed,
            {host},
            "it listens to other machines without asking for a token, as the original did: anybody "
            "who reaches "
                + host
                + " can spend the keys below; put tokens into [server.auth], or host = "
                  "\"127.0.0.1\""};
}

} // namespace spillway::import
