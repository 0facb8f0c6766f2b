// SPDX-License-Identifier: MIT
// The smallest proxy that fastify and undici make: takes a call, asks the next node, hands the answer on. A peer for
// tests/bench/run, not a part of the program.
//
//   node fastify.mjs PORT NODE_URL...
import { createRequire } from "node:module";

const require = createRequire(new URL("../e2e/package.json", import.meta.url));
const fastify = require("fastify");
const { Pool } = require("undici");

const [port, ...urls] = process.argv.slice(2);
const pools = urls.map((url) => new Pool(new URL(url).origin, { connections: 512 }));
let next = 0;

const server = fastify({ logger: false });
server.post("/", async (request, reply) => {
  const pool = pools[next++ % pools.length];
  const { statusCode, body } = await pool.request({
    path: "/",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request.body),
  });
  reply.code(statusCode).type("application/json");
  return JSON.stringify(await body.json());
});
await server.listen({ host: "127.0.0.1", port: Number(port) });
