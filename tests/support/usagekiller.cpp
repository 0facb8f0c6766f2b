// SPDX-License-Identifier: MIT
#include "usageclock.h"
#include "usagekillerprotocol.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace spillway;
using namespace spillway::test;

namespace {

void send(const BookingRecord &record)
{
    if (::write(STDOUT_FILENO, &record, sizeof record) != static_cast<ssize_t>(sizeof record))
        ::_exit(3);
}

std::unique_ptr<UsageStore> openStore(const std::string &dir, const Clock &clock)
{
    UsageStore::OpenResult result = UsageStore::open(dir, clock);
    for (const std::string &warning : result.warnings)
        std::fprintf(stderr, "warning: %s\n", warning.c_str());
    if (!result.store) {
        std::fprintf(stderr, "%s\n", result.error.c_str());
        ::_exit(4);
    }
    return std::move(result.store);
}

/// Books at random on all counters until killed.
void bookForever(std::uint32_t thread,
                 unsigned seed,
                 UsageCounter *const (&counters)[kKillerCounters])
{
    std::mt19937 random(seed + thread);
    std::uint64_t totals[kKillerCounters] = {};
    for (;;) {
        const auto chosen = static_cast<int>(random() % kKillerCounters);
        const std::uint64_t cost = 1 + random() % kKillerMaxCost;
        if (random() % 2 == 0)
            counters[chosen]->book(cost);
        else if (!counters[chosen]->tryBook(cost, UsageCounter::kMaxUsed))
            ::_exit(5);
        totals[chosen] += cost;
        send({thread, chosen, counters[chosen]->periodStart(), totals[chosen]});
    }
}

int book(const std::string &dir, const std::string &day, unsigned seed)
{
    const UsageClock clock(day);
    send({0, kOpening, 0, 0});
    const auto store = openStore(dir, clock);
    UsageCounter *counters[kKillerCounters] = {};
    for (int i = 0; i < kKillerCounters; ++i)
        counters[i] = store->counter(kKillerCounterNames[i], 1);
    std::thread other([&] { bookForever(1, seed, counters); });
    bookForever(0, seed, counters);
    other.join();
    return 0;
}

/// Books and begins a new period every few bookings, until killed.
int rollForever(const std::string &dir, const std::string &day, unsigned seed)
{
    UsageClock clock(day);
    send({0, kOpening, 0, 0});
    const auto store = openStore(dir, clock);
    UsageCounter *counter = store->counter(kKillerCounterNames[0], 1);
    std::mt19937 random(seed);
    for (;;) {
        clock.setWallMs(period::wallMsOf(period::next(counter->periodStart(), 1)));
        store->rollOver();
        std::uint64_t total = 0;
        for (std::uint32_t n = random() % 8 + 1; n > 0; --n) {
            const std::uint64_t cost = 1 + random() % kKillerMaxCost;
            counter->book(cost);
            total += cost;
            send({0, 0, counter->periodStart(), total});
        }
    }
}

/// Books, counts and hands over as the engine does, but at any moment, until killed.
int countForever(const std::string &dir, const std::string &day, unsigned seed)
{
    const UsageClock clock(day);
    send({0, kOpening, 0, 0});
    const auto store = openStore(dir, clock);
    UsageCounter *counter = store->counter(kKillerCounterNames[0], 1);
    const RunCounters counters = store->runCounters(kKillerCounterNames[0], 1);
    HistoryCounters &counted = *counters.threads.at(0);
    std::mt19937 random(seed);
    HistoryPart part;
    part.minute.minute = clock.wallMs() / 60'000;
    part.entry = counters.entry;
    std::uint64_t total = 0;
    for (;;) {
        const std::uint64_t cost = 1 + random() % kKillerMaxCost;
        counter->book(cost);
        counted.credits.add(cost);
        counted.attempts.add();
        total += cost;
        part.minute.requests += 1;
        part.minute.credits += cost;
        send({0, 0, counter->periodStart(), total});
        if (random() % 50 == 0) {
            store->addHistory(kKillerCounterNames[0], part);
            part.minute.requests = part.minute.credits = 0;
        }
        if (random() % 500 == 0)
            store->flush();
    }
}

/// Makes a disk that can be filled: a small file system of its own where that is allowed, otherwise a limit on
/// the size of files.
class SmallDisk
{
public:
    explicit SmallDisk(std::string dir)
        : m_dir(std::move(dir))
    {
        const bool own = ::unshare(CLONE_NEWNS) == 0 || ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
        m_mounted = own && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
                    && ::mount("tmpfs", m_dir.c_str(), "tmpfs", 0, "size=4m") == 0;
        std::signal(SIGXFSZ, SIG_IGN);
    }

