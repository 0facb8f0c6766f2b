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

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Input input(data, size);
    std::mt19937 random(input.byte());
    const bool thenEnd = input.byte() % 2 != 0;
    const std::string whole = outcome(input.rest(), {}, thenEnd);
    const std::string pieces = outcome(input.rest(), randomCuts(input.rest(), random), thenEnd);
    if (whole != pieces)
        std::fprintf(stderr, "at once:\n%s\nin pieces:\n%s\n", whole.c_str(), pieces.c_str());
    fuzz::require(whole == pieces, "a request read in pieces is the request read at once");
    return 0;
}
