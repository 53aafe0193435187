import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Env } from "@/engines/env";
import { findModel } from "./rates";
import { modelName } from "./sdk";

/** Services whose models all take pictures. */
const seeing: Env["MODEL_PROVIDER"][] = ["anthropic", "openai"];

const listMs = 1_000;

/** Whether the configured model takes pictures: as MODEL_VISION says, else by the model list, else by its service. */
export async function canSee(env: Env): Promise<boolean> {
  const name = modelName(env);
  if (env.MODEL_PROVIDER === "offline" || env.MODEL_PROVIDER === "replay" || name === undefined) return false;
  if (env.MODEL_VISION !== "auto") return env.MODEL_VISION === "on";
  // The list may be slow to come or out of reach, and a turn begins without it.
  const listed = await Promise.race([findModel(env.MODELS_URL, name), setTimeout(listMs, undefined, { ref: false })]);
  return listed?.canSee ?? seeing.includes(env.MODEL_PROVIDER);
}
