// SPDX-License-Identifier: MIT
#include "core/transportfailure.h"

namespace spillway {

std::string_view transportFailureName(TransportFailure failure)
{
    switch (failure) {
    case TransportFailure::None:
        return "none";
    case TransportFailure::Dns:
        return "dns";
    case TransportFailure::ConnectRefused:
        return "connect_refused";
    case TransportFailure::ConnectTimeout:
        return "connect_timeout";
    case TransportFailure::ConnectFailed:
        return "connect_failed";
    case TransportFailure::Tls:
        return "tls";
    case TransportFailure::LocalResource:
        return "local_resource";
    case TransportFailure::Timeout:
        return "timeout";
    case TransportFailure::ClosedEarly:
        return "closed_early";
    case TransportFailure::BadFraming:
        return "bad_framing";
    case TransportFailure::TooLarge:
        return "too_large";
    }
    return "unknown";
}

} // namespace spillway
