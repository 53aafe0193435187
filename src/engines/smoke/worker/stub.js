import { native } from "./native.js";

/**
 * The app's API, answered from sample rows. Errors that the stub causes carry this mark and are not blamed on the page.
 */
export const stubbed = "joinery-smoke-stub";

/** @typedef {Record<string, unknown>} Row */

/** @param {unknown} value */
const json = (value, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
const refuse = () => json({ error: { code: stubbed, message: stubbed } }, 404);
const user = {
  id: "sample-user",
  email: "sample@example.com",
  full_name: "Sample User",
  role: "admin",
  createdAt: "2026-01-10T09:30:00.000Z",
};

/**
 * @param {Record<string, Row[]>} rows by entity
 * @param {{ pending: number }} state counts calls in flight
 * @returns {(input: string | URL | Request, init?: RequestInit) => Promise<Response>}
 */
export function stubFetch(rows, state) {
  return async (input, { method = "GET", body } = {}) => {
    state.pending += 1;
    try {
      // Answer asynchronously like a real API, so that the page shows its loading state first.
      await new Promise((resolve) => native.setTimeout(resolve, 1));
      const url = new URL(input instanceof Request ? input.url : input, "https://app.example");
      if (url.origin !== "https://app.example") throw new TypeError(stubbed);
      return answer(url, method.toUpperCase(), body, rows);
    } finally {
      state.pending -= 1;
    }
  };
}

/**
 * @param {URL} address
 * @param {string} method
 * @param {unknown} body
 * @param {Record<string, Row[]>} rows
 */
function answer({ pathname, searchParams }, method, body, rows) {
  if (pathname.startsWith("/functions/")) return json({});
  const rest = /^\/api\/apps\/[^/]+(\/.*)$/.exec(pathname)?.[1] ?? "";
  if (rest === "/me") return json(method === "GET" ? user : { ...user, ...parse(body) });
  if (rest.startsWith("/uploads")) return json({ file_url: "https://app.example/files/sample.png" });
  if (rest === "/integrations/llm") return json({ answer: "Sample answer" });
  if (rest === "/integrations/email") return json({});
  const [, name, id] = /^\/entities\/(\w+)(?:\/([^/]+))?/.exec(rest) ?? [];
  const list = name === "User" ? [user] : name && rows[name];
  if (!list || id === "events" || name === "events") return refuse();
  if (method === "GET" && !id)
    return json({
      items: matching(list, parse(searchParams.get("q"))).slice(0, Number(searchParams.get("limit")) || 50),
      nextCursor: null,
    });
  if (method === "GET" && id === "aggregate")
    return json({ groups: groupsOf(matching(list, parse(searchParams.get("q"))), searchParams) });
  if (method === "GET" && id === "taken") return json({ minutes: 60, starts: [] });
  if (method === "GET" && id === "count") return json({ count: matching(list, parse(searchParams.get("q"))).length });
  if (method === "GET") {
    const row = list.find((one) => one.id === decodeURIComponent(id ?? ""));
    return row ? json(row) : refuse();
  }
  return json(id === "bulk" ? [] : { ...(list[0] ?? { id: "sample-new" }), ...parse(body) });
}

/**
 * Equality only, the usual case; an operator matches every row.
 * @param {Row[]} list
 * @param {Row} query
 */
function matching(list, query) {
  const wanted = Object.entries(query).filter(([, value]) => typeof value !== "object");
  return list.filter((row) => wanted.every(([field, value]) => row[field] === value));
}

/**
 * Groups of the right shape; their figures do not matter here.
 * @param {Row[]} list
 * @param {URLSearchParams} search
 */
function groupsOf(list, search) {
  const fields = (search.get("group") ?? "").split(",").filter(Boolean);
  const metrics = (search.get("metrics") ?? "").split(",").filter((name) => name.includes(":"));
  /** @type {Record<string, number>} */
  const lengths = { year: 4, month: 7, day: 10, week: 10 };
  /** @param {Row} row @param {string} group */
  const partOf = (row, group) => {
    const [field = "", unit] = group.split(":");
    const value = row[field];
    return (unit && typeof value === "string" ? value.slice(0, lengths[unit]) : value) || null;
  };
  /** @param {Row} row */
  const keyOf = (row) => {
    const parts = fields.map((one) => partOf(row, one));
    return parts.length > 1 ? parts : (parts[0] ?? null);
  };
  const groups = Map.groupBy(list, (row) => JSON.stringify(keyOf(row)));
  if (fields.length === 0 && groups.size === 0) groups.set("null", []);
  return [...groups].map(([key, rows]) => ({
    key: JSON.parse(key),
    count: rows.length,
    ...Object.fromEntries(metrics.map((name) => [name, figureOf(name, rows)])),
  }));
}

/** @param {string} metric "sum:amount" @param {Row[]} rows */
function figureOf(metric, rows) {
  const [kind, field = ""] = metric.split(":");
  const values = rows.map((row) => row[field]).filter((value) => typeof value === "number");
  const sum = values.reduce((total, value) => total + value, 0);
  if (kind === "sum") return sum;
  if (values.length === 0) return null;
  return kind === "avg" ? sum / values.length : kind === "min" ? Math.min(...values) : Math.max(...values);
}

/** @param {unknown} text @returns {Row} */
function parse(text) {
  try {
    return JSON.parse(String(text)) ?? {};
  } catch {
    return {};
  }
}
