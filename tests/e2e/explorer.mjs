// SPDX-License-Identifier: MIT
// Block explorers on ethers, viem and web3: each asks for the newest block's number, and as soon as there is a new one for all
// that is in it. Argument: the URL to read from. Each line on standard input makes one wallet send a transaction. Each line on
// standard output is a JSON object that tells what came back; an "end" on standard input ends it all.

import { createInterface } from "node:readline";
import { HDNodeWallet, JsonRpcProvider, Network } from "ethers";
import { createPublicClient, http } from "viem";
import { foundry } from "viem/chains";
import { Web3 } from "web3";

const url = process.argv[2];
const pauseMs = 150;
const tell = (what) => process.stdout.write(JSON.stringify(what) + "\n");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let ending = false;

/// What the three libraries have in common, with numbers and texts as JSON has them.
function viaEthers(batch) {
    const provider = new JsonRpcProvider(url, Network.from(31337),
        { staticNetwork: true, batchMaxCount: batch, cacheTimeout: -1, pollingInterval: 300 });
    return {
        number: () => provider.getBlockNumber(),
        byNumber: async (number) => {
            const block = await provider.getBlock(number, true);
            return block && { hash: block.hash, parent: block.parentHash, number: block.number, transactions: [...block.transactions] };
        },
        byHash: async (hash) => (await provider.getBlock(hash))?.hash,
        transaction: async (hash) => (await provider.getTransaction(hash))?.blockHash,
        receipt: async (hash) => (await provider.getTransactionReceipt(hash))?.blockHash,
        balance: (account) => provider.getBalance(account),
        fees: () => provider.getFeeData(),
        chain: () => provider.send("eth_chainId", []),
    };
}

function viaViem() {
    const client = createPublicClient({ chain: foundry, transport: http(url, { retryCount: 0 }), cacheTime: 0 });
    // viem throws where the others say null.
    const orNothing = (promise) => promise.catch((error) => {
        if (/NotFound/.test(error.name)) return undefined;
        throw error;
    });
    return {
        number: async () => Number(await client.getBlockNumber()),
        byNumber: async (number) => {
            const block = await orNothing(client.getBlock({ blockNumber: BigInt(number) }));
            return block && { hash: block.hash, parent: block.parentHash, number: Number(block.number), transactions: block.transactions };
        },
        byHash: async (hash) => (await orNothing(client.getBlock({ blockHash: hash })))?.hash,
        transaction: async (hash) => (await orNothing(client.getTransaction({ hash })))?.blockHash,
        receipt: async (hash) => (await orNothing(client.getTransactionReceipt({ hash })))?.blockHash,
        balance: (account) => client.getBalance({ address: account }),
        fees: () => client.getGasPrice(),
        chain: () => client.getChainId(),
    };
}

function viaWeb3() {
    const { eth } = new Web3(url);
    const orNothing = (promise) => promise.catch((error) => {
        if (/not found/i.test(error.message)) return undefined;
        throw error;
    });
    return {
        number: async () => Number(await eth.getBlockNumber()),
        byNumber: async (number) => {
            const block = await orNothing(eth.getBlock(number));
            return block && { hash: block.hash, parent: block.parentHash, number: Number(block.number), transactions: block.transactions ?? [] };
        },
        byHash: async (hash) => (await orNothing(eth.getBlock(hash)))?.hash,
        transaction: async (hash) => (await orNothing(eth.getTransaction(hash)))?.blockHash,
        receipt: async (hash) => (await orNothing(eth.getTransactionReceipt(hash)))?.blockHash,
        balance: (account) => eth.getBalance(account),
        fees: () => eth.getGasPrice(),
        chain: () => eth.getChainId(),
    };
}

/// One explorer: follows the chain until the end, and tells each block number and each hash it was given.
async function explore(name, client, account) {
    let last = -1;
    const asked = async (kind, number, ask) => {
        const begun = Date.now();
        try {
            const hash = await ask();
            tell({ name, kind, number, hash: hash ?? null, begun, ended: Date.now() });
            return hash;
        } catch (error) {
            tell({ name, kind, number, error: String(error.message ?? error).slice(0, 300), begun, ended: Date.now() });
            return undefined;
        }
    };
    const known = new Map();
    const read = async (number) => {
        let block;
        await asked("block", number, async () => (block = await client.byNumber(number))?.hash);
        if (!block) return;
        known.set(number, block.hash);
        await asked("hash", number, () => client.byHash(block.hash));
        await Promise.all(block.transactions.flatMap((hash) => [
            asked("transaction", number, () => client.transaction(hash)),
            asked("receipt", number, () => client.receipt(hash)),
        ]));
        // What was shown before this block is of a branch that was left.
        if (known.has(number - 1) && known.get(number - 1) !== block.parent && !ending) await read(number - 1);
    };
    while (!ending) {
        const begun = Date.now();
        let head;
        try {
            head = await client.number();
            tell({ name, kind: "head", number: head, begun, ended: Date.now() });
        } catch (error) {
            tell({ name, kind: "head", error: String(error.message ?? error).slice(0, 300), begun, ended: Date.now() });
        }
        if (head === undefined || head === last) {
            await sleep(pauseMs);
            continue;
        }
        for (let number = last < 0 || head < last ? head : last + 1; number <= head && !ending; ++number)
            await read(number);
        await asked("other", head, async () => { await Promise.all([client.balance(account), client.fees(), client.chain()]); });
        last = head;
    }
}

async function main() {
    const phrase = "test test test test test test test test test test test junk"; // anvil's own accounts
    const provider = new JsonRpcProvider(url, Network.from(31337), { staticNetwork: true, batchMaxCount: 1, cacheTimeout: -1 });
    const wallet = HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'/0'/0/9").connect(provider);
    const explorers = [["ethers", viaEthers(1)], ["ethers-batch", viaEthers(20)], ["viem", viaViem()], ["viem-2", viaViem()],
        ["web3", viaWeb3()], ["web3-2", viaWeb3()]].map(([name, client]) => explore(name, client, wallet.address));
    tell({ kind: "ready" });
    for await (const line of createInterface({ input: process.stdin })) {
        if (line === "end") break;
        const begun = Date.now();
        try {
            const sent = await wallet.sendTransaction({ to: wallet.address, value: 1n, gasLimit: 21000n });
            // The next nonce must count it at once, wherever it went.
            const next = await provider.getTransactionCount(wallet.address, "pending");
            const seen = await provider.getTransaction(sent.hash);
            tell({ kind: "sent", hash: sent.hash, nonce: sent.nonce, next, seen: seen?.hash ?? null, begun, ended: Date.now() });
        } catch (error) {
            tell({ kind: "sent", error: String(error.message ?? error).slice(0, 300), begun, ended: Date.now() });
        }
    }
    ending = true;
    await Promise.all(explorers);
    tell({ kind: "end" });
    process.exit(0);
}

await main();
