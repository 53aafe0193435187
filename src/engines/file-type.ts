/** Types that a browser may render; everything else is a download. */
const images: [type: string, magic: number[]][] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46]],
];

/** Bytes sniffed to tell whether a file is text. */
const headBytes = 4_000;

/**
 * The type by content, never by what the caller claims: an image by its magic bytes, text when it is UTF-8, else
 * unknown.
 */
export function typeOfBytes(bytes: Uint8Array): string {
  for (const [type, magic] of images) if (magic.every((byte, index) => bytes[index] === byte)) return type;
  if (bytes[0] === 0x25 && bytes[1] === 0x50 && bytes[2] === 0x44 && bytes[3] === 0x46) return "application/pdf";
  try {
    // stream: the sample may end within a character.
    return new TextDecoder("utf-8", { fatal: true })
      .decode(bytes.subarray(0, headBytes), { stream: bytes.length > headBytes })
      .includes("\0")
      ? "application/octet-stream"
      : "text/plain";
  } catch {
    return "application/octet-stream";
  }
}
