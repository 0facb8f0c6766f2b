// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/replay.h"

#include "monitor/jsontools.h"
#include "spillway/logging.h"

#include <QString>

#include <algorithm>
#include <array>
#include <string_view>

namespace spillway::ui::replay {

bool isPossible(const RequestRecord &record)
{
    return record.captured && record.requestBody.size() == record.requestBytes;
}

bool hasSideEffects(const std::string &method)
{
    static constexpr std::array<std::string_view, 9> kMarks{"send",
                                                            "submit",
                                                            "personal_",
                                                            "miner_",
                                                            "admin_",
                                                            "airdrop",
                                                            "unlock",
                                                            "import",
                                                            "setHead"};
    return std::any_of(kMarks.begin(), kMarks.end(), [&method](std::string_view mark) {
        return QString::fromStdString(method).contains(
            QLatin1String(mark.data(), static_cast<int>(mark.size())), Qt::CaseInsensitive);
    });
}

std::string params(const RequestRecord &record)
{
    const QByteArray text = memberText(QByteArray::fromStdString(record.requestBody), "params");
    return text.isEmpty() ? std::string("[]") : text.toStdString();
}

std::optional<std::string> answerBefore(const RequestRecord &record)
{
    if (!record.captured || record.responseBody.empty()
        || record.responseBody.size() != record.responseBytes)
        return std::nullopt;
    return record.responseBody;
}

QByteArray essence(const std::string &answer)
{
    return prettyJson(QByteArray::fromStdString(splitAnswer(answer).text));
}

} // namespace spillway::ui::replay
