import "server-only";
import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Account } from "@/api/actor";
import { describeError } from "@/api/procedures";
import type { Env } from "@/engines/env";
import { parseJson } from "@/engines/json";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { note } from "@/features/admin/audit";
import { openArchive } from "@/features/backup/write-archive";
import { createCaller } from "./rest";
import { appRouter } from "./router";

/**
 * The actor of console commands: whoever may read the data folder has everything already, so it is an administrator
 * without an account.
 */
const consoleAccount: Account = {
  id: "console",
  email: "console",
  passwordHash: "",
  accountType: "builder",
  plan: "lite",
  grantedPlan: "lite",
  subscriptionId: null,
  planSubscriptionStatus: null,
  planSubscriptionCancelledAt: null,
  isAdmin: true,
  assistantInstructions: "",
  disabledAt: null,
  emailVerifiedAt: null,
  createdAt: new Date(0),
};

/** Path of the Unix socket for local commands. Socket paths are limited to about 100 characters. */
export function consolePath({ DATA_DIR }: Pick<Env, "DATA_DIR">): string {
  const path = resolve(DATA_DIR, "console.sock");
  if (path.length < 100) return path;
  const name = createHash("sha256").update(path).digest("hex").slice(0, 24);
  return join(tmpdir(), `joinery-${userInfo().uid}-${name}.sock`);
}

/**
 * Calls a procedure as the console.
 * @param path "admin.setPassword"; without a dot a procedure of `admin`
 * @throws the procedure's refusals; an Error for an unknown name
 */
export async function callProcedure(platform: Platform, path: string, input: unknown): Promise<unknown> {
  const whole = path.includes(".") ? path : `admin.${path}`;
  if (!Object.hasOwn(appRouter._def.procedures, whole)) throw new Error(`There is no procedure ${whole}`);
  const [router, procedure] = whole.split(".") as [string, string];
  const caller = createCaller({
    platform,
    actor: { kind: "account", account: consoleAccount, token: "" },
    responseHeaders: new Headers(),
    address: "console",
  }) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  return caller[router]![procedure]!(input);
}

/** Starts a backup and writes its audit entry. */
export async function beginBackup(platform: Platform) {
  await note(platform.db, consoleAccount, "backup-written", platform.env.DATA_DIR);
  return openArchive(platform);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

async function answer(platform: Platform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const text = await readAll(request);
    if (request.url === "/backup") {
      response.writeHead(200, { "content-type": "application/gzip" });
      return await pipeline(await beginBackup(platform), response);
    }
    const { path, input } = parseJson(text) as { path: string; input: unknown };
    const result = await callProcedure(platform, path, input);
    response.end(JSON.stringify({ result }));
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    log("warn", "console", { error: thrown });
    // Headers are out: break the connection off, so that a truncated archive does not look whole.
    if (response.headersSent) return void response.destroy();
    const { reason, message } = describeError(thrown);
    response.writeHead(400);
    response.end(JSON.stringify({ error: reason === "internal" ? thrown.message : message }));
  }
}

/**
 * Listens for `npm run admin` and `npm run backup` on a socket that only the server's user can open. @returns a
 * function that closes it
 */
export function listenConsole(platform: Platform): () => void {
  const { DATA_DIR } = platform.env;
  const path = consolePath(platform.env);
  for (const name of readdirSync(DATA_DIR))
    if (/^(backup|restore)-/.test(name)) rmSync(join(DATA_DIR, name), { recursive: true, force: true });
  rmSync(path, { force: true });
  const server = createServer((request, response) => void answer(platform, request, response));
  server.requestTimeout = 0;
  server.on("error", (error) => log("error", "console", { error }));
  const mask = process.umask(0o177);
  server.listen(path);
  process.umask(mask);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
