// SPDX-License-Identifier: MIT
#include "spillway/keystore.h"

#include "core/redact.h"
#include "keywaits.h"

#include <QDateTime>
#include <QPointer>
#include <QTimer>
#include <qt6keychain/keychain.h>

#include <memory>
#include <utility>

namespace spillway {
namespace {

using namespace std::chrono_literals;

// A locked keyring may wait for its user for ever.
constexpr std::chrono::milliseconds kProgramPatience = 5s;
constexpr std::chrono::milliseconds kUserPatience = 2min;
const QString kService = QStringLiteral("spillway");

std::string problemOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::NoError:
        return {};
    case QKeychain::EntryNotFound:
        return "the keyring has no such entry";
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
        return KeyStore::kDenied;
    case QKeychain::NoBackendAvailable:
        return "this desktop has no keyring";
    default:
        break;
    }
    const std::string text = redact::apply(job.errorString().toStdString());
    return text.empty() ? "the keyring cannot be used" : "the keyring cannot be used: " + text;
}

} // namespace

class KeyStore::Private
{
public:
    explicit Private(KeyStore &store)
        : q(store)
    {
        QObject::connect(&waits, &KeyWaits::waitingChanged, &q, &KeyStore::waitingChanged);
        QObject::connect(&waits, &KeyWaits::answeredLate, &q, &KeyStore::answeredLate);
    }

    /// Starts a job; `done` gets the finished job, or null and why there is none. Exactly once, unless the store goes before.
    /// A job is not deleted before it has ended, however late, and belongs to nobody: the keyring's library calls it back.
    template <typename Job>
    void run(Job *job, Patience patience, std::function<void(Job *, std::string)> done)
    {
        job->setAutoDelete(false);
        job->setInsecureFallback(false);
        const bool isUsers = patience == Patience::User;
        const auto answered =
            waits.begin(isUsers ? kUserPatience : kProgramPatience,
                        isUsers,
                        [job, done = std::move(done)](KeyWaits::End end) {
                            done(end == KeyWaits::End::Answered ? job : nullptr,
                                 end == KeyWaits::End::Cancelled ? kCancelled : kNoAnswer);
                        });
        QObject::connect(job, &QKeychain::Job::finished, &q, [job, answered] {
            answered(job->error() == QKeychain::NoError);
        });
        QObject::connect(job, &QKeychain::Job::finished, job, &QObject::deleteLater);
        job->start();
    }

    void readOne(const std::string &name,
                 Patience patience,
                 std::function<void(std::optional<Secret>, std::string)> done)
    {
        auto *job = new QKeychain::ReadPasswordJob(kService);
        job->setKey(QString::fromStdString(name));
        run<QKeychain::ReadPasswordJob>(
            job,
            patience,
            [done = std::move(done)](QKeychain::ReadPasswordJob *read, const std::string &why) {
                if (read == nullptr)
                    return done(std::nullopt, why);
                if (read->error() == QKeychain::EntryNotFound)
                    return done(std::nullopt, {});
                if (read->error() != QKeychain::NoError)
                    return done(std::nullopt, problemOf(*read));
                std::string value = read->textData().toStdString();
                redact::registerSecret(value);
                done(Secret(std::move(value)), {});
            });
    }

    void writeOne(const std::string &name, const Secret &value, WriteDone done)
    {
        redact::registerSecret(value.reveal());
        auto *job = new QKeychain::WritePasswordJob(kService);
        job->setKey(QString::fromStdString(name));
        job->setTextData(QString::fromStdString(value.reveal()));
        run<QKeychain::WritePasswordJob>(
            job,
            Patience::User,
            [this, name, value, done = std::move(done)](QKeychain::WritePasswordJob *write,
                                                        const std::string &why) {
                if (write == nullptr)
                    return done(why);
                if (write->error() != QKeychain::NoError)
                    return done(problemOf(*write));
                // A keyring may say yes and keep nothing: only reading back tells.
                readOne(
                    name,
                    Patience::User,
                    [value, done](const std::optional<Secret> &found, const std::string &problem) {
                        done(found && *found == value ? std::string()
                             : problem.empty()        ? "the keyring did not keep the entry"
                                                      : problem);
                    });
            });
    }

    void removeOne(const std::string &name, WriteDone done)
    {
        auto *job = new QKeychain::DeletePasswordJob(kService);
        job->setKey(QString::fromStdString(name));
        run<QKeychain::DeletePasswordJob>(
            job,
            Patience::User,
            [done = std::move(done)](QKeychain::DeletePasswordJob *gone, const std::string &why) {
                if (gone == nullptr)
                    return done(why);
                done(gone->error() == QKeychain::EntryNotFound ? std::string() : problemOf(*gone));
            });
    }

    KeyStore &q;
    KeyWaits waits;
};

KeyStore::KeyStore(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this))
{}

KeyStore::~KeyStore() = default;

void KeyStore::read(const std::vector<std::string> &names, ReadDone done, Patience patience)
{
    struct Collected
    {
        std::size_t open = 0;
        std::map<std::string, Secret> found;
        std::string problem;
        ReadDone done;
    };

    if (names.empty()) {
        QTimer::singleShot(0, this, [done = std::move(done)] { done({}, {}); });
        return;
    }
    auto all = std::make_shared<Collected>();
    all->open = names.size();
    all->done = std::move(done);
    for (const std::string &name : names) {
        d->readOne(
            name, patience, [all, name](std::optional<Secret> value, const std::string &problem) {
                if (value)
                    all->found[name] = std::move(*value);
                if (all->problem.empty())
                    all->problem = problem;
                if (--all->open == 0)
                    all->done(std::move(all->found), std::move(all->problem));
            });
    }
}

void KeyStore::write(const std::string &name, const Secret &value, WriteDone done)
{
    d->writeOne(name, value, std::move(done));
}

void KeyStore::remove(const std::string &name, WriteDone done)
{
    d->removeOne(name, std::move(done));
}

void KeyStore::probe(WriteDone done)
{
    const std::string name = "SPILLWAY_PROBE";
    const Secret value("probe-" + std::to_string(QDateTime::currentMSecsSinceEpoch()));
    d->writeOne(name, value, [this, name, done = std::move(done)](const std::string &problem) {
        if (!problem.empty())
            return done(problem);
        d->removeOne(name, done);
    });
}

bool KeyStore::isWaiting() const
{
    return d->waits.isWaiting();
}

void KeyStore::cancel()
{
    d->waits.cancel();
}

} // namespace spillway
