import "server-only";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dependencyAsset } from "@/engines/bundler/dependencies";
import { scriptHashes } from "@/engines/bundler/html";
import { assetPrefix, type Build, dependencyPrefix } from "@/engines/bundler/schema";
import { workerFolder } from "@/engines/smoke/bundle-app";
import type { SampleRow } from "@/engines/smoke/sample-rows";

/** Where the app is in the browser. No such host is ever asked: its requests are answered from memory. */
export const origin = "https://app.example";

export type PageRequest = { url: string; method: string; postData?: string };
type PageAnswer = { status: number; contentType: string; bytes: Uint8Array; policy?: string };

type StubFetch = (
  rows: Record<string, SampleRow[]>,
  state: { pending: number },
) => (input: string, init: { method: string; body?: string }) => Promise<Response>;

/** The API's stub of mounted pages. Loaded by its path: it is no part of the server's bundle. */
async function loadStub(): Promise<StubFetch> {
  const address = pathToFileURL(join(workerFolder, "stub.js")).href;
  return ((await import(/* turbopackIgnore: true */ /* @vite-ignore */ address)) as { stubFetch: StubFetch }).stubFetch;
}

/** Stands for uploads of sample rows. */
const placeholder = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" fill="#d5d9e0"/><path d="M0 200 110 95l60 60 45-40 105 85z" fill="#b3bac6"/><circle cx="235" cy="60" r="22" fill="#eef0f3"/></svg>`;

const textAnswer = (text: string, contentType: string, status = 200): PageAnswer => ({
  status,
  contentType,
  bytes: Buffer.from(text),
});

/** A second line behind the browser's flags: what the page may load and connect to. */
const policyOf = (html: string) =>
  `default-src 'self' data: blob:; script-src 'self' ${scriptHashes(html).join(" ")}; style-src 'self' 'unsafe-inline'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'`;

/**
 * Answers what a page asks for, from an app's build and sample rows. Nothing is fetched, stored or sent.
 * @returns undefined for what it may not have
 */
export async function servePage(build: Build, rows: Record<string, SampleRow[]>) {
  const state = { pending: 0 };
  const api = (await loadStub())(rows, state);
  const answer = async ({ url, method, postData }: PageRequest): Promise<PageAnswer | undefined> => {
    const address = new URL(url);
    if (address.origin !== origin) return undefined;
    const { pathname } = address;
    if (pathname.startsWith("/api/") || pathname.startsWith("/functions/")) {
      const response = await api(url, { method, ...(postData !== undefined && { body: postData }) });
      return {
        status: response.status,
        contentType: "application/json",
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    }
    if (pathname.startsWith("/files/")) return textAnswer(placeholder, "image/svg+xml");
    const asset = pathname.startsWith(dependencyPrefix) ? await dependencyAsset(pathname) : build.assets.get(pathname);
    if (asset) return { status: 200, ...asset };
    if (pathname.startsWith(assetPrefix) || /\.\w+$/.test(pathname)) return textAnswer("", "text/plain", 404);
    return { ...textAnswer(build.html, "text/html; charset=utf-8"), policy: policyOf(build.html) };
  };
  return { answer, isIdle: () => state.pending === 0 };
}
