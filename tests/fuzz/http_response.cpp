// SPDX-License-Identifier: MIT
// HTTP from nodes: what is understood must not depend on how the bytes were cut into packets.
#include "fuzz.h"
#include "httpbytes.h"
#include "httpclientbench.h"

#include <QCoreApplication>

using namespace spillway;
using namespace spillway::test;
using namespace spillway::test::client;

namespace {

/// Bytes behind a complete answer make the connection unfit at once, or when they come.
std::string withoutReuse(std::string log)
{
    for (const std::string_view part : {" reusable", "idle closed\n"}) {
        for (std::size_t at = log.find(part); at != std::string::npos; at = log.find(part, at))
            log.erase(at, part.size());
    }
    return log;
}

struct Reading
{
    std::string log;
    std::string streamed;
};

Reading outcome(std::string_view bytes, const Cuts &cuts)
{
    Bench bench(smallLimits());
    bench.send();
    for (const std::string_view piece : piecesOf(bytes, cuts)) {
        bench.wire->deliver(piece);
        bench.turn();
    }
    bench.wire->end();
    bench.turn();
    return {withoutReuse(bench.recorder.takeLog()), bench.recorder.takeStreamed()};
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static QCoreApplication application(*argc, *argv); // timers need one
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Input input(data, size);
    std::mt19937 random(input.byte());
    const Reading whole = outcome(input.rest(), {});
    const Reading pieces = outcome(input.rest(), randomCuts(input.rest(), random));
    // How much of a broken or too large answer was passed on before that was seen depends on the packets, and with it
    // which fault was the first.
    const auto failed = [](const Reading &reading) {
        return reading.log.find("failed") != std::string::npos;
    };
    const bool same = failed(whole) && failed(pieces)
                          ? whole.streamed.starts_with(pieces.streamed)
                                || pieces.streamed.starts_with(whole.streamed)
                          : whole.log == pieces.log && whole.streamed == pieces.streamed;
    if (!same) {
        std::fprintf(stderr,
                     "at once:\n%s%s\nin pieces:\n%s%s\n",
                     whole.log.c_str(),
                     whole.streamed.c_str(),
                     pieces.log.c_str(),
                     pieces.streamed.c_str());
    }
    fuzz::require(same, "an answer read in pieces is the answer read at once");
    return 0;
}
