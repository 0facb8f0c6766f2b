// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/importtext.h"

#include <QCoreApplication>

namespace spillway::ui {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::ImportNotes)
};

QString value(const ImportNote &note, std::size_t index)
{
    return index < note.values.size() ? QString::fromStdString(note.values[index]) : QString();
}

} // namespace

QString importSentence(const ImportNote &note)
{
    using Kind = ImportNote::Kind;
    switch (note.kind) {
    case Kind::LeftOut:
        return value(note, 1).isEmpty()
                   ? Words::tr("The key %1 has no counterpart and is left out.").arg(value(note, 0))
                   : Words::tr("The key %1 in line %2 has no counterpart and is left out.")
                         .arg(value(note, 0), value(note, 1));
    case Kind::Unusable:
        return value(note, 1).isEmpty()
                   ? Words::tr("The value of %1 cannot be used as it is written and is left out.")
                         .arg(value(note, 0))
                   : Words::tr("The value of %1 in line %2 cannot be used as it is written and is "
                               "left out.")
                         .arg(value(note, 0), value(note, 1));
    case Kind::Variable:
        return Words::tr("In %1, line %2, a $ now stands for a variable. Write $$ where it means "
                         "itself.")
            .arg(value(note, 0), value(note, 1));
    case Kind::Refused:
        return Words::tr("The value of %1 is kept, but must be mended before anything can start.")
            .arg(value(note, 0));
    case Kind::NoAddress:
        return Words::tr("Line %1 holds what is no http:// or https:// address; that is left out.")
            .arg(value(note, 0));
    case Kind::Twice:
        return Words::tr("Line %1 repeats an address; that is left out.").arg(value(note, 0));
    case Kind::OneDocument:
        return Words::tr("The file has more than one YAML document; only the first is read.");
    case Kind::Renumbered:
        return Words::tr("Tiers are numbers from 0 to 255: the priorities are numbered anew, in "
                         "their order.");
    case Kind::Exposed:
        return Words::tr("The proxy would listen to other computers without asking for a token, as "
                         "the original did: anybody who reaches %1 can spend your credits. Set a "
                         "token under Settings, Security, or listen to this computer only.")
            .arg(value(note, 0));
    case Kind::PriceLists:
        return Words::tr("Price lists are read from where they were, beside the configuration: "
                         "keep them there, or move them along.");
    case Kind::TakeUsage:
        return Words::tr("The used credits are not taken over. In a terminal, “spillwayd usage "
                         "import quotas.json --config FILE” does so.");
    case Kind::EqualNodes:
        return Words::tr("All nodes are in the same tier. Give the one that is to be used first a "
                         "lower tier than the others.");
    case Kind::ListenUnread:
        return Words::tr(
                   "The address “%1” has no port that can be read; the usual address is used.")
            .arg(value(note, 0));
    case Kind::OneNode:
        return Words::tr("The original asked one node only. Spillway tries at least one other node "
                         "when it fails.");
    case Kind::Waits:
        return Words::tr("When all nodes are at their limit, Spillway waits for the first that has "
                         "room again, where the original failed at once.");
    case Kind::CooldownCut:
        return Words::tr("A rest that a provider asks for is always cut at 300 seconds.");
    case Kind::Origins:
        return Words::tr("The original let every web page read answers. Here only the origins "
                         "that are listed under Settings, Security may.");
    case Kind::ForwardedFor:
        return Words::tr("The header X-Forwarded-For is believed only from proxies that are listed "
                         "as trusted; the original believed everybody.");
    }
    return QString::fromStdString(note.text);
}

} // namespace spillway::ui
