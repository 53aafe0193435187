import type { AsyncLocalStorage } from "node:async_hooks";

export type Handler = (request: Request, info: object) => unknown;
export const context: AsyncLocalStorage<{ name: string; appId: string; token: string | null }>;
export const handlers: Map<string, Handler>;
export const platform: { fetch(url: string, options: RequestInit): Promise<Response> };
