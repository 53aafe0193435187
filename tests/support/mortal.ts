import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import type { PGlite } from "@electric-sql/pglite";
import { EmbeddedClient } from "@/db/embedded";
import type { Database } from "@/db/open";
import * as schema from "@/db/schema";
import type { Platform } from "@/engines/platform";

type Spend = () => void;

/** A client whose calls, including those of transactions, go through `spend`. */
function counting<C extends object>(client: C, spend: Spend): C {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        spend();
        const own = args.map((arg) =>
          typeof arg === "function" ? (inner: object) => arg(counting(inner, spend)) as unknown : arg,
        );
        return value.apply(target, own) as unknown;
      };
    },
  });
}

const pieceBytes = 1_024;

/** A blob store whose calls and chunks go through `spend`. */
function countingBlobs(blobs: Platform["blobs"], spend: Spend): Platform["blobs"] {
  async function* slowly(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces)
      for (let from = 0; from < piece.byteLength; from += pieceBytes) {
        spend();
        yield piece.subarray(from, from + pieceBytes);
      }
  }
  const read: Platform["blobs"]["read"] = async (key) => {
    spend();
    const pieces = await blobs.read(key);
    return pieces && slowly(pieces);
  };
  return { ...counting(blobs, spend), read };
}

/**
 * Fault injection: the platform of a process that is killed after this many steps of database and blob store. From then
 * on every call fails, and what was not committed is rolled back.
 */
export function mortal(platform: Platform, steps: number): { platform: Platform; isDead: () => boolean } {
  let left = steps;
  const spend = () => {
    left -= 1;
    if (left < 0) throw new Error("killed");
  };
  const { driver } = platform.database;
  const db: Database =
    driver instanceof EmbeddedClient
      ? drizzlePglite(counting(driver, spend) as unknown as PGlite, { schema })
      : drizzlePostgres(counting(driver, spend), { schema });
  return { platform: { ...platform, db, blobs: countingBlobs(platform.blobs, spend) }, isDead: () => left < 0 };
}
