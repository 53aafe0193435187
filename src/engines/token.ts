import "server-only";
import { hash, randomBytes } from "node:crypto";

/** A new secret for a link, an invitation or a session: 256 random bits, fit for an address. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token, so that a leaked database lets nobody in. */
export const tokenHash = (token: string): string => hash("sha256", token, "hex");
