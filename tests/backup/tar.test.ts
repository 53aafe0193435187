import { describe, expect, it } from "vitest";
import { readTar, tarEnd, tarFile } from "@/features/backup/tar";

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function pack(files: Record<string, string>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (const [path, text] of Object.entries(files))
    for await (const piece of tarFile(path, Buffer.byteLength(text), inPieces(Buffer.from(text), 700)))
      pieces.push(piece);
  return Buffer.concat([...pieces, tarEnd()]);
}

async function unpack(bytes: Uint8Array, size = 300, skip = ""): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, pieces } of readTar(inPieces(bytes, size))) {
    if (path === skip) continue;
    const parts: Uint8Array[] = [];
    for await (const piece of pieces) parts.push(piece);
    files[path] = Buffer.concat(parts).toString("utf8");
  }
  return files;
}

const files = {
  "manifest.json": "{}",
  empty: "",
  [`blobs/${"f".repeat(90)}/${"h".repeat(64)}`]: "é".repeat(2_000),
  "exactly a block": "x".repeat(512),
  "ümlaut.txt": "y",
};

describe("An archive", () => {
  it.each([1, 7, 512, 100_000])("reads back what was written, in pieces of %i bytes", async (size) =>
    expect(await unpack(await pack(files), size)).toEqual(files),
  );

  it("skips what its reader does not want", async () => {
    const { empty: _empty, ...rest } = files;
    expect(await unpack(await pack(files), 300, "empty")).toEqual(rest);
  });

  it("is refused when it is cut off, anywhere, or damaged", async () => {
    const whole = await pack(files);
    for (let end = 0; end < whole.length - 1_024; end += 97)
      await expect(unpack(whole.subarray(0, end), 10_000)).rejects.toThrow(/ends in the middle/);
    whole[3] = 1;
    await expect(unpack(whole)).rejects.toThrow(/not a backup/);
  });

  it("refuses names that no reader could keep, and files that change while they are read", async () => {
    await expect(pack({ ["x".repeat(200)]: "" })).rejects.toThrow(/too long/);
    const changed = async () => {
      for await (const piece of tarFile("a", 5, inPieces(Buffer.from("four"), 9))) void piece;
    };
    await expect(changed()).rejects.toThrow(/changed while/);
  });
});
