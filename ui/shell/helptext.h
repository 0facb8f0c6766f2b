// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace spillway::ui {

struct HelpTopic
{
    QString id;
    QString title;
};

/// Topics of the help in reading order.
[[nodiscard]] QList<HelpTopic> helpTopics();
/// Markdown of a topic in the user's language, in English where that is missing; empty: no such topic.
[[nodiscard]] QString helpText(const QString &id);
/// What a link to a heading of the same page says behind its "#": small letters, hyphens for blanks, no punctuation.
[[nodiscard]] QString headingAnchor(const QString &heading);
/// The topic that explains a page of the window.
[[nodiscard]] QString helpTopicFor(const QString &page);

} // namespace spillway::ui
