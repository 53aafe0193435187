import "server-only";
import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { describeError } from "@/api/procedures";
import { env } from "@/engines/env";
import { openPlatform, type Platform } from "@/engines/platform";
import { restoreArchive } from "@/features/backup/read-archive";
import { beginBackup, callProcedure, consolePath } from "./console";

const usage = `npm run admin -- <procedure> [<json>]     such as: npm run admin -- setPassword '{"accountId":"ada@example.com","password":"…"}'
npm run backup -- <file>
npm run restore -- <file>`;

/** Asks the server running on this data folder; undefined when none is. */
function askServer(path: string, body: unknown): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: consolePath(env()), path, method: "POST" }, resolve);
    call.once("error", (error: NodeJS.ErrnoException) =>
      ["ENOENT", "ECONNREFUSED"].includes(error.code ?? "") ? resolve(undefined) : reject(error),
    );
    call.end(JSON.stringify(body));
  });
}

/** Opens the installation in this process; only works while no server runs. */
async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await openPlatform(env());
  try {
    await platform.jobs.start({});
    return await work(platform);
  } finally {
    await platform.close();
  }
}

async function admin(path: string, json = "{}"): Promise<void> {
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch {
    throw new Error(`The input is not JSON: ${json}`);
  }
  const answer = await askServer("/call", { path, input });
  const result = answer
    ? await readAnswer(answer)
    : await withPlatform((platform) => callProcedure(platform, path, input));
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  const { result, error } = JSON.parse(await text(answer)) as { result?: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return result;
}

/** Atomic: written beside and renamed, so that a file of this name is always a whole backup. */
async function backup(file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already`);
  const draft = `${file}.part`;
  const save = (archive: Readable) => pipeline(archive, createWriteStream(draft, { mode: 0o600, flush: true }));
  try {
    const answer = await askServer("/backup", {});
    if (answer && answer.statusCode !== 200) await readAnswer(answer);
    else if (answer) await save(answer);
    else await withPlatform(async (platform) => save(await beginBackup(platform)));
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  process.stdout.write(`Written: ${file}. It holds every secret's key: keep it where nobody else can read it.\n`);
}

async function restore(file: string): Promise<void> {
  const { manifest, files, notes } = await restoreArchive(env(), file);
  process.stdout.write(`Restored ${files} files of ${manifest.createdAt}. Start the server with npm start.\n`);
  for (const note of notes) process.stdout.write(`${note}\n`);
}

const commands: Record<string, (first: string, second?: string) => Promise<void>> = { admin, backup, restore };
const [name = "", first, second] = process.argv.slice(2);
const command = commands[name];
if (!command || first === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
try {
  await command(first, second);
  process.exit(0);
} catch (error) {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const { reason, message } = describeError(thrown);
  process.stderr.write(`${reason === "internal" ? thrown.message : message}\n`);
  process.exit(1);
}
