// SPDX-License-Identifier: MIT
#include "streambench.h"
#include "testmain.h"

#include <QHostAddress>
#include <QHostInfo>

#include <sys/resource.h>
#include <vector>

using namespace spillway;
using namespace spillway::test;

/// The way to a connected stream, on every backend: failures by name, deadline, addresses.
class StreamConnectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connectFailures_data();
    void connectFailures();

    void connectTimesOut_data() { backends(); }

    void connectTimesOut();

    void deletedWhileConnecting_data() { backends(); }

    void deletedWhileConnecting();

    void noDescriptorLeft_data() { backends(); }

    void noDescriptorLeft();

    void ipv6Loopback_data() { backends(); }

    void ipv6Loopback();
    void allAddressesOfANameAreTried_data();
    void allAddressesOfANameAreTried();
};

void StreamConnectTest::connectFailures_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<QString>("host");
    QTest::addColumn<TransportFailure>("failure");

    struct Case
    {
        const char *name;
        const char *host;
        TransportFailure failure;
    };

    for (const Case &c : {Case{"refused", "127.0.0.1", TransportFailure::ConnectRefused},
                          Case{"refused by name", "localhost", TransportFailure::ConnectRefused},
                          Case{"refused, IPv6", "::1", TransportFailure::ConnectRefused},
                          Case{"impossible name", "no..such..host", TransportFailure::Dns},
                          Case{"no name", "", TransportFailure::Dns}}) {
        const QString host = QString::fromLatin1(c.host);
        QTest::addRow("Qt sockets, Qt dispatcher, %s", c.name)
            << false << IoBackend::Qt << host << c.failure;
        QTest::addRow("Qt sockets, epoll dispatcher, %s", c.name)
            << true << IoBackend::Qt << host << c.failure;
        QTest::addRow("raw descriptors, epoll dispatcher, %s", c.name)
            << true << IoBackend::Epoll << host << c.failure;
    }
}

void StreamConnectTest::connectFailures()
{
    QFETCH(QString, host);
    QFETCH(TransportFailure, failure);
    onBench([&](Bench &b) {
        StreamTarget target = b.target(host.toStdString());
        // Bound but not listening: nobody else can get this port.
        b.listener = RawSocket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        b.listener.bindLoopback(AF_INET);
        target.port = b.listener.port();
        b.stream = b.context.streams().connectTo(target, &b.handler);
        QCOMPARE(b.handler.failed, 0);
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, failure);
        QVERIFY2(b.handler.detail.find(std::to_string(target.port)) != std::string::npos,
                 b.handler.detail.c_str());
        QTest::qWait(10);
        QCOMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.connected, 0);
    });
}

void StreamConnectTest::connectTimesOut()
{
    onBench([](Bench &b) {
        // A full backlog drops further SYNs, so a connect gets no answer at all.
        b.listener = RawSocket::listener(AF_INET, 0);
        std::vector<RawSocket> crowd;
        for (int i = 0; i < 8; ++i)
            crowd.push_back(RawSocket::connecting(b.listener.port()));
        b.stream = b.context.streams().connectTo(b.target("127.0.0.1", 80), &b.handler);
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ConnectTimeout);
        QVERIFY2(b.handler.detail.find("80 ms") != std::string::npos, b.handler.detail.c_str());
    });
}

void StreamConnectTest::deletedWhileConnecting()
{
    onBench([](Bench &b) {
        for (const char *host : {"127.0.0.1", "localhost", "no..such..host"}) {
            b.stream = b.context.streams().connectTo(b.target(host), &b.handler);
            b.stream.reset();
            b.stream = b.context.streams().connectTo(b.target(host), &b.handler);
            QCoreApplication::processEvents();
            b.stream.reset();
            b.stream = b.context.streams().connectTo(b.target(host), &b.handler);
            b.stream->abort();
        }
        const int connectedBefore = b.handler.connected;
        const int failedBefore = b.handler.failed;
        QTest::qWait(30);
        QCOMPARE(b.handler.connected, connectedBefore);
        QCOMPARE(b.handler.failed, failedBefore);
    });
}

void StreamConnectTest::noDescriptorLeft()
{
    onBench([](Bench &b) {
        rlimit before{};
        ::getrlimit(RLIMIT_NOFILE, &before);
        const int next = ::dup(b.listener.descriptor());
        ::close(next);
        rlimit none = before;
        none.rlim_cur = static_cast<rlim_t>(next);
        ::setrlimit(RLIMIT_NOFILE, &none);
        b.stream = b.context.streams().connectTo(b.target(), &b.handler);
        ::setrlimit(RLIMIT_NOFILE, &before);
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::LocalResource);
    });
}

void StreamConnectTest::ipv6Loopback()
{
    onBench([](Bench &b) {
        b.listener = RawSocket::listener(AF_INET6);
        b.connect("::1");
        b.stream->write("six");
        SOON_COMPARE(b.receivedByPeer(), std::string("six"));
        QCOMPARE(b.stream->peerAddress(), std::string("::1"));
    });
}

void StreamConnectTest::allAddressesOfANameAreTried_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<int>("family");
    for (const int family : {AF_INET, AF_INET6}) {
        const char *const name = family == AF_INET ? "IPv4" : "IPv6";
        QTest::addRow("Qt sockets, Qt dispatcher, %s", name) << false << IoBackend::Qt << family;
        QTest::addRow("Qt sockets, epoll dispatcher, %s", name) << true << IoBackend::Qt << family;
        QTest::addRow("raw descriptors, epoll dispatcher, %s", name)
            << true << IoBackend::Epoll << family;
    }
}

void StreamConnectTest::allAddressesOfANameAreTried()
{
    QFETCH(int, family);
    onBench([&](Bench &b) {
        const QList<QHostAddress> known =
            QHostInfo::fromName(QStringLiteral("localhost")).addresses();
        const auto wanted =
            family == AF_INET ? QHostAddress::LocalHost : QHostAddress::LocalHostIPv6;
        b.listener = RawSocket::listener(family);
        b.stream = b.context.streams().connectTo(b.target("localhost"), &b.handler);
        SOON_VERIFY(b.handler.connected + b.handler.failed == 1);
        // A machine whose hosts file knows one family only refuses the other.
        QCOMPARE(b.handler.connected == 1, known.contains(QHostAddress(wanted)));
    });
}

SPILLWAY_TEST(StreamConnectTest)
#include "tst_streamconnect.moc"
