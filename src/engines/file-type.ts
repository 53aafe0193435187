/** Types that a browser may render; everything else is a download. */
const images: [type: string, magic: RegExp][] = [
  ["image/png", /^\x89PNG/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  // RIFF holds sound (WAVE) and video (AVI) too: its form says which.
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/** Bytes sniffed to tell whether a file is text. */
const headBytes = 4_000;

/**
 * The type by content, never by what the caller claims: an image by its magic bytes, text when it is UTF-8, else
 * unknown.
 */
export function typeOfBytes(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  for (const [type, magic] of images) if (magic.test(head)) return type;
  if (head.startsWith("%PDF")) return "application/pdf";
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
