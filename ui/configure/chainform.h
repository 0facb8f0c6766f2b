// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settingsform.h"

#include <QString>

namespace spillway::ui {

class DraftBinder;
class Session;

/// The settings of one chain of the draft, and those of the cache, which all chains share. Its texts are those of the language in
/// which it was made.
class ChainForm final : public SettingsForm
{
    Q_OBJECT

public:
    explicit ChainForm(Session &session);

    /// `name`: its key below [chains]; there must be such a section.
    void setChain(const QString &name);

private:
    void addIdentity();
    void addHeads();
    void addReorgs();
    void addCache();
    void addSpin(const QString &label,
                 const QString &key,
                 int fallback,
                 int least,
                 int most,
                 const QString &unit,
                 const QString &name,
                 const QString &explanation = {});
    void addCheck(const QString &label,
                  const QString &key,
                  bool fallback,
                  const QString &name,
                  const QString &explanation = {});

    DraftBinder *m_binder;
    DraftBinder *m_shared; ///< keys outside the chain
};

} // namespace spillway::ui
