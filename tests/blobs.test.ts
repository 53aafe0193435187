import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Blobs, openBlobs } from "@/engines/blobs";
import { parseEnv } from "@/engines/env";
import { Bucket } from "./support/bucket";

const bucket = new Bucket();
const folder = mkdtempSync(join(tmpdir(), "joinery-blobs-"));
const stores: Record<string, () => Blobs> = {
  folder: () => openBlobs(parseEnv({ DATA_DIR: folder })),
  bucket: () =>
    openBlobs(
      parseEnv({
        DATA_DIR: folder,
        ...bucket.settings(),
      }),
    ),
};
beforeAll(() => bucket.listen());
afterAll(() => {
  bucket.server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* pieces(count: number, breaksOff = false): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < count; piece += 1) yield new Uint8Array(1_000_000).fill(piece);
  if (breaksOff) throw new Error("The sender hung up");
}

async function bytesOf(source: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of source!) all.push(piece);
  return Buffer.concat(all);
}

describe.each(Object.keys(stores))("Files in a %s", (kind) => {
  it.each([0, 1, 40])("are written and read as streams: %d MB", async (count) => {
    const blobs = stores[kind]!();
    await blobs.write("imports/a/one", pieces(count), "text/csv");
    const read = await bytesOf(await blobs.read("imports/a/one"));
    expect(read.equals(await bytesOf(pieces(count)))).toBe(true);
    await blobs.delete("imports/a/one");
    expect(await blobs.read("imports/a/one")).toBeNull();
  });

  it("leave nothing behind when the sender hangs up", async () => {
    const blobs = stores[kind]!();
    await expect(blobs.write("imports/a/two", pieces(20, true), "text/csv")).rejects.toThrow("The sender hung up");
    expect(await blobs.read("imports/a/two")).toBeNull();
    expect(bucket.uploads.size).toBe(0);
    if (kind === "folder") expect(readdirSync(join(folder, "blobs/imports/a"))).toEqual([]);
  });

  it("are listed by their prefix, more than one answer of them, and deleted only while they are old", async () => {
    const blobs = stores[kind]!();
    const names = Array.from({ length: 5 }, (_, index) => `listed/${index}`);
    for (const name of names) await blobs.put(name, new Uint8Array([1]), "text/plain");
    const listed: { key: string; modifiedAt: Date }[] = [];
    for await (const one of blobs.list("listed/")) listed.push(one);
    expect(listed.map(({ key }) => key).sort()).toEqual(names);
    expect(Math.abs(listed[0]!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    const soon = new Date(Date.now() + 60_000);
    expect(await blobs.deleteOlder(names[0]!, new Date(Date.now() - 60_000))).toBe(false);
    expect(await blobs.deleteOlder(names[0]!, soon)).toBe(true);
    expect(await blobs.deleteOlder(names[0]!, soon)).toBe(false);
    expect(await blobs.get(names[0]!)).toBeNull();
    for await (const one of blobs.list("nothing/")) expect(one).toBeUndefined();
  });
});
