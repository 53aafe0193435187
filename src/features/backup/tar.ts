import "server-only";

/** POSIX ustar: a 512-byte header, then the contents in 512-byte blocks. Sizes above 8 GB in GNU's base-256 form. */
const block = 512;

const padding = (size: number) => (block - (size % block)) % block;

/** A name of up to 255 bytes, split at a slash when longer than 100. */
function partName(path: string): { name: string; prefix: string } {
  if (path.length <= 100) return { name: path, prefix: "" };
  const slash = path.indexOf("/", path.length - 101);
  const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
  if (slash < 1 || prefix.length > 155 || name.length > 100) throw new Error(`This name is too long: ${path}`);
  return { name, prefix };
}

function writeSize(header: Buffer, size: number): void {
  if (size < 8 ** 11) return void header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(BigInt(size), 128);
}

/** A file's header. */
export function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  const { name, prefix } = partName(path);
  header.write(name, 0, "utf8");
  header.write("0000600\u{0}0000000\u{0}0000000\u{0}", 100, "latin1");
  writeSize(header, size);
  header.write("00000000000\u{0}        0", 136, "latin1");
  header.write("ustar\u{0}00", 257, "latin1");
  header.write(prefix, 345, "utf8");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** A file's entry. @throws when its length differs from `size` */
export async function* tarFile(
  path: string,
  size: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield tarHeader(path, size);
  let left = size;
  for await (const piece of pieces) {
    left -= piece.byteLength;
    yield piece;
  }
  if (left !== 0) throw new Error(`${path} changed while it was read`);
  yield Buffer.alloc(padding(size));
}

export const tarEnd = (): Buffer => Buffer.alloc(2 * block);

/** Reads a stream in amounts of the reader's choice. */
class Reader {
  #held = Buffer.alloc(0);
  readonly #pieces: AsyncIterator<Uint8Array>;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Between one and `max` bytes. @throws at the end of the stream */
  async some(max: number): Promise<Buffer> {
    if (this.#held.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done) throw new Error("The archive ends in the middle");
      this.#held = Buffer.from(value);
    }
    const taken = this.#held.subarray(0, max);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; left -= parts.at(-1)!.length) parts.push(await this.some(left));
    return Buffer.concat(parts);
  }
}

const textAt = (header: Buffer, from: number, length: number) =>
  header.toString("utf8", from, from + length).split("\0", 1)[0]!;

function readHeader(header: Buffer): { path: string; size: number } {
  const stated = Number.parseInt(textAt(header, 148, 8), 8);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (stated !== sum || textAt(header, 257, 6) !== "ustar") throw new Error("This is not a backup of Joinery");
  const prefix = textAt(header, 345, 155);
  const size = header[124]! & 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8);
  return { path: (prefix ? `${prefix}/` : "") + textAt(header, 0, 100), size };
}

export type TarEntry = { path: string; size: number; pieces: AsyncIterable<Uint8Array> };

/** Iterates over an archive's files; unread contents are skipped. @throws for other formats and truncated archives */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new Reader(source);
  for (;;) {
    const header = await reader.exactly(block);
    if (header.every((byte) => byte === 0)) return;
    const { path, size } = readHeader(header);
    let left = size;
    async function* contents() {
      while (left > 0) {
        const piece = await reader.some(left);
        left -= piece.length;
        yield piece;
      }
    }
    const pieces = contents();
    yield { path, size, pieces };
    while (left > 0) left -= (await reader.some(left)).length;
    await reader.exactly(padding(size));
  }
}
