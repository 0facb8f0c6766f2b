// SPDX-License-Identifier: MIT
#include "io/stream.h"

#include "io/epolldispatcher.h"
#include "io/epollstream.h"
#include "io/iocontext.h"

namespace spillway {

std::unique_ptr<StreamFactory> makeStreamFactory(IoContext &context, IoBackend backend)
{
    if (backend != IoBackend::Qt && EpollDispatcher::current())
        return makeEpollStreamFactory(context);
    return makeQtStreamFactory(context);
}

} // namespace spillway
