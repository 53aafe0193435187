import type { RunEvent } from "@/features/runs/rules";
import type { RunEventName } from "@/features/runs/schema";

/** What the server wrote into the page. */
export type PageConfig = {
  appId: string;
  appName: string;
  mode: "preview" | "published";
  /** The tool that the address names; undefined is the list of the app's tools. */
  path?: string;
  /** Where members sign in, and where they see their account; undefined where there are none. */
  enter?: string;
  account?: string;
  /** Whether the server has a service that completes places. */
  hasPlaces?: boolean;
};

export const config = JSON.parse(document.getElementById("joinery-tool")?.textContent ?? "{}") as PageConfig;

const tokenKey = `joinery.token.${config.mode}`;
const sessionKey = "joinery.visitor";

/** A private window may refuse storage: what is kept then lasts as long as the page. */
const kept = new Map<string, string>();
function keep(key: string, value: string): void {
  kept.set(key, value);
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Kept in memory above.
  }
}
function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? kept.get(key) ?? null;
  } catch {
    return kept.get(key) ?? null;
  }
}

/** The builder's frame brings a token along, behind `#`. */
export function takeToken(): void {
  const given = /joinery-token=([\w-]+)/.exec(window.location.hash)?.[1];
  if (!given) return;
  keep(tokenKey, given);
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
}

/** Who an anonymous browser is: a key that nobody else can guess, so that its results stay its own. */
function session(): string {
  const found = read(sessionKey);
  if (found) return found;
  const bytes = window.crypto.getRandomValues(new Uint8Array(24));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(sessionKey, made);
  return made;
}

export type Issue = { field: string; message: string };

/** A refusal in the server's words, with the fields that it is about. */
export class CallError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly issues: Issue[] = [],
  ) {
    super(message);
  }
}

type Options = { body?: unknown; bytes?: Blob; signal?: AbortSignal };

const headersOf = ({ body, bytes }: Options): Record<string, string> => {
  const token = read(tokenKey);
  return {
    "x-session": session(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(bytes && { "content-type": "application/octet-stream" }),
  };
};

async function request(method: string, path: string, options: Options): Promise<Response> {
  const { body, bytes, signal } = options;
  const response = await fetch(path, {
    method,
    headers: headersOf(options),
    body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError("The server cannot be reached. Check the connection and try again.", "offline");
  });
  if (response.ok) return response;
  const value = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string; details?: { issues?: Issue[] } } }
    | undefined;
  const { code = "internal", message = "Something went wrong. Try again in a moment.", details } = value?.error ?? {};
  throw new CallError(message, code, details?.issues);
}

export async function call<T>(method: string, path: string, options: Options = {}): Promise<T> {
  return (await request(method, path, options)).json() as Promise<T>;
}

export const appPath = (path: string) => `/api/apps/${config.appId}${path}`;
export const toolPath = (path: string, rest = "") => appPath(`/tools/${encodeURIComponent(path)}${rest}`);
export const memoriesPath = `/api/live_api/user/memories/current?appId=${config.appId}`;

const againMs = 1_500;

/**
 * Follows a run's events from a number on, and takes them up again where the connection was lost. EventSource cannot
 * carry a token or a session.
 */
export async function followEvents(
  path: string,
  after: number,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let last = after;
  while (!signal.aborted) {
    try {
      const response = await request("GET", `${path}?after=${last}`, { signal });
      for await (const { id, event, data } of eventsIn(response.body!)) {
        last = id;
        onEvent({ event, data });
        if (event === "done") return;
      }
    } catch (error) {
      if (signal.aborted || (error instanceof CallError && error.code !== "offline")) return;
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

type Told = { id: number; event: RunEventName; data: Record<string, unknown> };

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const pieces = (text + value).split("\n\n");
    text = pieces.pop() ?? "";
    for (const piece of pieces) {
      const event = /^event: (.*)$/m.exec(piece)?.[1];
      const data = /^data: (.*)$/m.exec(piece)?.[1];
      if (event && data)
        yield {
          id: Number(/^id: (.*)$/m.exec(piece)?.[1] ?? 0),
          event: event as RunEventName,
          data: JSON.parse(data) as Record<string, unknown>,
        };
    }
  }
}