    [[nodiscard]] const char *kind() const { return m_mounted ? "tmpfs" : "file size limit"; }

    void fill()
    {
        if (!m_mounted) {
            struct stat status = {};
            ::stat((m_dir + "/usage.pages").c_str(), &status);
            limit(static_cast<rlim_t>(status.st_size));
            return;
        }
        const int fd = ::open(filler().c_str(), O_WRONLY | O_CREAT, 0600);
        const std::string page(4096, 'x');
        while (::write(fd, page.data(), page.size()) > 0) {}
        ::close(fd);
    }

    void makeRoom()
    {
        if (m_mounted)
            ::unlink(filler().c_str());
        else
            limit(RLIM_INFINITY);
    }

private:
    [[nodiscard]] std::string filler() const { return m_dir + "/filler"; }

    static void limit(rlim_t bytes)
    {
        struct rlimit value = {};
        ::getrlimit(RLIMIT_FSIZE, &value);
        value.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &value);
    }

    std::string m_dir;
    bool m_mounted = false;
};

constexpr int kManyMinutes = 4'000; ///< more than the file limit lets the write-ahead log take

int fail(const char *what, const std::string &detail = {})
{
    std::printf("FAILED %s %s\n", what, detail.c_str());
    return 1;
}

int fullDisk(const std::string &dir)
{
    const UsageClock clock("2026-11-30");
    SmallDisk disk(dir);
    const auto store = openStore(dir, clock);
    UsageCounter *first = store->counter("first", 1);
    first->book(5);
    store->flush();

    disk.fill();
    std::string error;
    int made = 1;
    while (store->counter("node " + std::to_string(made), 1, &error)) {
        if (++made > 100'000)
            return fail("the file grew for ever");
    }
    if (error.find("usage.pages: cannot grow") == std::string::npos)
        return fail("wrong error:", error);
    first->book(6);
    const std::int64_t begin = clock.wallMs() / 60'000 - kManyMinutes;
    for (int minute = 0; minute < kManyMinutes; ++minute)
        store->addHistory("first", {begin + minute, 1, 0, 7, 100, 1});
    store->flush();
    if (store->problem().find("usage.sqlite") == std::string::npos)
        return fail("no problem reported:", store->problem());
    if (first->used() != 11)
        return fail("credits lost");

    disk.makeRoom();
    store->flush();
    if (!store->problem().empty())
        return fail("still a problem:", store->problem());
    const auto minutes = store->history("first", begin, begin + kManyMinutes);
    if (minutes.size() != kManyMinutes || minutes.back().credits != 7)
        return fail("history lost:", std::to_string(minutes.size()));
    if (!store->counter("node " + std::to_string(made), 1, &error))
        return fail("cannot grow afterwards:", error);
    if (store->names().size() != static_cast<std::size_t>(made) + 1)
        return fail("wrong names");
    std::printf("OK %s, %d counters\n", disk.kind(), made);
    return 0;
}

} // namespace

/// `book DIR DAY SEED`, `roll DIR DAY SEED`, `fulldisk DIR`
int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "book" && argc == 5)
        return book(argv[2], argv[3], static_cast<unsigned>(std::stoul(argv[4])));
    if (mode == "count" && argc == 5)
        return countForever(argv[2], argv[3], static_cast<unsigned>(std::stoul(argv[4])));
    if (mode == "roll" && argc == 5)
        return rollForever(argv[2], argv[3], static_cast<unsigned>(std::stoul(argv[4])));
    if (mode == "fulldisk" && argc == 3)
        return fullDisk(argv[2]);
    return 2;
}
