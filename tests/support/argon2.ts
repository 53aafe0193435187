import { createRequire } from "node:module";

type Argon2 = typeof import("@node-rs/argon2");

const real = createRequire(import.meta.url)("@node-rs/argon2") as Argon2;

/** What a hash costs in tests. */
export const hashing = { isFull: false };

/** In place of the package: most tests sign somebody up, and a hash of full cost takes 50 ms of processor time. */
export const hash: Argon2["hash"] = (password, options, signal) =>
  real.hash(password, hashing.isFull ? options : { ...options, memoryCost: 64 }, signal);

export const { verify } = real;
