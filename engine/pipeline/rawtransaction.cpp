// SPDX-License-Identifier: MIT
#include "pipeline/rawtransaction.h"

#include <QByteArray>
#include <QCryptographicHash>

namespace spillway {

std::optional<std::string> rawTransactionHash(std::string_view params)
{
    const auto open = params.find_first_not_of(" \t\r\n");
    if (open == std::string_view::npos || params[open] != '[')
        return std::nullopt;
    const auto quote = params.find('"', open);
    const auto end = quote == std::string_view::npos ? quote : params.find('"', quote + 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view hex = params.substr(quote + 1, end - quote - 1);
    if (hex.size() < 4 || hex.size() % 2 != 0 || hex[0] != '0' || (hex[1] != 'x' && hex[1] != 'X')
        || hex.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string_view::npos)
        return std::nullopt;
    const QByteArray bytes =
        QByteArray::fromHex(QByteArray(hex.data() + 2, static_cast<qsizetype>(hex.size() - 2)));
    // Ethereum uses Keccak as submitted, not the SHA-3 that was standardised later.
    return "0x"
           + QCryptographicHash::hash(bytes, QCryptographicHash::Keccak_256).toHex().toStdString();
}

} // namespace spillway
