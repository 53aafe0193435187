import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as commonWords } from "@zxcvbn-ts/language-common";
import { passwordMin } from "./limits";

/** ASVS 5.0 appendix C: argon2id, 46 MiB, one pass. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

let estimator: ZxcvbnFactory | undefined;

/**
 * False for passwords that guessers try early, including the account's address. zxcvbn scores 0 to 4; 2 withstands
 * online guessing.
 */
export function isStrong(password: string, email: string): boolean {
  estimator ??= new ZxcvbnFactory({ dictionary: { ...commonWords }, graphs: adjacencyGraphs });
  return (
    password.length >= passwordMin &&
    estimator.check(password.slice(0, 100), [email, email.split("@")[0] ?? "", "joinery"]).score >= 2
  );
}

/** @returns a PHC string */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Of an account that was opened by a provider or a mailed link: no password matches it. */
export const noPassword = "";

/** Takes the same time without an account or a password, so that timing reveals no addresses. */
export async function matchesPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const matches = await verify(stored || (await decoy), password);
  return Boolean(stored) && matches;
}
