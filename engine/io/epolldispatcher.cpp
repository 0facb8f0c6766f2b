// SPDX-License-Identifier: MIT
#include "io/epolldispatcher.h"

#include "core/log.h"
#include "io/dispatchertimers.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <vector>

namespace spillway {

namespace {

constexpr int kBatch = 256;
constexpr unsigned kWatcherEvents = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
constexpr std::array<unsigned, 3> kInterest = {EPOLLIN, EPOLLOUT, EPOLLPRI};
// A hang-up or an error concerns whoever waits for the descriptor, whatever it waits for.
constexpr unsigned kAlways = EPOLLHUP | EPOLLERR;

std::size_t slotOf(const QSocketNotifier *notifier)
{
    return static_cast<std::size_t>(notifier->type());
}

} // namespace

class EpollDispatcher::Private
{
public:
    /// What is watched on one descriptor number.
    struct Descriptor
    {
        std::array<QSocketNotifier *, 3> notifiers{};
        Watcher *watcher = nullptr;
        unsigned applied = 0; ///< events registered with the kernel
        std::uint32_t generation =
            0; ///< tells events of an earlier registration from those of the present one
        bool dirty = false;       ///< listed in `changed`
        bool stale = false;       ///< the kernel may have forgotten it: the number was reused
        bool alwaysReady = false; ///< a regular file, which epoll refuses
    };

    /// Running: nobody needs to be woken. Waiting: a wake-up must write to the eventfd. Woken: do not block.
    enum State : int { Running, Waiting, Woken };

    Private();
    ~Private();

    Descriptor &at(int fd);
    [[nodiscard]] static unsigned wanted(const Descriptor &descriptor);
    void markChanged(int fd, Descriptor &descriptor);
    void forget(int fd, Descriptor &descriptor);
    void applyChanges();
    void apply(int fd, Descriptor &descriptor);
    bool control(int operation, int fd, unsigned events, std::uint32_t generation) const;

    bool wait(int timeoutMs, bool descriptors);
    int deliverBatch();
    int deliver(const epoll_event &event);
    int deliverNotifiers(int fd, std::uint32_t generation, unsigned events);
    int deliverAlwaysReady();
    bool endWait();

    int epollFd = -1;
    int wakeFd = -1;
    std::atomic<int> state{Running};
    std::atomic<unsigned> interrupts{0};
    std::vector<Descriptor> table;
    std::vector<int> changed;
    std::vector<int> alwaysReady;
    DispatcherTimers timers;

    // The batch is shared with nested event loops, which go on where the outer one stopped. So no event is delivered
    // twice and no edge is lost.
    std::array<epoll_event, kBatch> batch{};
    int batchSize = 0;
    int batchNext = 0;
    std::uint64_t waits = 0;
};

EpollDispatcher::Private::Private()
    : epollFd(::epoll_create1(EPOLL_CLOEXEC))
    , wakeFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (epollFd < 0 || wakeFd < 0)
        qFatal("EpollDispatcher: no descriptor for an event loop: %s", std::strerror(errno));
    // Edge-triggered, so that the counter never has to be read.
    epoll_event event{};
    event.events = EPOLLIN | EPOLLET;
    event.data.u64 = static_cast<std::uint64_t>(wakeFd);
    ::epoll_ctl(epollFd, EPOLL_CTL_ADD, wakeFd, &event);
}

EpollDispatcher::Private::~Private()
{
    ::close(wakeFd);
    ::close(epollFd);
}

EpollDispatcher::Private::Descriptor &EpollDispatcher::Private::at(int fd)
{
    const auto index = static_cast<std::size_t>(fd);
    if (index >= table.size())
        table.resize(std::max(index + 1, table.size() * 2));
    return table[index];
}

unsigned EpollDispatcher::Private::wanted(const Descriptor &descriptor)
{
    if (descriptor.watcher)
        return kWatcherEvents;
    unsigned events = 0;
    for (std::size_t i = 0; i < kInterest.size(); ++i)
        events |= descriptor.notifiers[i] ? kInterest[i] : 0U;
    return events;
}

bool EpollDispatcher::Private::control(int operation,
                                       int fd,
                                       unsigned events,
                                       std::uint32_t generation) const
{
    epoll_event event{};
    event.events = events;
    event.data.u64 =
        (static_cast<std::uint64_t>(generation) << 32) | static_cast<std::uint32_t>(fd);
    return ::epoll_ctl(epollFd, operation, fd, &event) == 0;
}

void EpollDispatcher::Private::markChanged(int fd, Descriptor &descriptor)
{
    if (std::exchange(descriptor.dirty, true))
        return;
    changed.push_back(fd);
}

/// Nothing is watched here any more. The kernel is told at once, because the owner is about to close the descriptor.
void EpollDispatcher::Private::forget(int fd, Descriptor &descriptor)
{
    ++descriptor.generation;
    descriptor.stale = false;
    if (std::exchange(descriptor.alwaysReady, false))
        std::erase(alwaysReady, fd);
    if (std::exchange(descriptor.applied, 0U) != 0)
        control(EPOLL_CTL_DEL, fd, 0, 0);
}

