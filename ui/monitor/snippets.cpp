// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/snippets.h"

#include <QCoreApplication>
#include <QUrl>

namespace spillway::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Snippets)
};

QString inCode()
{
    return Words::tr("In your code");
}

QString inTerminal()
{
    return Words::tr("In a terminal");
}

QString inFile(const QString &name)
{
    return Words::tr("In %1", "a file").arg(name);
}

QString
filled(const char *code, const QString &url, const QString &name = {}, std::uint64_t chainId = 0)
{
    return QString::fromUtf8(code)
        .replace(QStringLiteral("{url}"), url)
        .replace(QStringLiteral("{ws}"), QString(url).replace(0, 4, QStringLiteral("ws")))
        .replace(QStringLiteral("{name}"), name)
        .replace(QStringLiteral("{id}"), QString::number(chainId));
}

Snippet curl(const QString &method, const QString &url, bool needsToken)
{
    const QString token =
        needsToken ? QStringLiteral(" \\\n  -H \"authorization: Bearer $TOKEN\"") : QString();
    return {QStringLiteral("curl"),
            inTerminal(),
            QStringLiteral("curl -s %1 \\\n  -H 'content-type: application/json'%2 \\\n"
                           "  -d '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%3\",\"params\":[]}'")
                .arg(url, token, method),
            {}};
}

Snippet wallet(const QString &name, const QString &chain, std::uint64_t chainId, const QString &url)
{
    QString code =
        Words::tr("Network name: %1").arg(chain) + QStringLiteral("\nRPC URL: %1").arg(url);
    if (chainId != 0)
        code += QStringLiteral("\nChain ID: %1").arg(chainId);
    return {name,
            Words::tr("In the wallet’s settings, under Networks"),
            code,
            Words::tr("The wallet asks the address for its chain ID before it saves it. Spillway "
                      "answers that from its configuration, also "
                      "while every provider is limited.")};
}

QList<Snippet>
evmSnippets(const QString &chain, std::uint64_t chainId, const QString &url, bool needsToken)
{
    return {
        curl(QStringLiteral("eth_blockNumber"), url, needsToken),
        {QStringLiteral("viem"),
         inCode(),
         filled("import { createPublicClient, http } from 'viem'\n\nconst client = "
                "createPublicClient({\n  transport: "
                "http('{url}'),\n})\nconsole.log(await client.getBlockNumber())",
                url),
         {}},
        {QStringLiteral("ethers v6"),
         inCode(),
         filled("import { JsonRpcProvider } from 'ethers'\n\nconst provider = new "
                "JsonRpcProvider('{url}')\nconsole.log(await "
                "provider.getBlockNumber())",
                url),
         {}},
        {QStringLiteral("web3.py"),
         inCode(),
         filled("from web3 import Web3\n\nw3 = "
                "Web3(Web3.HTTPProvider(\"{url}\"))\nprint(w3.eth.block_number)",
                url),
         {}},
        {QStringLiteral("Foundry"),
         inFile(QStringLiteral("foundry.toml")),
         filled("[rpc_endpoints]\n{name} = \"{url}\"", url, chain),
         {}},
        {QStringLiteral("cast"),
         inTerminal(),
         filled("cast block-number --rpc-url {url}", url),
         {}},
        {QStringLiteral("Hardhat"),
         inFile(QStringLiteral("hardhat.config.js")),
         filled("module.exports = {\n  networks: {\n    {name}: { url: \"{url}\" },\n  },\n}",
                url,
                chain),
         {}},
        {QStringLiteral("go-ethereum"),
         inCode(),
         filled("client, err := ethclient.Dial(\"{url}\")\nif err != nil "
                "{\n\tlog.Fatal(err)\n}\nnumber, err := "
                "client.BlockNumber(context.Background())",
                url),
         {}},
        {QStringLiteral("alloy"),
         inCode(),
         filled("let provider = ProviderBuilder::new().connect_http(\"{url}\".parse()?);\nlet "
                "number = "
                "provider.get_block_number().await?;",
                url),
         {}},
        wallet(QStringLiteral("MetaMask"), chain, chainId, url),
        wallet(QStringLiteral("Rabby"), chain, chainId, url),
    };
}

QList<Snippet> solanaSnippets(const QString &url, bool needsToken)
{
    return {
        curl(QStringLiteral("getSlot"), url, needsToken),
        {QStringLiteral("Solana CLI"),
         inTerminal(),
         filled("solana config set --url {url}\nsolana slot", url),
         {}},
        {QStringLiteral("Anchor"),
         inFile(QStringLiteral("Anchor.toml")),
         filled("[provider]\ncluster = \"{url}\"", url),
         {}},
        {QStringLiteral("@solana/web3.js"),
         inCode(),
         filled("import { Connection } from '@solana/web3.js'\n\nconst connection = new "
                "Connection('{url}', {\n  wsEndpoint: "
                "'{ws}',\n})\nconsole.log(await connection.getSlot())",
                url),
         Words::tr(
             "Without wsEndpoint this library looks for WebSockets at the next higher port.")},
        {QStringLiteral("Python solana"),
         inCode(),
         filled("from solana.rpc.api import Client\n\nclient = "
                "Client(\"{url}\")\nprint(client.get_slot())",
                url),
         {}},
    };
}

} // namespace

QList<Snippet> snippetsFor(ChainKind kind,
                           std::uint64_t chainId,
                           const QString &chain,
                           const QString &url,
                           bool needsToken)
{
    QList<Snippet> snippets;
    switch (kind) {
    case ChainKind::Evm:
        snippets = evmSnippets(chain, chainId, url, needsToken);
        break;
    case ChainKind::Solana:
        snippets = solanaSnippets(url, needsToken);
        break;
    case ChainKind::Generic:
        // The file does not say what chain it is, so all tools are offered.
        snippets = evmSnippets(chain, chainId, url, needsToken);
        snippets.append(solanaSnippets(url, needsToken).mid(1));
        break;
    }
    if (needsToken) {
        for (Snippet &snippet : snippets) {
            const QString hint = Words::tr("This proxy asks clients for a token: send it as a "
                                           "bearer token, or as the first part of the path.");
            snippet.note = snippet.note.isEmpty() ? hint : snippet.note + QLatin1Char(' ') + hint;
        }
    }
    return snippets;
}

} // namespace spillway::ui
