// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"

class QPushButton;

namespace spillway::ui {

class BulletList;
class DiffView;
class Session;

/// What Apply would do: sentences first, then the lines of all changed files. Keys never appear.
class ReviewDialog final : public Dialog
{
    Q_OBJECT

public:
    explicit ReviewDialog(Session &session, QWidget *parent = nullptr);

    [[nodiscard]] QStringList sentences() const { return m_sentences; }

private:
    QStringList m_sentences;
    BulletList *m_summary;
    DiffView *m_diff;
    QPushButton *m_apply;
};

} // namespace spillway::ui
