import "server-only";
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "./env";

/**
 * Encryption with AES-256-GCM. `context` (app and name) is authenticated: a ciphertext moved elsewhere does not
 * decrypt.
 */
export type Sealer = {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** HMAC-SHA-256, for values of too little entropy for a plain hash. */
  sign(text: string): string;
};

/** The key comes from SECRETS_KEY, else from a file made at the first start, readable only by its owner. */
export function openSealer(settings: Pick<Env, "SECRETS_KEY" | "DATA_DIR">): Sealer {
  const key = createHash("sha256")
    .update(settings.SECRETS_KEY ?? keyFromFile(settings.DATA_DIR))
    .digest();
  return {
    seal(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
    },
    sign: (text) => createHmac("sha256", key).update("sign").update(text).digest("base64"),
    open(sealed, context) {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}

function keyFromFile(folder: string): string {
  const file = join(folder, "secrets.key");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) makeKey(file);
  const key = readFileSync(file, "utf8");
  // Refuse a malformed key: it would decrypt nothing stored, and encrypt new secrets that the right key cannot read.
  if (!/^[0-9a-f]{64}\s*$/i.test(key))
    throw new Error(
      `${file} is not a key: it must hold 64 hexadecimal characters. Put the key back from a backup, or delete the file to begin with a new one; stored secrets then have to be entered again.`,
    );
  return key;
}

/** Atomic: the file is complete or absent after a crash; of two concurrent processes the first one wins. */
function makeKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Some file systems have no hard links.
    if (["EPERM", "ENOTSUP", "ENOSYS"].includes(code)) renameSync(draft, file);
    else if (code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
