// SPDX-License-Identifier: MIT
#include "spillway/keystore.h"

#include "core/redact.h"

#include <QDateTime>
#include <QPointer>
#include <QTimer>
#include <qt6keychain/keychain.h>

#include <memory>
#include <utility>

namespace spillway {
namespace {

constexpr int kTimeoutMs = 5000; // a locked keyring may wait for its user for ever
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
        return "access to the keyring was denied";
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
    {}

    /// Starts a job; `done` gets the finished job, or null when it took too long. Exactly once, unless the store goes before.
    /// A job is not deleted before it has ended, however late, and belongs to nobody: the keyring's library calls it back.
    template <typename Job>
    void run(Job *job, std::function<void(Job *)> done)
    {
        job->setAutoDelete(false);
        job->setInsecureFallback(false);
        auto *timer = new QTimer(job);
        timer->setSingleShot(true);
        auto shared = std::make_shared<std::function<void(Job *)>>(std::move(done));
        const auto finish = [job, shared](bool inTime) {
            const auto callback = std::exchange(*shared, nullptr);
            if (callback)
                callback(inTime ? job : nullptr);
        };
        QObject::connect(job, &QKeychain::Job::finished, &q, [finish] { finish(true); });
        QObject::connect(job, &QKeychain::Job::finished, job, &QObject::deleteLater);
        QObject::connect(timer, &QTimer::timeout, &q, [finish] { finish(false); });
        timer->start(kTimeoutMs);
        job->start();
    }

    void readOne(const std::string &name,
                 std::function<void(std::optional<Secret>, std::string)> done)
    {
        auto *job = new QKeychain::ReadPasswordJob(kService);
        job->setKey(QString::fromStdString(name));
        run<QKeychain::ReadPasswordJob>(job,
                                        [done = std::move(done)](QKeychain::ReadPasswordJob *read) {
                                            if (read == nullptr)
                                                return done(std::nullopt, kNoAnswer);
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
            job, [this, name, value, done = std::move(done)](QKeychain::WritePasswordJob *write) {
                if (write == nullptr)
                    return done(kNoAnswer);
                if (write->error() != QKeychain::NoError)
                    return done(problemOf(*write));
                // A keyring may say yes and keep nothing: only reading back tells.
                readOne(
                    name,
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
            job, [done = std::move(done)](QKeychain::DeletePasswordJob *gone) {
                if (gone == nullptr)
                    return done(kNoAnswer);
                done(gone->error() == QKeychain::EntryNotFound ? std::string() : problemOf(*gone));
            });
    }

    static inline const std::string kNoAnswer =
        "the keyring did not answer within 5 seconds; it may be locked";
    KeyStore &q;
};

KeyStore::KeyStore(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this))
{}

KeyStore::~KeyStore() = default;

void KeyStore::read(const std::vector<std::string> &names, ReadDone done)
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
        d->readOne(name, [all, name](std::optional<Secret> value, const std::string &problem) {
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

} // namespace spillway
