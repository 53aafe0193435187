import { native } from "./native.js";

/**
 * The app's API, answered from sample rows. Errors that the stub causes carry this mark and are not blamed on the page.
 */
export const stubbed = "joinery-smoke-stub";

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
 * @param {Record<string, object[]>} rows by entity
 * @param {{ pending: number }} state counts calls in flight
 */
export function stubFetch(rows, state) {
  return async (input, { method = "GET", body } = {}) => {
    state.pending += 1;
    try {
      // Answer asynchronously like a real API, so that the page shows its loading state first.
      await new Promise((resolve) => native.setTimeout(resolve, 1));
      const url = new URL(typeof input === "string" ? input : (input.url ?? String(input)), "https://app.example");
      if (url.origin !== "https://app.example") throw new TypeError(stubbed);
      return answer(url, method.toUpperCase(), body, rows);
    } finally {
      state.pending -= 1;
    }
  };
}

function answer({ pathname, searchParams }, method, body, rows) {
  if (pathname.startsWith("/functions/")) return json({});
  const rest = /^\/api\/apps\/[^/]+(\/.*)$/.exec(pathname)?.[1] ?? "";
  if (rest === "/me") return json(method === "GET" ? user : { ...user, ...parse(body) });
  if (rest.startsWith("/uploads")) return json({ file_url: "https://app.example/files/sample.png" });
  if (rest === "/integrations/llm") return json({ answer: "Sample answer" });
  if (rest === "/integrations/email") return json({});
  const [, name, id] = /^\/entities\/(\w+)(?:\/([^/]+))?/.exec(rest) ?? [];
  const list = name === "User" ? [user] : rows[name];
  if (!list || id === "events" || name === "events") return refuse();
  if (method === "GET" && !id)
    return json({
      items: matching(list, parse(searchParams.get("q"))).slice(0, Number(searchParams.get("limit")) || 50),
      nextCursor: null,
    });
  if (method === "GET" && id === "aggregate")
    return json({ groups: groupsOf(matching(list, parse(searchParams.get("q"))), searchParams) });
  if (method === "GET" && id === "count") return json({ count: matching(list, parse(searchParams.get("q"))).length });
  if (method === "GET")
    return list.find((row) => row.id === decodeURIComponent(id))
      ? json(list.find((row) => row.id === decodeURIComponent(id)))
      : refuse();
  return json(id === "bulk" ? [] : { ...(list[0] ?? { id: "sample-new" }), ...parse(body) });
}

/** Equality only, the usual case; an operator matches every row. */
function matching(list, query) {
  const wanted = Object.entries(query).filter(([, value]) => typeof value !== "object");
  return list.filter((row) => wanted.every(([field, value]) => row[field] === value));
}

/** Groups of the right shape; their figures do not matter here. */
function groupsOf(list, search) {
  const fields = (search.get("group") ?? "").split(",").filter(Boolean);
  const metrics = (search.get("metrics") ?? "").split(",").filter((name) => name.includes(":"));
  const lengths = { year: 4, month: 7, day: 10, week: 10 };
  const partOf = (row, group) => {
    const [field, unit] = group.split(":");
    return (unit ? String(row[field] ?? "").slice(0, lengths[unit]) : row[field]) || null;
  };
  const keyOf = (row) =>
    fields.length === 0 ? null : fields.length === 1 ? partOf(row, fields[0]) : fields.map((one) => partOf(row, one));
  const groups = Map.groupBy(list, (row) => JSON.stringify(keyOf(row)));
  if (fields.length === 0 && groups.size === 0) groups.set("null", []);
  return [...groups].map(([key, rows]) => ({
    key: JSON.parse(key),
    count: rows.length,
    ...Object.fromEntries(metrics.map((name) => [name, figureOf(name.split(":"), rows)])),
  }));
}

function figureOf([kind, field], rows) {
  const values = rows.map((row) => row[field]).filter((value) => typeof value === "number");
  const sum = values.reduce((total, value) => total + value, 0);
  if (kind === "sum") return sum;
  if (values.length === 0) return null;
  return kind === "avg" ? sum / values.length : kind === "min" ? Math.min(...values) : Math.max(...values);
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
