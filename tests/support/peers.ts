import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import postgres from "postgres";
import { appOrigin, type Json } from "./world";

type Options = { token?: string; host?: string; body?: unknown };
type Answer = { status: number; type: string; body: Json };

/** One of an installation's servers. */
export class Peer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(file: string, settings: Record<string, string>): Promise<Peer> {
    const child = fork(file, { env: { ...process.env, ...settings }, execArgv: [] });
    const [port] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(([code]) => Promise.reject(new Error(`A server ended with ${code}`))),
    ])) as [number];
    return new Peer(child, port);
  }

  /** A response whose body is still open. */
  open(line: string, { token, host = "localhost:3000", body }: Options = {}): Promise<IncomingMessage> {
    const [method, path] = line.split(" ") as [string, string];
    const headers: Record<string, string> = { host };
    if (token) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    return new Promise((resolve, reject) => {
      const call = request({ host: "127.0.0.1", port: this.port, method, path, headers }, resolve);
      call.once("error", reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async call(line: string, options: Options = {}): Promise<Answer> {
    const response = await this.open(line, options);
    const body = await text(response);
    const type = response.headers["content-type"] ?? "";
    return { status: response.statusCode!, type, body: type.includes("json") ? JSON.parse(body) : body };
  }

  /** Calls a procedure that has no REST path. */
  async mutate(name: string, input: unknown, token: string): Promise<Json> {
    const { body } = await this.call(`POST /api/trpc/${name}`, { token, body: { json: input } });
    return body.result.data.json;
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.disconnect();
    await ended;
  }
}

/** Starts server processes on one new database of `url`'s server, each with its own data folder. */
export async function startPeers(count: number, url: string, settings: Record<string, string>) {
  const name = `joinery_peers_${process.pid}_${Date.now()}`;
  const admin = postgres(url, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const database = new URL(url);
  database.pathname = `/${name}`;
  // Inside node_modules, so that external packages resolve.
  const bundle = mkdtempSync(join(process.cwd(), "node_modules", ".peers-"));
  const folders = [bundle];
  const file = join(bundle, "api-server.mjs");
  await build({
    entryPoints: ["tests/support/api-server.ts"],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "@": join(process.cwd(), "src"), "server-only": join(process.cwd(), "tests/support/server-only.ts") },
    logLevel: "warning",
  });
  const peers: Peer[] = [];
  for (let index = 0; index < count; index += 1) {
    const folder = mkdtempSync(join(tmpdir(), "joinery-peer-"));
    folders.push(folder);
    peers.push(
      await Peer.start(file, {
        LOG_LEVEL: "error",
        ...settings,
        APP_URL: appOrigin,
        DATABASE_URL: database.href,
        DATA_DIR: folder,
      }),
    );
  }
  const close = async () => {
    await Promise.all(peers.map((peer) => peer.close()));
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  return { peers, close };
}
