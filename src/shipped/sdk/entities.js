import { ApiError, appPath, askToSignIn, call } from "./api.js";
import { config, getToken, setToken } from "./config.js";
import { followStream } from "./stream.js";

/** @import { Access, EntityClient, Group, GroupOptions, Page, PageOptions, Person, Query, Row, RowTest, Schema, Value, Values } from "./types" */

const pageMax = 1000;

/**
 * Query string of a call: filter as JSON; absent options are omitted.
 * @param {{ query?: Query | undefined, sort?: string, limit?: number, cursor?: string | null | undefined, group?: string, metrics?: string }} options
 */
function searchOf({ query, ...more }) {
  const search = new URLSearchParams();
  if (query && Object.keys(query).length > 0) search.set("q", JSON.stringify(query));
  for (const [name, value] of Object.entries(more))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  return search.size > 0 ? `?${search}` : "";
}

/**
 * Reads page by page to the limit or the end.
 * @param {string} name
 * @param {Query | undefined} query
 * @param {string} sort
 * @param {number} [limit]
 */
async function readAll(name, query, sort, limit) {
  /** @type {Row[]} */
  const items = [];
  /** @type {string | null | undefined} */
  let cursor;
  do {
    const pageLimit = Math.min(pageMax, limit === undefined ? pageMax : limit - items.length);
    const search = searchOf({ query, sort, limit: pageLimit, cursor });
    /** @type {Page} */
    const page = await call("GET", appPath(`/entities/${name}${search}`));
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && (limit === undefined ? items.length < 10_000 : items.length < limit));
  return items;
}

/**
 * Listeners by entity. They share one stream, opened by the first listener.
 * @type {Map<string, Set<() => void>>}
 */
const listeners = new Map();
let isFollowing = false;

/** @param {string} name @param {() => void} listener */
function subscribe(name, listener) {
  listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
  if (!isFollowing) {
    isFollowing = true;
    /** @param {string} entity */
    const tellAll = (entity) => listeners.get(entity)?.forEach((tell) => tell());
    followStream(appPath("/entities/events"), tellAll, () => {
      isFollowing = false;
      listeners.clear();
    });
  }
  return () => void listeners.get(name)?.delete(listener);
}

/**
 * Whether a row rule's test holds for a user (null: anonymous). Without a row: whether it could hold for some row.
 * @param {RowTest} test
 * @param {Person | null} user
 * @param {Row} [row]
 * @returns {boolean}
 */
function isMet(test, user, row) {
  if (typeof test === "string") {
    if (test === "anonymous") return true;
    if (!user) return false;
    if (test === "creator") return !row || row.creatorId === user.id;
    return test === "all" || user.role === test;
  }
  if ("every" in test) return test.every.every((one) => isMet(one, user, row));
  if ("role" in test) return user?.role === test.role;
  // Only the server knows the rows that a row refers to, and whose address is proven.
  if ("meets" in test || isOfAddress(test)) return user !== null;
  const value = "is" in test ? test.is : test.has;
  const wanted = value === "me" ? user?.id : value;
  if (wanted === undefined || !row) return wanted !== undefined;
  const held = row[test.field];
  return "is" in test ? held === wanted : [held ?? []].flat().includes(wanted);
}

/** @param {RowTest[]} tests @param {Person | null} user @param {Row} [row] */
const isOneMet = (tests, user, row) => tests.some((test) => isMet(test, user, row));

/** Whether a row is the user's by their address. @param {Exclude<RowTest, string>} test */
const isOfAddress = (test) => "is" in test && test.is === "my address";

/** Whether a test is of the user's own rows. @param {RowTest} test @returns {boolean} */
function isOfOwn(test) {
  if (typeof test === "string") return test === "creator";
  if ("meets" in test || isOfAddress(test)) return true;
  if ("every" in test) return test.every.some(isOfOwn);
  return ("is" in test ? test.is : "has" in test && test.has) === "me";
}

/**
 * An operation's rule, or its level of the permission pair.
 * @param {Schema} schema
 * @param {"read" | "create" | "update" | "delete"} operation
 * @returns {RowTest[]}
 */
function testsOf(schema, operation) {
  const { permissions, rules } = schema["x-accessControl"] ?? {};
  const level = (operation === "read" ? permissions?.read : permissions?.write) ?? "creator";
  return rules?.[operation] ?? (level === "none" ? [] : [level]);
}

/** @type {{ token: string | null, user: Promise<Person | null> } | undefined} */
let known;

/** The signed-in user or null, cached per session. */
function whoIs() {
  const token = getToken();
  if (known?.token !== token)
    known = { token, user: token === null ? Promise.resolve(null) : User.me().catch(() => null) };
  return known.user;
}

/**
 * What the user may do, so that pages can hide what would be refused; the server still decides. Asks to sign in where
 * that would allow adding.
 * @param {Schema} schema
 * @returns {Promise<Access>}
 */
