// The embedded database runs here, on its own thread, so that a heavy query never stalls HTTP (facts/stack.md §3).
// Messages: { id, method, ... } in, { id, result | error } out; notifications come as { channel, payload }.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
const database = await PGlite.create({
  dataDir: workerData.dataDir,
  loadDataDir: workerData.dump && new Blob([workerData.dump]),
  extensions: { vector },
});

/** Times stay text, as Drizzle wants them: its own parsers are functions and cannot cross threads. */
const keep = (/** @type {string} */ value) => value;
const textual = Object.fromEntries([1114, 1184, 1186, 1082, 1231, 1115, 1185, 1187, 1182].map((oid) => [oid, keep]));

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
      const { rows, fields, affectedRows } = await on.query(request.sql, request.params, {
        rowMode: request.rowMode,
        parsers: request.textual ? textual : undefined,
      });
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
    case "dump":
      return new Uint8Array(await (await database.dumpDataDir("none")).arrayBuffer());
    case "close":
      await database.close();
      return;
  }
}

port.on("message", async (request) => {
  try {
    port.postMessage({ id: request.id, result: await answer(request) });
  } catch (error) {
    const { message, code, constraint, detail, severity } = /** @type {any} */ (error);
    port.postMessage({
      id: request.id,
      error: { message: message ?? String(error), code, constraint, detail, severity },
    });
  }
});
port.postMessage({ ready: true });
