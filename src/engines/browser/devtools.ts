import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

type Fields = Record<string, unknown>;
type Message = { id?: number; method?: string; params?: Fields; result?: Fields; error?: { message: string } };
type Waiting = { resolve: (result: Fields) => void; reject: (error: Error) => void };

/** A browser that sends more than this at once is ended. */
const messageBytesMax = 32 * 1024 * 1024;

/** "nobody": Chromium's own sandbox refuses to run as root, and is never switched off. */
const nobody = 65_534;

/**
 * No way out of the machine or into it: names resolve to nothing, every connection goes to a proxy that does not exist
 * (loopback too), and WebRTC may use no other. What the page asks for is answered by `Fetch.requestPaused` alone.
 */
const flags = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--proxy-server=http://127.0.0.1:1",
  "--proxy-bypass-list=<-loopback>",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--block-new-web-contents",
  "--deny-permission-prompts",
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-dev-shm-usage",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-gpu",
  "--disable-sync",
  "--hide-scrollbars",
  "--js-flags=--max-old-space-size=512",
  "--metrics-recording-only",
  "--mute-audio",
  "--no-default-browser-check",
  "--no-first-run",
  "--no-pings",
  "--renderer-process-limit=1",
];

/** A browser with a profile of its own, spoken to over a pipe: it listens on no port. */
export class Devtools {
  #last = 0;
  #pieces: Buffer[] = [];
  #bytes = 0;
  readonly #waiting = new Map<number, Waiting>();
  #onEvent: (method: string, params: Fields) => void = () => undefined;
  #failure: Error | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
  ) {
    (child.stdio[4] as Readable).on("data", (piece: Buffer) => this.#receive(piece));
    (child.stdio[3] as Writable).on("error", () => this.#fail(new Error("The browser has ended")));
    child.once("error", (error) => this.#fail(error));
    child.once("exit", () => this.#fail(new Error("The browser has ended")));
  }

  static async start(program: string): Promise<Devtools> {
    const profile = await mkdtemp(join(tmpdir(), "joinery-b-"));
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(profile, nobody, nobody);
    const child = spawn(program, [...flags, `--user-data-dir=${profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      // A group of its own, so that its helpers are ended with it. Nothing of our environment.
      detached: true,
      cwd: profile,
      env: { HOME: profile, PATH: "/usr/bin:/bin", LANG: "C.UTF-8", NODE_ENV: "production" },
      ...(isRoot && { uid: nobody, gid: nobody }),
    });
    return new Devtools(child, profile);
  }

  onEvent(act: (method: string, params: Fields) => void): void {
    this.#onEvent = act;
  }

  send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const text = JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) });
      (this.child.stdio[3] as Writable).write(`${text}\0`);
    });
  }

  /** Ends the browser at once. Whatever waits for it fails. */
  kill(): void {
    this.#fail(new Error("The browser was ended"));
    try {
      if (this.child.pid !== undefined) process.kill(-this.child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  /** Ends the browser and removes its profile. */
  async close(): Promise<void> {
    const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined;
    const ended = hasEnded ? undefined : new Promise((resolve) => this.child.once("exit", resolve));
    this.kill();
    await ended;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #receive(piece: Buffer): void {
    for (let rest = piece; rest.length > 0;) {
      const end = rest.indexOf(0);
      this.#pieces.push(end < 0 ? rest : rest.subarray(0, end));
      this.#bytes += end < 0 ? rest.length : end;
      if (this.#bytes > messageBytesMax) return this.kill();
      if (end < 0) return;
      const text = Buffer.concat(this.#pieces).toString();
      this.#pieces = [];
      this.#bytes = 0;
      this.#take(JSON.parse(text) as Message);
      rest = rest.subarray(end + 1);
    }
  }

  #take({ id, method, params, result, error }: Message): void {
    if (id === undefined) return method === undefined ? undefined : this.#onEvent(method, params ?? {});
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