void EpollDispatcher::Private::applyChanges()
{
    for (const int fd : changed) {
        Descriptor &descriptor = table[static_cast<std::size_t>(fd)];
        descriptor.dirty = false;
        apply(fd, descriptor);
    }
    changed.clear();
}

void EpollDispatcher::Private::apply(int fd, Descriptor &descriptor)
{
    const unsigned events = wanted(descriptor);
    const bool stale = std::exchange(descriptor.stale, false);
    if (descriptor.alwaysReady || (events == descriptor.applied && !stale))
        return;
    const bool known = descriptor.applied != 0;
    bool done = control(known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, events, descriptor.generation);
    if (!done && errno == ENOENT)
        done = control(EPOLL_CTL_ADD, fd, events, descriptor.generation);
    else if (!done && errno == EEXIST)
        done = control(EPOLL_CTL_MOD, fd, events, descriptor.generation);
    if (done) {
        descriptor.applied = events;
        return;
    }
    descriptor.applied = 0;
    if (errno == EPERM) {
        descriptor.alwaysReady = true;
        alwaysReady.push_back(fd);
        return;
    }
    log::warn("io", "cannot watch a descriptor", {{"fd", fd}, {"reason", std::strerror(errno)}});
}

/// Takes the wake-up state back to Running; true if somebody had woken us.
bool EpollDispatcher::Private::endWait()
{
    return state.exchange(Running, std::memory_order_acq_rel) == Woken;
}

/// Waits for descriptors, a timer or a wake-up; true after a wake-up. With `descriptors` false only wake-ups end the wait early: ready
/// descriptors stay in the kernel.
bool EpollDispatcher::Private::wait(int timeoutMs, bool descriptors)
{
    int expected = Running;
    if (timeoutMs != 0
        && !state.compare_exchange_strong(expected, Waiting, std::memory_order_acq_rel))
        timeoutMs = 0;
    if (!descriptors) {
        pollfd wake{wakeFd, POLLIN, 0};
        if (::poll(&wake, 1, timeoutMs) > 0) {
            std::uint64_t count = 0;
            [[maybe_unused]] const auto got = ::read(wakeFd, &count, sizeof count);
        }
    } else {
        ++waits;
        batchNext = 0;
        batchSize = std::max(::epoll_wait(epollFd, batch.data(), kBatch, timeoutMs), 0);
    }
    return endWait();
}

int EpollDispatcher::Private::deliverBatch()
{
    int delivered = 0;
    while (batchNext < batchSize) {
        // A copy: a nested loop may refill the batch.
        const epoll_event event = batch[static_cast<std::size_t>(batchNext++)];
        delivered += deliver(event);
    }
    return delivered;
}

int EpollDispatcher::Private::deliver(const epoll_event &event)
{
    const auto fd = static_cast<int>(static_cast<std::uint32_t>(event.data.u64));
    const auto generation = static_cast<std::uint32_t>(event.data.u64 >> 32);
    if (fd == wakeFd)
        return 0;
    const Descriptor &descriptor = table[static_cast<std::size_t>(fd)];
    if (descriptor.generation != generation)
        return 0;
    if (descriptor.watcher) {
        descriptor.watcher->descriptorReady(event.events);
        return 1;
    }
    return deliverNotifiers(fd, generation, event.events);
}

int EpollDispatcher::Private::deliverNotifiers(int fd, std::uint32_t generation, unsigned events)
{
    const std::uint64_t waitsBefore = waits;
    int delivered = 0;
    for (std::size_t i = 0; i < kInterest.size(); ++i) {
        if ((events & (kInterest[i] | kAlways)) == 0)
            continue;
        // Looked up anew each time: the notifier before may have changed everything. After a nested loop the rest
        // is out of date; what still holds is reported again.
        const Descriptor &descriptor = table[static_cast<std::size_t>(fd)];
        if (descriptor.generation != generation || waits != waitsBefore)
            break;
        QSocketNotifier *const notifier = descriptor.notifiers[i];
        if (!notifier)
            continue;
        QEvent event(QEvent::SockAct);
        QCoreApplication::sendEvent(notifier, &event);
        ++delivered;
    }
    return delivered;
}

int EpollDispatcher::Private::deliverAlwaysReady()
{
    int delivered = 0;
    const std::vector<int> ready = alwaysReady;
    for (const int fd : ready) {
        const Descriptor &descriptor = table[static_cast<std::size_t>(fd)];
        if (descriptor.alwaysReady)
            delivered += deliverNotifiers(fd, descriptor.generation, EPOLLIN | EPOLLOUT);
    }
    return delivered;
}

EpollDispatcher::EpollDispatcher(QObject *parent)
    : QAbstractEventDispatcher(parent)
    , d(std::make_unique<Private>())
{}

EpollDispatcher::~EpollDispatcher() = default;

EpollDispatcher *EpollDispatcher::current()
{
    return qobject_cast<EpollDispatcher *>(QAbstractEventDispatcher::instance());
}

