// SPDX-License-Identifier: MIT
#include "rpc/envelope.h"
#include "testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace spillway::rpc;

namespace {

struct Exchange
{
    QByteArray name;
    QByteArray request;
    QByteArray response;
};

std::string_view view(const QByteArray &data)
{
    return {data.constData(), static_cast<std::size_t>(data.size())};
}

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// Compact JSON of any value, for comparisons by meaning.
QByteArray canonical(const QJsonValue &value)
{
    return QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
}

QByteArray canonical(std::string_view raw)
{
    return QJsonDocument::fromJson("[" + bytes(raw) + "]").toJson(QJsonDocument::Compact);
}

} // namespace

/// The exchanges recorded from real clients in ethereum/execution-apis.
class VectorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void parsesRequests();
    void scansAnswers();
    void samplesAnswersAlike();
    void splicesIds();
    void splitsMixedBatches();

private:
    QList<Exchange> m_exchanges;
};

void VectorsTest::initTestCase()
{
    QFile file(QStringLiteral(SPILLWAY_SOURCE_DIR "/tests/data/execution-apis.jsonl"));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    while (!file.atEnd()) {
        const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
        m_exchanges.append({line[QStringLiteral("name")].toString().toUtf8(),
                            line[QStringLiteral("request")].toString().toUtf8(),
                            line[QStringLiteral("response")].toString().toUtf8()});
    }
    QVERIFY(m_exchanges.size() > 200);
}

void VectorsTest::parsesRequests()
{
    Envelope envelope;
    for (const Exchange &exchange : std::as_const(m_exchanges)) {
        parse(view(exchange.request), {}, envelope);
        QVERIFY2(envelope.errorCode == 0 && envelope.elements.size() == 1,
                 exchange.name.constData());
        const Element &element = envelope.elements.front();
        QVERIFY2(element.errorCode == 0, exchange.name.constData());
        const QJsonObject expected = QJsonDocument::fromJson(exchange.request).object();
        QCOMPARE(bytes(element.call.text), exchange.request.trimmed());
        QCOMPARE(bytes(element.call.method),
                 expected[QStringLiteral("method")].toString().toUtf8());
        QCOMPARE(canonical(element.call.id), canonical(expected[QStringLiteral("id")]));
        if (expected.contains(QStringLiteral("params")))
            QCOMPARE(canonical(element.call.params), canonical(expected[QStringLiteral("params")]));
        else
            QVERIFY(element.call.params.empty());
    }
}

void VectorsTest::scansAnswers()
{
    Answer answer;
    for (const Exchange &exchange : std::as_const(m_exchanges)) {
        scanAnswer(view(exchange.response), answer, 1U << 30U);
        QVERIFY(answer.complete);
        const QJsonObject expected = QJsonDocument::fromJson(exchange.response).object();
        const QJsonObject error = expected[QStringLiteral("error")].toObject();
        QVERIFY2((answer.kind == Answer::Kind::Error) == expected.contains(QStringLiteral("error")),
                 exchange.name.constData());
        QVERIFY2((answer.kind == Answer::Kind::Result)
                     == expected.contains(QStringLiteral("result")),
                 exchange.name.constData());
        QCOMPARE(canonical(answer.id), canonical(expected[QStringLiteral("id")]));
        if (answer.kind == Answer::Kind::Error) {
            QCOMPARE(answer.code,
                     static_cast<long long>(error[QStringLiteral("code")].toInteger()));
            QCOMPARE(bytes(answer.message), error[QStringLiteral("message")].toString().toUtf8());
        } else {
            QCOMPARE(canonical(answer.result), canonical(expected[QStringLiteral("result")]));
        }
    }
}

void VectorsTest::samplesAnswersAlike()
{
    Answer full;
    Answer sampled;
    int sampledOnly = 0;
    for (const Exchange &exchange : std::as_const(m_exchanges)) {
        scanAnswer(view(exchange.response), full, 1U << 30U);
        scanAnswer(view(exchange.response), sampled, 0);
        QVERIFY2(full.kind == sampled.kind, exchange.name.constData());
        QVERIFY2(full.id.data() == sampled.id.data() && full.id == sampled.id,
                 exchange.name.constData());
        sampledOnly += sampled.complete ? 0 : 1;
    }
    QVERIFY(sampledOnly > 10);
}

void VectorsTest::splicesIds()
{
    const std::string_view ours = "\"spillway-1\"";
    Envelope envelope;
    Answer answer;
    for (const Exchange &exchange : std::as_const(m_exchanges)) {
        parse(view(exchange.request), {}, envelope);
        const std::string original(envelope.elements.front().call.id);
        const std::string request = withId(envelope.elements.front().call, ours);
        Envelope again;
        parse(request, {}, again);
        QVERIFY(again.elements.front().call.id == ours);
        QCOMPARE(QByteArray::fromStdString(withId(again.elements.front().call, original)),
                 exchange.request.trimmed());

        scanAnswer(view(exchange.response), answer);
        const std::string theirs(answer.id);
        const std::string response = withId(answer, ours);
        Answer back;
        scanAnswer(response, back);
        QVERIFY(back.id == ours);
        QCOMPARE(QByteArray::fromStdString(withId(back, theirs)), exchange.response.trimmed());
    }
}

void VectorsTest::splitsMixedBatches()
{
    constexpr qsizetype kBatch = 10;
    const QByteArray separators[] = {",", " ,", ",\n", "\t,\r\n"};
    std::vector<Answer> answers;
    for (qsizetype first = 0; first + kBatch <= m_exchanges.size(); first += 7) {
        QByteArray requests = "[";
        QByteArray responses = "[";
        for (qsizetype i = 0; i < kBatch; ++i) {
            const QByteArray &separator =
                i == 0 ? QByteArray() : separators[static_cast<std::size_t>(i % 4)];
            requests += separator + m_exchanges[first + i].request;
            responses += separator + m_exchanges[first + i].response;
        }
        requests += "]";
        responses += "]\n";
        Envelope envelope;
        parse(view(requests), {}, envelope);
        QVERIFY(envelope.batch && envelope.errorCode == 0);
        QVERIFY(splitAnswers(view(responses), answers));
        QCOMPARE(envelope.elements.size(), static_cast<std::size_t>(kBatch));
        QCOMPARE(answers.size(), static_cast<std::size_t>(kBatch));
        for (qsizetype i = 0; i < kBatch; ++i) {
            const auto index = static_cast<std::size_t>(i);
            QCOMPARE(bytes(envelope.elements[index].call.text),
                     m_exchanges[first + i].request.trimmed());
            QCOMPARE(bytes(answers[index].text), m_exchanges[first + i].response.trimmed());
        }
    }
}

SPILLWAY_TEST(VectorsTest)
#include "tst_vectors.moc"
