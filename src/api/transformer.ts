import "server-only";
import superjson, { deserialize as revive, serialize } from "superjson";
import { checkJson } from "@/engines/json";
import { AppError } from "@/errors";

/**
 * Allow-list of superjson's types. Others would let a caller build typed arrays of any length, errors, maps and
 * symbols.
 */
const types = new Set<unknown>(["Date", "undefined"]);
const annotationsMax = 10_000;
const pathDepthMax = 64;

/** superjson's annotations are a tree: `["Date"]`, or an object of subtrees by path. */
function isAllowed(tree: unknown, budget: { left: number }, depth = 0): boolean {
  budget.left -= 1;
  if (budget.left < 0 || depth > pathDepthMax) return false;
  if (Array.isArray(tree)) return tree.length === 1 && types.has(tree[0]);
  return (
    typeof tree === "object" &&
    tree !== null &&
    Object.entries(tree).every(([path, inner]) => path.length <= 500 && isAllowed(inner, budget, depth + 1))
  );
}

const refuse = () => new AppError("invalid-input", undefined, "The request has values of a type that is not allowed");

/** Checks the annotations before reviving: superjson allocates whatever they name. */
function deserialize(sent: unknown): unknown {
  if (sent === undefined) return undefined;
  const { json, meta } = (typeof sent === "object" && sent !== null ? sent : {}) as { json?: unknown; meta?: unknown };
  checkJson(json);
  if (meta === undefined) return json;
  const values = typeof meta === "object" && meta !== null && "values" in meta ? meta.values : undefined;
  if (values === undefined) return json;
  if (!isAllowed(values, { left: annotationsMax })) throw refuse();
  try {
    // Referential equalities are dropped: unused here, and another attack surface.
    return revive({ json, meta: { values } } as Parameters<typeof revive>[0]);
  } catch {
    throw refuse();
  }
}

/** superjson with a guarded input. Our own output is serialized as it is. */
export const transformer = { input: { serialize, deserialize }, output: superjson };
