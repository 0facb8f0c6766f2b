// SPDX-License-Identifier: MIT
#include "demotraffic.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

namespace spillway {
namespace {

constexpr int kMostOpen = 24;       // of one user; a stalled proxy must not be buried
constexpr double kTideSeconds = 90; // traffic swells and ebbs
constexpr double kBurstEvery = 47;
constexpr double kBurstSeconds = 7;

using Random = std::mt19937_64;

QByteArray hex(Random &random, int digits)
{
    QByteArray text("0x");
    std::uniform_int_distribution<int> digit(0, 15);
    for (int i = 0; i < digits; ++i)
        text += "0123456789abcdef"[digit(random)];
    return text;
}

/// One kind of call: `params` may hold %A (an address of twenty bytes), %H (a hash), %B (a block number near the head).
struct Call
{
    const char *method;
    const char *params;
    int weight;
};

struct Habit
{
    const char *path;
    double perSecond; ///< on average
    int batch;        ///< calls in one request
    std::vector<Call> calls;
};

const std::vector<Habit> &habits()
{
    static const std::vector<Habit> list{
        {"/ethereum",
         6,
         1,
         {{"eth_blockNumber", "[]", 4},
          {"eth_getBalance", R"(["%A","latest"])", 5},
          {"eth_call", R"([{"to":"%A","data":"0x70a08231"},"latest"])", 6},
          {"eth_gasPrice", "[]", 2},
          {"eth_chainId", "[]", 1}}},
        {"/ethereum",
         12,
         1,
         {{"eth_call", R"([{"to":"%A","data":"0x0902f1ac"},"latest"])", 10},
          {"eth_getTransactionCount", R"(["%A","pending"])", 2},
          {"eth_estimateGas", R"([{"to":"%A"}])", 1},
          {"eth_sendRawTransaction", R"(["%H"])", 1}}},
        {"/ethereum",
         5,
         1,
         {{"eth_getBlockByNumber", R"(["%B",false])", 5},
          {"eth_getTransactionReceipt", R"(["%H"])", 6},
          {"eth_getLogs", R"([{"fromBlock":"%B","toBlock":"%B","address":"%A"}])", 3},
          {"eth_getBlockReceipts", R"(["%B"])", 1},
          {"debug_traceTransaction", R"(["%H"])", 1}}},
        {"/ethereum", 0.4, 8, {{"eth_getTransactionByHash", R"(["%H"])", 1}}},
        {"/solana",
         9,
         1,
         {{"getSlot", "[]", 4},
          {"getBalance", R"(["11111111111111111111111111111111"])", 4},
          {"getAccountInfo", R"(["So11111111111111111111111111111111111111112"])", 6},
          {"getLatestBlockhash", "[]", 3},
          {"getEpochInfo", "[]", 1}}},
    };
    return list;
}

/// One made-up program.
class User : public QObject
{
public:
    User(const Habit &habit, std::uint64_t seed, QObject *parent)
        : QObject(parent)
        , m_habit(habit)
        , m_random(seed)
    {
        m_next.setSingleShot(true);
        m_next.setTimerType(Qt::PreciseTimer);
        connect(&m_next, &QTimer::timeout, this, [this] {
            send();
            schedule();
        });
        int total = 0;
        for (const Call &call : habit.calls)
            m_weights.push_back(total += call.weight);
    }

    void setTarget(const QUrl &target)
    {
        m_target = target;
        m_seconds = 0;
        if (target.isEmpty())
            m_next.stop();
        else
            schedule();
    }

private:
    void schedule()
    {
        const double tide = 1 + 0.5 * std::sin(2 * std::numbers::pi * m_seconds / kTideSeconds);
        const double burst = std::fmod(m_seconds + 20, kBurstEvery) < kBurstSeconds ? 2.2 : 1;
        std::exponential_distribution<double> pause(m_habit.perSecond * tide * burst);
        const double wait = std::min(pause(m_random), 5.0);
        m_seconds += wait;
        m_next.start(static_cast<int>(std::lround(wait * 1000)));
    }

    QByteArray one()
    {
        std::uniform_int_distribution<int> pick(0, m_weights.back() - 1);
        const auto chosen = std::upper_bound(m_weights.begin(), m_weights.end(), pick(m_random));
        const Call &call = m_habit.calls[static_cast<std::size_t>(chosen - m_weights.begin())];
        QByteArray params(call.params);
        // A few addresses come again and again, as in life.
        Random frequent(m_random() % 12);
        params.replace("%A", hex(frequent, 40)).replace("%H", hex(m_random, 64));
        std::uniform_int_distribution<int> back(0, 40);
        params.replace("%B", "0x" + QByteArray::number(21304551 - back(m_random), 16));
        return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(++m_id) + R"(,"method":")"
               + call.method + R"(","params":)" + params + "}";
    }

    void send()
    {
        if (m_open >= kMostOpen)
            return;
        QByteArray body;
        for (int i = 0; i < m_habit.batch; ++i)
            body += (i == 0 ? "" : ",") + one();
        if (m_habit.batch > 1)
            body = "[" + body + "]";
        QNetworkRequest request(m_target.resolved(QUrl(QLatin1String(m_habit.path))));
        request.setHeader(QNetworkRequest::ContentTypeHeader,
                          QByteArrayLiteral("application/json"));
        request.setTransferTimeout(30000);
        ++m_open;
        QNetworkReply *reply = m_network.post(request, body);
        connect(reply, &QNetworkReply::finished, this, [this, reply] {
            --m_open;
            reply->deleteLater();
        });
    }

    const Habit &m_habit;
    Random m_random;
    std::vector<int> m_weights;
    QUrl m_target;
    QTimer m_next{this};
    QNetworkAccessManager m_network{this};
    double m_seconds = 0;
    quint64 m_id = 0;
    int m_open = 0;
};

} // namespace

DemoTraffic::DemoTraffic()
    : m_users(new QObject)
{
    std::uint64_t seed = 1;
    for (const Habit &habit : habits())
        new User(habit, seed++, m_users);
    m_thread.setObjectName(QStringLiteral("demo traffic"));
    m_users->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_users, &QObject::deleteLater);
    m_thread.start(QThread::LowPriority);
}

DemoTraffic::~DemoTraffic()
{
    m_thread.quit();
    m_thread.wait();
}

void DemoTraffic::setTarget(const QString &address)
{
    QMetaObject::invokeMethod(m_users, [users = m_users, target = QUrl(address)] {
        for (QObject *child : users->children())
            static_cast<User *>(child)->setTarget(target);
    });
}

} // namespace spillway
