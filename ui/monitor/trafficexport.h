// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/trafficmodel.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

/// Records in forms for other programs. None of it holds more than the record: no key, no address of a provider.
namespace spillway::ui::trafficexport {

/// Address of a chain on the local listener.
using EndpointOf = std::function<QString(const QString &chain)>;

/// The request of a record as JSON text: the captured body, else one with empty params.
[[nodiscard]] QByteArray requestBody(const RequestRecord &record);

/// A command for a POSIX shell against the local endpoint. With `needsToken` it holds a placeholder for the client's token.
[[nodiscard]] QString curl(const RequestRecord &record, const QString &endpoint, bool needsToken);

/// An object a line, with the route.
[[nodiscard]] QByteArray jsonLines(const std::vector<RecordPointer> &records);

/// HTTP Archive 1.2.
[[nodiscard]] QByteArray har(const std::vector<RecordPointer> &records,
                             const EndpointOf &endpointOf);

} // namespace spillway::ui::trafficexport
