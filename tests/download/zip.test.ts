import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamZip, type ZipEntry } from "@/features/download/stream-zip";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "joinery-zip-"))));
afterAll(() => rmSync(folder, { recursive: true }));

async function bytesOf(entries: ZipEntry[]): Promise<Uint8Array> {
  return new Uint8Array(await new Response(streamZip("app", entries)).arrayBuffer());
}

const letters = (length: number) => Uint8Array.from({ length }, (_, index) => 97 + ((index * 7919) % 26));

describe("A streamed zip", () => {
  it("holds exactly what it was given: empty files, names in any script, and what comes in pieces", async () => {
    const large = letters(300_000);
    const entries: ZipEntry[] = [
      { path: "empty.txt", content: "" },
      { path: "pages/Übersicht 日本.jsx", content: "größer\n" },
      {
        path: "data/rows.jsonl",
        content: async function* () {
          for (let at = 0; at < large.length; at += 7_000) yield large.subarray(at, at + 7_000);
        },
      },
      { path: "data/nothing.jsonl", content: async function* () {} },
    ];
    const file = join(folder, "exact.zip");
    writeFileSync(file, await bytesOf(entries));
    const script =
      "import sys, zipfile, os\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])\nprint('|'.join(z.namelist()))";
    const names = execFileSync("python3", ["-c", script, file, folder], {
      encoding: "utf8",
      env: { ...process.env, PYTHONUTF8: "1" },
    }).trim();
    expect(names).toBe(entries.map(({ path }) => `app/${path}`).join("|"));
    expect(new Uint8Array(readFileSync(join(folder, "app/data/rows.jsonl")))).toEqual(large);
    expect(readFileSync(join(folder, "app/pages/Übersicht 日本.jsx"), "utf8")).toBe("größer\n");
    expect(readFileSync(join(folder, "app/empty.txt"), "utf8")).toBe("");
  });

  it("reads no faster than it is read, and stops when the reader goes away", async () => {
    let pieces = 0;
    let hasEnded = false;
    async function* endless() {
      try {
        for (;;) {
          pieces += 1;
          yield crypto.getRandomValues(new Uint8Array(60_000));
        }
      } finally {
        hasEnded = true;
      }
    }
    const reader = streamZip("app", [{ path: "endless", content: endless }]).getReader();
    for (let read = 0; read < 5; read += 1) expect((await reader.read()).done).toBe(false);
    let waiting = 0;
    while (waiting < pieces) {
      waiting = pieces;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(pieces).toBeLessThan(60);
    }
    await reader.cancel();
    await expect.poll(() => hasEnded).toBe(true);
  });

  it("breaks off when something cannot be read, so that nobody takes half of an app for the whole", async () => {
    const missing = async function* () {
      yield letters(10);
      throw new Error("The content is missing");
    };
    await expect(
      bytesOf([
        { path: "whole.txt", content: "whole" },
        { path: "half.txt", content: missing },
      ]),
    ).rejects.toThrow("The content is missing");
  });
});