bool EpollDispatcher::add(int descriptor, Watcher *watcher)
{
    if (descriptor < 0 || !watcher)
        return false;
    Private::Descriptor &entry = d->at(descriptor);
    if (Private::wanted(entry) != 0)
        return false;
    ++entry.generation;
    if (!d->control(EPOLL_CTL_ADD, descriptor, kWatcherEvents, entry.generation))
        return false;
    entry.watcher = watcher;
    entry.applied = kWatcherEvents;
    return true;
}

void EpollDispatcher::remove(int descriptor, Watcher *watcher)
{
    if (descriptor < 0 || static_cast<std::size_t>(descriptor) >= d->table.size())
        return;
    Private::Descriptor &entry = d->at(descriptor);
    if (entry.watcher != watcher)
        return;
    entry.watcher = nullptr;
    d->forget(descriptor, entry);
}

void EpollDispatcher::registerSocketNotifier(QSocketNotifier *notifier)
{
    const auto fd = static_cast<int>(notifier->socket());
    if (fd < 0) {
        log::warn("io", "socket notifier for an invalid descriptor", {{"fd", fd}});
        return;
    }
    Private::Descriptor &entry = d->at(fd);
    if (entry.watcher) {
        log::warn("io", "socket notifier for a descriptor that is watched already", {{"fd", fd}});
        return;
    }
    QSocketNotifier *&place = entry.notifiers[slotOf(notifier)];
    if (place && place != notifier) {
        // The earlier one was never disabled, so its descriptor may have been closed and this be another file.
        log::warn("io", "two socket notifiers of one type for one descriptor", {{"fd", fd}});
        entry.stale = true;
    }
    place = notifier;
    d->markChanged(fd, entry);
}

void EpollDispatcher::unregisterSocketNotifier(QSocketNotifier *notifier)
{
    const auto fd = static_cast<int>(notifier->socket());
    if (fd < 0 || static_cast<std::size_t>(fd) >= d->table.size())
        return;
    Private::Descriptor &entry = d->at(fd);
    QSocketNotifier *&place = entry.notifiers[slotOf(notifier)];
    if (place != notifier)
        return;
    place = nullptr;
    if (Private::wanted(entry) == 0)
        d->forget(fd, entry);
    else
        d->markChanged(fd, entry);
}

void EpollDispatcher::registerTimer(int timerId,
                                    qint64 interval,
                                    Qt::TimerType timerType,
                                    QObject *object)
{
    d->timers.add(timerId, interval, timerType, object);
}

bool EpollDispatcher::unregisterTimer(int timerId)
{
    return d->timers.remove(timerId);
}

bool EpollDispatcher::unregisterTimers(QObject *object)
{
    return d->timers.removeAll(object);
}

QList<QAbstractEventDispatcher::TimerInfo> EpollDispatcher::registeredTimers(QObject *object) const
{
    return d->timers.list(object);
}

int EpollDispatcher::remainingTime(int timerId)
{
    return d->timers.remainingMs(timerId);
}

bool EpollDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    // Compared, not reset: a nested loop must not swallow an interrupt that is meant for this one.
    const unsigned interruptsBefore = d->interrupts.load(std::memory_order_acquire);
    const bool withDescriptors = !flags.testFlag(QEventLoop::ExcludeSocketNotifiers);
    const bool withTimers = !flags.testFlag(QEventLoop::X11ExcludeTimers);

    Q_EMIT awake();
    QCoreApplication::sendPostedEvents();

    const auto interrupted = [this, interruptsBefore] {
        return d->interrupts.load(std::memory_order_acquire) != interruptsBefore;
    };
    bool mayWait = flags.testFlag(QEventLoop::WaitForMoreEvents) && !interrupted();
    int handled = 0;
    if (withDescriptors && d->batchNext < d->batchSize) {
        // A nested loop first finishes what the outer one has begun.
        handled += d->deliverBatch();
        mayWait = false;
    }
    if (withDescriptors)
        d->applyChanges();
    if (withDescriptors && !d->alwaysReady.empty())
        mayWait = false;
    if (mayWait)
        Q_EMIT aboutToBlock();
    if (interrupted())
        return handled > 0;
    if (withDescriptors)
        d->applyChanges();

    int timeoutMs = 0;
    if (mayWait)
        timeoutMs = withTimers ? d->timers.waitMs() : -1;
    if (d->wait(timeoutMs, withDescriptors)) {
        // Delivered in this call, or a caller that waits for what was posted to it would wait once too often.
        QCoreApplication::sendPostedEvents();
        ++handled;
    }
    if (withDescriptors) {
        handled += d->deliverBatch();
        handled += d->deliverAlwaysReady();
    }
    if (withTimers)
        handled += d->timers.fireDue();
    return handled > 0;
}

void EpollDispatcher::wakeUp()
{
    if (d->state.exchange(Private::Woken, std::memory_order_acq_rel) != Private::Waiting)
        return;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(d->wakeFd, &one, sizeof one);
}

void EpollDispatcher::interrupt()
{
    d->interrupts.fetch_add(1, std::memory_order_acq_rel);
    wakeUp();
}

} // namespace spillway
