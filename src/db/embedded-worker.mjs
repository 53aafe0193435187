// Worker thread of the embedded database, so that a heavy query never blocks HTTP (facts/stack.md §3).
// Messages: { id, method, ... } in, { id, result | error } out, strictly in order; notifications as { channel, payload
// }.
import { constants, cpSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { statementsOf } from "./embedded-statements.mjs";
import { autovacuum } from "./embedded-vacuum.mjs";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
/** Indexes of the shared memory: the id of the running request, and of the one to cancel. */
const [runs, stops] = [0, 1];
const shared = new Int32Array(workerData.shared);

// Cancellation. The engine runs synchronously, so that no message reaches it, and ignores statement_timeout. But it
// calls Date.now() whenever a statement evaluates clock_timestamp() (rows/query.ts does per row): throwing from there
// cancels it.
const now = Date.now;
let deadline = Infinity;
let running = 0;
Date.now = () => {
  const time = now();
  if (running && (time > deadline || Atomics.load(shared, stops) === running)) setCancel(1);
  return time;
};

const database = await PGlite.create({
  dataDir: workerData.dataDir,
  loadDataDir: workerData.dump && new Blob([workerData.dump]),
  extensions: { vector },
  // Half of Postgres' default: the engine's memory never shrinks, and what is not in it is in the system's page cache.
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=64MB"],
});

const statements = statementsOf(database);

/** Sets Postgres' own two interrupt flags, which CHECK_FOR_INTERRUPTS reads. @param {0 | 1} value */
function setCancel(value) {
  const module = /** @type {any} */ (database)?.Module;
  if (!module) return;
  const memory = new Int32Array(module.HEAPU8.buffer);
  memory[module["_QueryCancelPending"] >> 2] = value;
  memory[module["_InterruptPending"] >> 2] = value;
}

/** Timestamps stay text, as Drizzle expects. Its parsers are functions and cannot cross threads. */
const keep = (/** @type {string} */ value) => value;
/**
 * JSON crosses as text: structured cloning of a deeply nested value fails on the receiving side, where the request is
 * unknown.
 */
const asText = Object.fromEntries([114, 3802].map((oid) => [oid, keep]));
const textual = {
  ...asText,
  ...Object.fromEntries([1114, 1184, 1186, 1082, 1231, 1115, 1185, 1187, 1182].map((oid) => [oid, keep])),
};

/** @typedef {{ tx?: import("@electric-sql/pglite").Transaction, finish: (commit: boolean) => void, done: Promise<void> }} Open */
/** @type {Map<number, Open>} */
const transactions = new Map();

const rolledBack = new Error("rolled back on request");

/** Resolves once the transaction has the connection. @param {number} id */
function begin(id) {
  return new Promise((resolve, reject) => {
    /** @type {Open} */
    const open = { finish: () => {}, done: Promise.resolve() };
    const ended = new Promise((commit, rollback) => {
      open.finish = (wanted) => (wanted ? commit(undefined) : rollback(rolledBack));
    });
    open.done = database
      .transaction((tx) => {
        open.tx = tx;
        resolve(undefined);
        return ended;
      })
      .then(
        () => {},
        (error) => {
          if (error !== rolledBack) throw error;
        },
      );
    open.done.catch(reject);
    transactions.set(id, open);
  });
}

/** @param {number} id @param {boolean} commit */
async function end(id, commit) {
  const open = transactions.get(id);
  transactions.delete(id);
  open?.finish(commit);
  await open?.done;
}

/** @param {any} request */
async function answer(request) {
  const on = request.tx ? transactions.get(request.tx)?.tx : database;
  if (!on) throw new Error("This transaction has ended");
  switch (request.method) {
    case "query": {
      const options = { rowMode: request.rowMode, parsers: request.textual ? textual : asText };
      const { rows, fields, affectedRows } = request.prepare
        ? await statements.query(request.sql, request.params, options, on === database)
        : await statements.once(request.sql, request.params, options);
      return { rows, fields, affectedRows };
    }
    case "exec":
      return (await on.exec(request.sql)).map(({ rows, affectedRows }) => ({ rows, affectedRows }));
    case "begin":
      return begin(request.id);
    case "end":
      return end(request.transaction, request.commit);
    case "listen":
      await database.listen(request.channel, (payload) => port.postMessage({ channel: request.channel, payload }));
      return;
    case "copy":
      // Synchronous, so that nothing is written meanwhile: the copy equals the state after a power failure, which
      // Postgres recovers.
      cpSync(workerData.dataDir, request.folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
      return;
    case "dump":
      return new Uint8Array(await (await database.dumpDataDir("none")).arrayBuffer());
    case "close":
      await database.close();
      return;
  }
}

/** After a panic nothing works any more: the client reopens the folder with another worker. @param {any} error */
const isBroken = (error) => error instanceof WebAssembly.RuntimeError || ["PANIC", "FATAL"].includes(error?.severity);

const changesPlans = /^\s*(?:create\s+(?:unique\s+)?index|drop\s+index|analyze)\b/i;

/** @param {any} request */
async function serve(request) {
  running = request.id;
  deadline = request.deadlineMs ? now() + request.deadlineMs : Infinity;
  Atomics.store(shared, runs, running);
  if (request.sql) vacuum.saw(request.sql, Boolean(request.deadlineMs));
  let failure;
  const since = performance.now();
  try {
    const result = await answer(request);
    if (request.sql && changesPlans.test(request.sql)) statements.planAnew();
    port.postMessage({ id: request.id, result, ms: performance.now() - since });
  } catch (error) {
    failure = error;
    const { message, code, constraint, detail, severity } = /** @type {any} */ (error);
    port.postMessage({
      id: request.id,
      error: { message: message ?? String(error), code, constraint, detail, severity },
      ms: performance.now() - since,
    });
  }
  deadline = Infinity;
  // Clear a late cancel, or it would hit the next statement.
  setCancel(0);
  running = 0;
  Atomics.store(shared, runs, 0);
  if (isBroken(failure)) process.exit(1);
}

/** One at a time: the request marked as running must be the one that runs. */
let line = Promise.resolve();
port.on("message", (request) => {
  line = line.then(() => serve(request));
});
/** Not within a transaction, or when the engine broke; the next write tries again. */
const vacuum = autovacuum(
  database,
  (work) => {
    line = line.then(() => (transactions.size > 0 ? undefined : work().catch(() => undefined)));
  },
  () => statements.planAnew(),
);
// An unreadable request has no id to answer: exit, so that the client notices.
port.on("messageerror", () => process.exit(1));
port.postMessage({ ready: true });
