// SPDX-License-Identifier: MIT
#include "io/stream.h"

#include "io/iocontext.h"

namespace spillway {

std::unique_ptr<StreamFactory> makeStreamFactory(IoContext &context, IoBackend)
{
    return makeQtStreamFactory(context);
}

} // namespace spillway
