// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/exportfile.h"

#include <QSaveFile>

namespace spillway::ui {

QString writeExport(const QString &file, const QByteArray &content)
{
    QSaveFile out(file);
    const bool saved = out.open(QIODevice::WriteOnly)
                       && out.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
                       && out.write(content) == content.size() && out.commit();
    return saved ? QString() : out.errorString();
}

} // namespace spillway::ui
