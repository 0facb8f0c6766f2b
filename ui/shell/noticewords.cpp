// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/noticewords.h"

#include "monitor/quotatext.h"
#include "shell/notices.h"
#include "widgets/format.h"
#include "widgets/reasontext.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace spillway::ui {
namespace {

constexpr std::array<const char *, static_cast<std::size_t>(NoticeEvent::Count)> kNames{
    "stopReached",
    "creditsHigh",
    "keepsFailing",
    "keyRejected",
    "chainSilent",
    "chainSpent",
    "chainBack",
    "runsOut",
    "notApplied",
    "changedOutside",
    "emptied",
    "deleted",
    "portBusy",
    "wentToTray",
};

/// Values by name, as they are put into words.
class Values
{
public:
    explicit Values(const QVariantMap &values)
        : m_values(values)
    {}

    [[nodiscard]] QString text(const char *name) const
    {
        return m_values.value(QLatin1String(name)).toString();
    }

    [[nodiscard]] int number(const char *name) const
    {
        return m_values.value(QLatin1String(name)).toInt();
    }

    [[nodiscard]] QString credits(const char *name) const
    {
        return format::number(
            static_cast<std::uint64_t>(m_values.value(QLatin1String(name)).toULongLong()));
    }

    [[nodiscard]] QString day(const char *name) const
    {
        return format::dayFromIso(text(name).toStdString());
    }

    [[nodiscard]] double share(const char *name) const
    {
        return m_values.value(QLatin1String(name)).toDouble();
    }

    [[nodiscard]] QString failure(const char *name) const
    {
        const QString raw = text(name);
        return raw.isEmpty() ? raw : format::failure(raw);
    }

private:
    const QVariantMap &m_values;
};

NoticeWords ofNode(NoticeEvent event, const Values &values)
{
    const QString node = values.text("node");
    const QString error = values.failure("error");
    switch (event) {
    case NoticeEvent::StopReached:
        return {NoticeRules::tr("%1 has reached its stop").arg(node),
                NoticeRules::tr("%1 of %2 credits are used. Its requests go to other nodes until "
                                "%3.")
                    .arg(values.credits("used"), values.credits("limit"), values.day("resets"))};
    case NoticeEvent::CreditsHigh:
        return {NoticeRules::tr("%1 has used %2 of its credits")
                    .arg(node, format::percent(values.share("share"))),
                NoticeRules::tr("%1 credits are left until %2.")
                    .arg(values.credits("left"), values.day("resets"))};
    case NoticeEvent::KeepsFailing:
        return {NoticeRules::tr("%1 keeps failing").arg(node),
                error.isEmpty() ? NoticeRules::tr(
                    "It was left out %n time(s) in ten minutes.", nullptr, values.number("times"))
                                : NoticeRules::tr("Last error: %1").arg(error)};
    case NoticeEvent::KeyRejected:
        return {NoticeRules::tr("%1 rejects its key").arg(node),
                NoticeRules::tr("The provider does not accept the key any more. Its requests go "
                                "to other nodes.")};
    case NoticeEvent::RunsOut:
        return {NoticeRules::tr("%1 will run out before its period ends").arg(node),
                NoticeRules::tr("At this week's pace it reaches its stop on %1, %n day(s) before "
                                "it resets.",
                                nullptr,
                                values.number("days"))
                    .arg(values.day("on"))};
    default:
        return {};
    }
}

NoticeWords ofChain(NoticeEvent event, const Values &values)
{
    const QString chain = values.text("chain");
    const QString error = values.failure("error");
    switch (event) {
    case NoticeEvent::ChainSilent:
        return {NoticeRules::tr("No node of %1 answers").arg(chain),
                error.isEmpty()
                    ? NoticeRules::tr("Spillway keeps trying.")
                    : NoticeRules::tr("Spillway keeps trying. Last error: %1").arg(error)};
    case NoticeEvent::ChainSpent:
        return {NoticeRules::tr("The credits of %1 are used up").arg(chain),
                spentSentence(chain, values.text("until").toStdString())};
    case NoticeEvent::ChainBack:
        return {NoticeRules::tr("%1 is back").arg(chain),
                NoticeRules::tr("Its nodes answer again after %1.")
                    .arg(format::duration(values.number("lasted")))};
    default:
        return {};
    }
}

NoticeWords ofFile(NoticeEvent event, const Values &values)
{
    const QString file = values.text("file");
    const QString name = QFileInfo(file).fileName();
    const QString shown = QDir::toNativeSeparators(file);
    if (event == NoticeEvent::ChangedOutside)
        return {NoticeRules::tr("Another program changed the configuration"),
                NoticeRules::tr(
                    "%1 differs from what is in force. Open Spillway to look at it or use it.")
                    .arg(shown)};
    return {event == NoticeEvent::Emptied
                ? NoticeRules::tr("%1 was emptied by another program").arg(name)
                : NoticeRules::tr("%1 was deleted by another program").arg(name),
            NoticeRules::tr("Spillway runs on and still has what %1 said. Open it to write the "
                            "file again.")
                .arg(shown)};
}

} // namespace

NoticeWords noticeWords(NoticeEvent event, const QVariantMap &all)
{
    const Values values(all);
    switch (event) {
    case NoticeEvent::StopReached:
    case NoticeEvent::CreditsHigh:
    case NoticeEvent::KeepsFailing:
    case NoticeEvent::KeyRejected:
    case NoticeEvent::RunsOut:
        return ofNode(event, values);
    case NoticeEvent::ChainSilent:
    case NoticeEvent::ChainSpent:
    case NoticeEvent::ChainBack:
        return ofChain(event, values);
    case NoticeEvent::ChangedOutside:
    case NoticeEvent::Emptied:
    case NoticeEvent::Deleted:
        return ofFile(event, values);
    case NoticeEvent::NotApplied:
        return {NoticeRules::tr("The configuration was not applied"),
                NoticeRules::tr("The old one is still in force. %1").arg(values.text("reason"))};
    case NoticeEvent::PortBusy: {
        const QString port = values.text("port");
        const QString owner = values.text("owner");
        return {NoticeRules::tr("The proxy could not start"),
                owner.isEmpty() ? NoticeRules::tr("Port %1 is used by another program.").arg(port)
                                : NoticeRules::tr("Port %1 is used by %2.").arg(port, owner)};
    }
    case NoticeEvent::WentToTray:
        return {NoticeRules::tr("Spillway keeps running in the tray"),
                NoticeRules::tr("The proxy goes on. Use the icon to open the window again or to "
                                "quit; the settings say what closing does.")};
    case NoticeEvent::Count:
        break;
    }
    return {};
}

QString noticeEventName(NoticeEvent event)
{
    return QLatin1String(kNames[static_cast<std::size_t>(event)]);
}

std::optional<NoticeEvent> noticeEventOf(const QString &name)
{
    const auto found = std::find_if(kNames.begin(), kNames.end(), [&name](const char *each) {
        return name == QLatin1String(each);
    });
    if (found == kNames.end())
        return std::nullopt;
    return static_cast<NoticeEvent>(found - kNames.begin());
}

} // namespace spillway::ui
