/** What the files of this folder are bundled or run with, by the names that they import. */

/** A function's handler, as `Deno.serve` and `export default` take it. */
export type Handler = (request: Request, info: HandlerInfo) => unknown;

export type HandlerInfo = {
  remoteAddr: { transport: "tcp"; hostname: string; port: number };
  waitUntil: (work: Promise<unknown>) => void;
};

/** One call of a function; `token` is the caller's Authorization header. `id` names it in logs. */
export type Call = { name: string; id?: string; appId: string; token: string | null };

/** Access to the app's own API, by paths of the app's host. */
export type Platform = { fetch(url: string, options: RequestInit): Promise<Response> };

/** What a function may do with environment variables. */
export type Environment = {
  get(key: string): string | undefined;
  has(key: string): boolean;
  toObject(): Record<string, string | undefined>;
  set(key: string, value: string): void;
  delete(key: string): void;
};

/** A function's module: a handler by `export default`, or none if it called `Deno.serve`. */
export type FunctionModule = { default?: Handler | { fetch: Handler } };
