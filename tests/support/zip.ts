import { crc32, deflateRawSync } from "node:zlib";

export type Parts = Record<string, string | Uint8Array>;

/** Sizes of the local and the central header before their names, in bytes. */
const [localBytes, centralBytes, endBytes] = [30, 46, 22];
/** 1 January 1980, the first day that a zip's date can tell. */
const firstDay = 0x21;

/** A zip of these files. Packed by Node and at its fastest: the bombs of the tests are 700 MB. */
export function zip(parts: Parts): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, part] of Object.entries(parts)) {
    const name = Buffer.from(path);
    const content = typeof part === "string" ? Buffer.from(part) : part;
    const packed = deflateRawSync(content, { level: 1 });
    // Both headers have these fields in common, from the version that reads it to the length of the name.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4); // deflate
    shared.writeUInt16LE(firstDay, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.alloc(localBytes);
    local.write("PK\x03\x04", "latin1");
    shared.copy(local, 4);
    const central = Buffer.alloc(centralBytes);
    central.write("PK\x01\x02", "latin1");
    central.writeUInt16LE(20, 4);
    shared.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    locals.push(local, name, packed);
    centrals.push(central, name);
    offset += localBytes + name.length + packed.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(endBytes);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(centrals.length / 2, 8);
  end.writeUInt16LE(centrals.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
