import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache, nodeFlags, serverFile } from "../../src/doors/build.mjs";

/** A built Joinery in a process and data folder of its own, as `npm start` runs it, so that tests can kill it. */
export class Server {
  #child: ChildProcess | undefined;
  #isEnding = false;
  output = "";

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    private readonly settings: Record<string, string>,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), "joinery-server-")), settings);
    await server.run();
    return server;
  }

  get url() {
    return `http://localhost:${this.port}`;
  }

  async run(): Promise<void> {
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      LOG_LEVEL: "warn",
      // Long enough for a page to stream; most tests only wait for the end of it.
      OFFLINE_REPLY_SECONDS: "0.3",
      // Most tests need no verified address.
      ...(!this.settings.SMTP_URL && { EMAIL_VERIFICATION: "off" }),
      ...this.settings,
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: compileCache,
      APP_URL: this.settings.APP_URL ?? "",
    };
    const child = spawn("node_modules/.bin/node", [...nodeFlags, serverFile], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: environment,
    });
    this.#child = child;
    this.#isEnding = false;
    child.once("exit", (code, signal) => {
      if (!this.#isEnding) process.stderr.write(`The server ended by itself (${code ?? signal}):\n${this.output}\n`);
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (piece: Buffer) => (this.output += piece.toString()));
    await new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${this.output}`)));
    });
  }

  /** SIGKILL: like a power failure, apart from the disk. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async close(): Promise<void> {
    await this.#end("SIGTERM");
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#isEnding = true;
    child.kill(signal);
    await once(child, "exit");
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (!address || typeof address === "string") throw new Error("No free port");
  return address.port;
}
