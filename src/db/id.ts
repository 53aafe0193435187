import "server-only";
import { randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Random bytes are drawn in bulk: a system call per id would dominate its cost. */
const pool = new Uint8Array(4096);
let used = pool.length;

/** 80 random bits as 16 lower-case characters after a letter: fits a DNS label, so that an app's id can be its host. */
export function newId(prefix: string): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let id = prefix;
  for (const end = used + 16; used < end; used += 1) id += alphabet[pool[used]! & 31];
  return id;
}

/** Characters that the ids of one insert share. Two of 2,000 rows draw the same other ten (50 bits) in 1 of 560 million inserts. */
const sharedCharacters = 6;

/**
 * Ascending ids for rows that are inserted together, so that they stand side by side in an index: pages all over it
 * took a quarter of an import's time.
 */
export function newIds(prefix: string, count: number): string[] {
  const shared = newId(prefix).slice(0, prefix.length + sharedCharacters);
  return Array.from({ length: count }, () => shared + newId("").slice(sharedCharacters)).sort();
}
