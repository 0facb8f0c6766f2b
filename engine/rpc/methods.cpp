// SPDX-License-Identifier: MIT
#include "spillway/methods.h"

#include "rpc/methodtable.h"

namespace spillway {

std::vector<std::string_view> methodNames(ChainKind kind)
{
    return rpc::knownMethods(kind);
}

bool isMethodKnown(std::string_view method)
{
    return rpc::isKnownMethod(method);
}

std::string_view similarMethod(std::string_view method)
{
    return rpc::closestMethod(method);
}

} // namespace spillway