async function accessOf(schema) {
  // In the preview the builder may do everything.
  if (config.mode === "preview") {
    const yes = () => true;
    return {
      mayBuild: true,
      canRead: true,
      readsOnlyOwn: false,
      canAdd: true,
      addsOnceSignedIn: false,
      canChange: yes,
      canDelete: yes,
      canSee: yes,
      canSet: yes,
    };
  }
  const user = await whoIs();
  const [read, update, remove] = [testsOf(schema, "read"), testsOf(schema, "update"), testsOf(schema, "delete")];
  /** @param {RowTest[]} tests @returns {(row: Row) => boolean} */
  const mayReach = (tests) => (row) => isOneMet(read, user, row) && isOneMet(tests, user, row);
  /** @param {string} field @param {"read" | "write"} right */
  const holds = (field, right) => {
    const tests = schema.properties?.[field]?.["x-accessControl"]?.[right];
    return !tests || isOneMet(tests, user);
  };
  const create = testsOf(schema, "create");
  const canAdd = isOneMet(create, user ?? { id: "", role: "user" });
  return {
    mayBuild: false,
    canRead: isOneMet(read, user),
    readsOnlyOwn: isOneMet(read, user) && read.every((test) => isOfOwn(test) || !isMet(test, user)),
    canAdd,
    addsOnceSignedIn: canAdd && !isOneMet(create, user),
    canChange: mayReach(update),
    canDelete: mayReach(remove),
    canSee: (field) => holds(field, "read"),
    canSet: (field) => holds(field, "read") && holds(field, "write"),
  };
}

/**
 * Whether a read certainly requires a session, by the schema. It is not sent then, because the browser would log the
 * refusal as an error. Finer rules are left to the server.
 * @param {Schema} schema
 */
function needsSignIn(schema) {
  const { permissions, rules } = schema["x-accessControl"] ?? {};
  return config.mode === "published" && !rules && permissions?.read !== "anonymous" && getToken() === null;
}

/** Tests that only hold once the user has proven their address. @param {RowTest} test @returns {boolean} */
const needsProof = (test) =>
  typeof test === "object" &&
  ("every" in test ? test.every.some(needsProof) : "meets" in test ? needsProof(test.meets) : isOfAddress(test));

/** Whether an app's rows are known as a member's by their address. */
export const knowsAddresses = () =>
  [...clients.values()].some((client) => testsOf(client.schema(), "read").some(needsProof));

/**
 * Whether a member would see rows once they prove their address, and none before: the server would refuse, which browsers
 * log as an error.
 * @param {Schema} schema
 */
async function awaitsProof(schema) {
  const tests = testsOf(schema, "read");
  if (config.mode !== "published" || getToken() === null || !tests.some(needsProof)) return false;
  const user = await whoIs();
  const others = tests.filter((test) => !needsProof(test));
  return user?.isEmailVerified === false && !isOneMet(others, user);
}

/** The event by which the app asks for the proof of an address (verify-email.jsx). */
export const proofNeeded = "joinery:verify";

/**
 * Clients by name, to follow references: `Deal.related("Contact")`.
 * @type {Map<string, EntityClient>}
 */
const clients = new Map();

/**
 * Client of one entity. Every call is subject to the entity's permissions on the server.
 * @param {string} name
 * @param {Schema} schema
 * @returns {EntityClient}
 */
export function entityClient(name, schema) {
  const path = (rest = "") => appPath(`/entities/${name}${rest}`);
  /**
   * Reads rows, or asks the user to sign in.
   * @template T
   * @param {() => Promise<T>} ask
   * @param {T} [none] what is answered to members who see no rows before their address is proven
   */
  const read = async (ask, none) => {
    if (none !== undefined && (await awaitsProof(schema))) return none;
    if (!needsSignIn(schema)) return ask();
    askToSignIn();
    throw new ApiError(401, { code: "not-signed-in", message: "Sign in to continue" });
  };
  /** @type {EntityClient} */
  const client = {
    list: (sort = "-createdAt", limit) => read(() => readAll(name, undefined, sort, limit), []),
    filter: (query, sort = "-createdAt", limit) => read(() => readAll(name, query, sort, limit), []),
    get: (id) => read(() => call("GET", path(`/${encodeURIComponent(id)}`))),
    create: (data) => call("POST", path(), data),
    update: (id, data) => call("PUT", path(`/${encodeURIComponent(id)}`), data),
    delete: (id) => call("DELETE", path(`/${encodeURIComponent(id)}`)),
    bulkCreate: (rows) => call("POST", path("/bulk"), rows),
    count: (query) => read(async () => (await call("GET", path(`/count${searchOf({ query })}`))).count, 0),
    aggregate: async ({ query, group, metrics } = {}) => {
      const search = searchOf({ query, group: String(group ?? ""), metrics: String(metrics ?? "") });
      return read(async () => (await call("GET", path(`/aggregate${search}`))).groups, []);
    },
    taken: async (from, to, per) => {
      const search = new URLSearchParams({ from, to, ...(per && { per: JSON.stringify(per) }) });
      return (await call("GET", path(`/taken?${search}`))).starts;
    },
    page: ({ query, sort = "-createdAt", limit = 50, cursor } = {}) =>
      read(() => call("GET", path(searchOf({ query, sort, limit, cursor }))), { items: [], nextCursor: null }),
    subscribe: (listener) => subscribe(name, listener),
    access: () => accessOf(schema),
    schema: () => schema,
    related: (other) => clients.get(other),
  };
  clients.set(name, client);
  return client;
}

/** The current user. */
export const User = {
  // Pages call this to greet people; anonymous visitors must not be asked to sign in for it.
  /** @returns {Promise<Person>} */
  me: () => call("GET", appPath("/me"), undefined, { asksToSignIn: false }),
  isSignedIn: () => getToken() !== null,
  /** The page on which members change their password and sign out everywhere; undefined where there is none. */
  accountPage: config.account,
  login: async () => askToSignIn(),
  /** Asks for the code that proves a member's address: rows of "my address" are theirs then. */
  verifyEmail: async () => void window.dispatchEvent(new Event(proofNeeded)),
  logout: async () => {
    await call("POST", appPath("/sign-out"), {}).catch(() => undefined);
    setToken(null);
    if (config.mode === "published") window.location.assign("/");
  },
  /** @param {Values} data @returns {Promise<Person>} */
  updateMe: (data) => call("PUT", appPath("/me"), data),
};
