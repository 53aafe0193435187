import "server-only";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { build } from "esbuild";
import { Pool } from "undici";
import { z } from "zod";
import type { SourceFile } from "@/shipped/contract";
import { launch, workerdPath } from "@/engines/functions/launch";
import { countsProcessorTime, family, processorMs } from "@/engines/functions/process-usage";
import { type SmokeBundle, workerFolder } from "./bundle-app";
import { sampleRows } from "./sample-rows";
import { type SmokeEvent, smokeLimits, type SmokeScene, type SmokeSight, smokeSightSchema, verdictOn } from "./schema";

let last: Promise<unknown> = Promise.resolve();

/** Runs one burst of work with pages at a time. @returns undefined where the runtime cannot run */
export function inTurn<T>(act: () => Promise<T>): Promise<T | undefined> {
  if (!workerdPath()) return Promise.resolve(undefined);
  const next = last.catch(() => undefined).then(act);
  last = next;
  return next;
}

/** The document and the API stub as one module, bundled once per process. */
let browserModule: Promise<string> | undefined;

async function bundleBrowser(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(workerFolder, "main.js")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    minify: true,
    external: ["app.js", "./scenes.js"],
    // happy-dom imports ws, which needs Node's loader; pages have no sockets here.
    alias: { ws: join(workerFolder, "no-sockets.js") },
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

/** Puts an app with its sample rows and the document into a folder, for `Browser.start`. */
export async function writeBrowser(folder: string, app: SmokeBundle, files: SourceFile[]): Promise<void> {
  const browserText = await (browserModule ??= bundleBrowser());
  const empty = Object.fromEntries(Object.keys(sampleRows(files, false)).map((name) => [name, []]));
  const scenes: Record<SmokeScene, unknown> = {
    rows: sampleRows(files, false),
    empty,
    sparse: sampleRows(files, true),
  };
  await Promise.all([
    writeFile(join(folder, "main.js"), browserText),
    writeFile(join(folder, "app.js"), app.code),
    writeFile(join(folder, "scenes.js"), `export const scenes = ${JSON.stringify(scenes)};\n`),
    copyFile(join(workerFolder, "smoke.capnp"), join(folder, "config.capnp")),
  ]);
}

/** One runtime process with the app in it. */
export class Browser {
  private constructor(
    private readonly child: ChildProcess,
    private readonly pool: Pool,
  ) {}

  static async start(folder: string): Promise<Browser> {
    // A killed process leaves its socket file, which would make listening fail.
    await rm(join(folder, "smoke.sock"), { force: true });
    const child = launch(folder, {});
    let words = "";
    child.stderr!.on("data", (piece: Buffer) => (words = (words + piece.toString()).slice(-2_000)));
    child.stdout!.resume();
    await new Promise<void>((resolve, reject) => {
      const timer = globalThis.setTimeout(() => child.kill("SIGKILL"), smokeLimits.startMs);
      const settle = (act: () => void) => () => {
        clearTimeout(timer);
        act();
      };
      (child.stdio[3] as Readable).once("data", settle(resolve));
      child.once(
        "error",
        settle(() => reject(new Error("The smoke test's runtime cannot be started"))),
      );
      child.once(
        "exit",
        settle(() => reject(new Error(`The smoke test's runtime did not start: ${words}`))),
      );
    });
    return new Browser(
      child,
      new Pool("http://smoke", { socketPath: join(folder, "smoke.sock"), headersTimeout: 0, bodyTimeout: 0 }),
    );
  }

  /**
   * @returns what failed; "hang" for a page that computes endlessly or crashes its process; "unchecked" when the
   * machine was too busy to tell
   */
  async visit(page: string, scene: SmokeScene): Promise<SmokeEvent[] | "hang" | "unchecked"> {
    const sight = await this.see(page, scene);
    return typeof sight === "string" ? sight : sight.events;
  }

  /** The same, with what the page shows at last. */
  async see(page: string, scene: SmokeScene): Promise<SmokeSight | "hang" | "unchecked"> {
    const left = new AbortController();
    const judged = this.judge(left);
    try {
      const { body, statusCode } = await this.pool.request({
        method: "GET",
        path: `/${encodeURIComponent(page)}?scene=${scene}`,
        signal: left.signal,
      });
      const text = await body.text();
      return statusCode === 200 ? smokeSightSchema.parse(JSON.parse(text)) : "hang";
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) throw error;
      if (left.signal.aborted) return await judged;
      // The process exited: out of memory by this page, or killed by the system.
      if (!this.hasEnded) await once(this.child, "exit", { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
      return this.child.signalCode === "SIGKILL" ? "unchecked" : "hang";
    } finally {
      left.abort();
    }
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Watches the page's CPU time until it answers or is given up. */
  private async judge(left: AbortController): Promise<"hang" | "unchecked"> {
    const pids = await family(this.child.pid!);
    const [began, computed] = [Date.now(), processorMs(pids)];
    while (!left.signal.aborted) {
      await setTimeout(smokeLimits.lookMs);
      const waitedMs = Date.now() - began;
      const verdict = verdictOn({
        computedMs: countsProcessorTime ? processorMs(pids) - computed : waitedMs,
        waitedMs,
      });
      if (verdict === "wait" || left.signal.aborted) continue;
      left.abort();
      return verdict;
    }
    return "unchecked";
  }

  kill(): void {
    this.child.kill("SIGKILL");
    void this.pool.destroy();
  }
}
