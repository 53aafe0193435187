// The browser's config.js, for functions: who called is told by the call, and nobody signs in or out here.
import { context } from "joinery:host";

export const config = { mode: "function" };
export const getToken = () => context.getStore()?.token?.replace(/^bearer\s+/i, "") ?? null;
export const setToken = () => undefined;
