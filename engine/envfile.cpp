// SPDX-License-Identifier: MIT
#include "config/variables.h"
#include "core/redact.h"
#include "spillway/configedit.h"
#include "spillway/keystore.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <utility>

namespace spillway {
namespace {

/// Value of a `.env` line in double quotes.
std::string envQuoted(std::string_view value)
{
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\' || c == '$')
            out += '\\';
        if (c == '\n' || c == '\r')
            out += c == '\n' ? "\\n" : "\\r";
        else
            out += c;
    }
    return out + '"';
}

/// Whether the line sets `name`, with or without `export`.
bool sets(std::string_view line, std::string_view name)
{
    constexpr std::string_view kBlank = " \t";
    const auto skip = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
    };
    skip();
    if (line.starts_with("export ") || line.starts_with("export\t")) {
        line.remove_prefix(7);
        skip();
    }
    if (!line.starts_with(name))
        return false;
    line.remove_prefix(name.size());
    skip();
    return line.starts_with('=');
}

} // namespace

std::string writeEnvEntry(const std::string &envFile, const std::string &name, const Secret &value)
{
    if (!config::isVariableName(name))
        return "the name of a variable has letters, digits and _ only, and does not begin with a "
               "digit";
    redact::registerSecret(value.reveal());
    std::string text;
    std::error_code error;
    if (std::filesystem::exists(envFile, error)) {
        std::ifstream in(envFile, std::ios::binary);
        if (!in)
            return "cannot read " + envFile;
        text.assign(std::istreambuf_iterator<char>(in), {});
    }
    if (!text.empty() && !text.ends_with('\n'))
        text += '\n';
    const std::string line = name + '=' + envQuoted(value.reveal()) + '\n';
    std::string out;
    bool replaced = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at) + 1;
        const std::string_view old(text.data() + at, end - at);
        if (!sets(old, name))
            out += old;
        else if (!std::exchange(replaced, true))
            out += line;
        at = end;
    }
    if (!replaced)
        out += line;
    if (const std::string problem = saveTextAtomically(envFile, out); !problem.empty())
        return problem;
    // It may have been readable for others before a key came in.
    if (::chmod(envFile.c_str(), S_IRUSR | S_IWUSR) != 0)
        return envFile + " is saved, but cannot be made private (mode 0600)";
    return {};
}

} // namespace spillway
