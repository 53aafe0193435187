import "server-only";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import { acceptedEncodings, type Encoding, encodings } from "@/engines/encoding";

const prefix = "/_next/static/";
const folder = join(process.cwd(), ".next/static");
/** Precompressed files (`build.mjs`), named by file and encoding. */
const encodedFolder = join(process.cwd(), ".next/joinery/static");

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

let listed: Map<string, Encoding[]> | undefined;

/** Available encodings by path. Scanned once: a build does not change while it runs. */
function assets(): Map<string, Encoding[]> {
  if (listed) return listed;
  listed = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isFile() && Object.hasOwn(types, extname(path)))
      listed.set(
        path,
        encodings.filter((encoding) => existsSync(join(encodedFolder, `${path}.${encoding}`))),
      );
  }
  return listed;
}

/**
 * Sends a precompressed script or stylesheet of the builder's pages. Next would compress it anew for every browser,
 * with gzip only, and add the page's policy.
 * @returns whether there is such a file; everything else is Next's
 */
export async function sendAsset(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (!path.startsWith(prefix) || (request.method !== "GET" && request.method !== "HEAD")) return false;
  const name = path.slice(prefix.length);
  const kept = assets().get(name);
  if (!kept) return false;
  const accepted = acceptedEncodings(request.headers["accept-encoding"]?.toString());
  const encoding = accepted.find((one) => kept.includes(one));
  const body = await readFile(encoding ? join(encodedFolder, `${name}.${encoding}`) : join(folder, name));
  response.writeHead(200, {
    "content-type": types[extname(name)],
    "content-length": body.byteLength,
    ...(encoding && { "content-encoding": encoding }),
    vary: "accept-encoding",
    // File names are content hashes.
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
}
