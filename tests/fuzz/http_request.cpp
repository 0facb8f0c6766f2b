// SPDX-License-Identifier: MIT
// HTTP from clients: what is understood must not depend on how the bytes were cut into packets.
#include "fuzz.h"
#include "httpbytes.h"
#include "httpserverbench.h"

#include <QCoreApplication>

using namespace spillway;
using namespace spillway::test;
using namespace spillway::test::server;

extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static QCoreApplication application(*argc, *argv); // timers need one
    return 0;
}

namespace {

/// A client that waits before it sends the body is told to go on; one whose body is there with the head need not be.
std::string withoutContinue(std::string outcome)
{
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    for (auto at = outcome.find(kContinue); at != std::string::npos;
         at = outcome.find(kContinue, at))
        outcome.erase(at, kContinue.size());
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Input input(data, size);
    std::mt19937 random(input.byte());
    const bool thenEnd = input.byte() % 2 != 0;
    const std::string whole = withoutContinue(outcome(input.rest(), {}, thenEnd));
    const std::string pieces =
        withoutContinue(outcome(input.rest(), randomCuts(input.rest(), random), thenEnd));
    if (whole != pieces)
        std::fprintf(stderr, "at once:\n%s\nin pieces:\n%s\n", whole.c_str(), pieces.c_str());
    fuzz::require(whole == pieces, "a request read in pieces is the request read at once");
    return 0;
}
