// SPDX-License-Identifier: MIT
#include "store/brokenfile.h"

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <system_error>

namespace spillway {

namespace {

std::string failed(const std::string &path, const std::error_code &code, std::string *error)
{
    if (error)
        *error = path + ": is damaged and cannot be kept aside: " + code.message();
    return {};
}

} // namespace

std::string brokenName(const std::string &path, std::int64_t wallMs)
{
    const std::time_t seconds = wallMs / 1000;
    std::tm utc = {};
    ::gmtime_r(&seconds, &utc);
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc);
    const std::string plain = path + ".broken-" + stamp;
    std::string name = plain;
    std::error_code ignored;
    for (int i = 2; std::filesystem::exists(name, ignored); ++i)
        name = plain + "-" + std::to_string(i);
    return name;
}

std::string moveAside(const std::string &path, std::int64_t wallMs, std::string *error)
{
    std::string name = brokenName(path, wallMs);
    std::error_code code;
    std::filesystem::rename(path, name, code);
    return code ? failed(path, code, error) : name;
}

std::string copyAside(const std::string &path, std::int64_t wallMs, std::string *error)
{
    std::string name = brokenName(path, wallMs);
    std::error_code code;
    std::filesystem::copy_file(path, name, code);
    return code ? failed(path, code, error) : name;
}

} // namespace spillway
