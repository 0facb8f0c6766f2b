// SPDX-License-Identifier: MIT
#include "io/httpheader.h"

#include "io/httptext.h"

#include <array>

namespace spillway::http {

HttpHeader headerOf(std::string_view name)
{
    static constexpr std::array<std::string_view, kKnownHeaders> kNames{
        "authorization",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "date",
        "expect",
        "host",
        "keep-alive",
        "location",
        "origin",
        "proxy-connection",
        "retry-after",
        "transfer-encoding",
        "upgrade",
        "x-forwarded-for",
    };
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i].size() == name.size() && equalsNoCase(kNames[i], name))
            return static_cast<HttpHeader>(i);
    }
    return HttpHeader::Other;
}

} // namespace spillway::http
