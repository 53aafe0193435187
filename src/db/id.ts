import "server-only";
import { randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** 80 random bits as 16 lower-case characters behind a letter: fits a DNS label, so that an app's id can be its host. */
export function newId(prefix: string): string {
  const bytes = randomFillSync(new Uint8Array(16));
  return prefix + Array.from(bytes, (byte) => alphabet[byte & 31]).join("");
}
