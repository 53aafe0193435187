/** The module that engines/functions/config.ts writes for each app. */
import type { FunctionModule } from "./types";

export const appId: string;
export const functions: Record<string, () => Promise<FunctionModule>>;
