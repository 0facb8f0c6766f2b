// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPair>
#include <QString>
#include <QTranslator>

namespace spillway::ui {

/// Texts in the user's language, changed while the program runs. Numbers and dates follow the language too, also in the
/// fields of windows that are open. What Qt words itself, its buttons and the names of keys, is among the program's own
/// texts: Qt's translations are a package of their own and often not installed.
class Translations final : public QObject
{
    Q_OBJECT

public:
    explicit Translations(QObject *parent = nullptr);

    /// "system", or a code of languages().
    void use(const QString &language);

    /// Code and own name of each language there are texts in.
    [[nodiscard]] static QList<QPair<QString, QString>> languages();

private:
    QTranslator m_own;
    QTranslator m_qt;
};

} // namespace spillway::ui
