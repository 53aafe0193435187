// Statements of the embedded database. PGlite's `query` parses and plans a statement anew each time, in five calls of
// the engine, and puts its parsers together anew; a prepared one takes one call, and a sixth of the time.
import { parse, protocol } from "@electric-sql/pglite";

const { serialize } = protocol;

/** A plan that the schema has outdated, and a statement that the engine no longer has. */
const outdated = new Set(["0A000", "26000"]);

/**
 * @typedef {{ name: string, types: number[], fields: object | undefined }} Statement its parameters' types, and the message that describes its columns
 * @typedef {import("@electric-sql/pglite").PGlite} PGlite
 * @typedef {import("@electric-sql/pglite").QueryOptions} QueryOptions
 * @typedef {Pick<QueryOptions, "rowMode" | "parsers">} Options `parsers` is the same object each time
 * @typedef {import("@electric-sql/pglite").Results} Results
 */

/** @param {Uint8Array[]} messages @returns {Uint8Array} */
function joined(messages) {
  const whole = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const message of messages) {
    whole.set(message, at);
    at += message.length;
  }
  return whole;
}

/**
 * The statements of one engine. Only one call may run at a time; the engine keeps them over a rollback.
 * @param {PGlite} database
 */
export function statementsOf(database) {
  /** @type {Map<string, Statement>} */
  const known = new Map();
  /**
   * By what the options add to the engine's: some four hundred, too many to put together for each statement.
   * @type {Map<Options["parsers"], PGlite["parsers"]>}
   */
  const parsersWith = new Map();
  let count = 0;
  let isOutdated = false;

  /** Not within a transaction, which has the engine to itself. */
  async function forgetOutdated() {
    isOutdated = false;
    known.clear();
    await database.exec("deallocate all");
  }

  /** @param {Options["parsers"]} added */
  function parsersOf(added) {
    const parsers = parsersWith.get(added) ?? { ...database.parsers, ...added };
    parsersWith.set(added, parsers);
    return parsers;
  }

  /** @param {string} sql @param {string} name none: until the next such statement @returns {Promise<Statement>} */
  async function describe(sql, name) {
    const messages = await database.execProtocolStream(
      joined([serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name }), serialize.sync()]),
    );
    const parameters = /** @type {{ dataTypeIDs: number[] } | undefined} */ (
      messages.find((message) => message.name === "parameterDescription")
    );
    return {
      name,
      types: parameters?.dataTypeIDs ?? [],
      fields: messages.find((message) => message.name === "rowDescription"),
    };
  }

  /** @param {string} sql @returns {Promise<Statement>} */
  async function prepare(sql) {
    const statement = await describe(sql, `s${(count += 1)}`);
    known.set(sql, statement);
    return statement;
  }

  /** @param {Statement} statement @param {unknown[]} params @returns {any[]} as text, or null */
  const textsOf = ({ types }, params) =>
    params.map((param, at) => {
      if (param === null || param === undefined) return null;
      const toText = database.serializers[types[at] ?? 0];
      return toText ? toText(param) : /** @type {string | number} */ (param).toString();
    });

  /** @param {Statement} statement @param {unknown[]} params @param {Options} options @returns {Promise<Results>} */
  async function execute(statement, params, options) {
    const bind = serialize.bind({ statement: statement.name, values: textsOf(statement, params) });
    const messages = await database.execProtocolStream(joined([bind, serialize.execute({}), serialize.sync()]));
    const described = /** @type {typeof messages} */ (statement.fields ? [statement.fields] : []);
    const results = parse.parseResults([...described, ...messages], parsersOf(options.parsers), {
      rowMode: options.rowMode,
    });
    return /** @type {Results} */ (results[0]);
  }

  return {
    /**
     * Has every statement prepared anew: an index was built, or statistics were made. The engine plans a statement for
     * its values five times, compares the average cost with that of a plan for all values, and keeps those costs for
     * good: a list that was slow before its index was built would never use it (50 ms in place of 3).
     */
    planAnew() {
      isOutdated = known.size > 0;
    },
    /**
     * Runs a statement in two calls of the engine, where PGlite's `query` takes five.
     * @param {string} sql
     * @param {unknown[]} params
     * @param {Options} options
     * @returns {Promise<Results>}
     * @throws the engine's error
     */
    async once(sql, params, options) {
      return execute(await describe(sql, ""), params, options);
    },
    /**
     * Prepares a statement, or runs one that was.
     * @param {string} sql
     * @param {unknown[]} params
     * @param {Options} options
     * @param {boolean} isAlone outside of a transaction: an outdated plan is made again
     * @returns {Promise<Results>}
     * @throws the engine's error
     */
    async query(sql, params, options, isAlone) {
      if (isOutdated && isAlone) await forgetOutdated();
      const statement = known.get(sql) ?? (await prepare(sql));
      try {
        return await execute(statement, params, options);
      } catch (error) {
        if (!outdated.has(/** @type {any} */ (error)?.code)) throw error;
        known.delete(sql);
        await database.execProtocolStream(
          joined([serialize.close({ type: "S", name: statement.name }), serialize.sync()]),
        );
        if (!isAlone) throw error;
        return this.once(sql, params, options);
      }
    },
  };
}
