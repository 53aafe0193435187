import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A downloaded app in its own folder, with this checkout's packages instead of `npm install`. */
export class Downloaded {
  #child: ChildProcess | undefined;
  output = "";
  port = 0;

  private constructor(
    private readonly parent: string,
    readonly folder: string,
  ) {}

  static unzip(archive: Uint8Array): Downloaded {
    const parent = mkdtempSync(join(tmpdir(), "joinery-downloaded-"));
    writeFileSync(join(parent, "app.zip"), archive);
    execFileSync("unzip", ["-q", "app.zip"], { cwd: parent });
    rmSync(join(parent, "app.zip"));
    const [folder] = readdirSync(parent);
    symlinkSync(join(process.cwd(), "node_modules"), join(parent, folder!, "node_modules"));
    return new Downloaded(parent, join(parent, folder!));
  }

  /** A second process on the same folder. */
  again(): Downloaded {
    return new Downloaded(this.parent, this.folder);
  }

  get url() {
    return `http://localhost:${this.port}`;
  }

  /** What `npm start` runs. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    this.port = await freePort();
    const { PATH = "" } = process.env;
    const child = spawn("node", ["server/start.mjs"], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { NODE_ENV: "production", PATH, PORT: String(this.port), ...settings },
    });
    this.#child = child;
    this.output = "";
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (piece: Buffer) => {
          this.output += piece.toString();
          if (this.output.includes("is ready")) resolve();
        });
      child.once("exit", (code) => reject(new Error(`The downloaded app ended with ${code}:\n${this.output}`)));
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.parent, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (!address || typeof address === "string") throw new Error("No free port");
  return address.port;
}
