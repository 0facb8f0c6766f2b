// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>

#include <optional>

namespace spillway::ui {

/// What has happened, apart from the words for it: a kind of notice may tell of several things.
enum class NoticeEvent {
    StopReached,    ///< node, used, limit, resets (ISO date)
    CreditsHigh,    ///< node, share (0..1), left, resets
    KeepsFailing,   ///< node, times, error (the engine's; may be empty)
    KeyRejected,    ///< node
    ChainSilent,    ///< chain, error (may be empty)
    ChainSpent,     ///< chain, until (ISO date, may be empty)
    ChainBack,      ///< chain, lasted (milliseconds)
    RunsOut,        ///< node, on (ISO date), days (before the reset)
    NotApplied,     ///< reason, in the language of its time
    ChangedOutside, ///< file
    Emptied,        ///< file
    Deleted,        ///< file
    PortBusy,       ///< port, owner (may be empty)
    WentToTray,
    Count
};

struct NoticeWords
{
    QString title;
    QString text;
};

/// In the present language.
[[nodiscard]] NoticeWords noticeWords(NoticeEvent event, const QVariantMap &values);

/// Name in stored lists; the same for ever.
[[nodiscard]] QString noticeEventName(NoticeEvent event);
[[nodiscard]] std::optional<NoticeEvent> noticeEventOf(const QString &name);

} // namespace spillway::ui
