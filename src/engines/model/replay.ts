import "server-only";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { noUsage } from "./no-usage";
import { ModelError, type ModelProvider } from "./schema";

/** A recorded reply: its chunks and how it ended. */
const recordingSchema = z.object({
  match: z.string().optional(),
  pieces: z.array(z.string()),
  finish: z.enum(["stop", "length", "content-filter", "error"]).default("stop"),
  delayMs: z.number().min(0).max(10_000).default(0),
});

/**
 * Replays recorded replies, for tests and demonstrations. MODEL_NAME names a file of JSON lines with `pieces`, and
 * optionally `match` (text that the last message must contain), `finish` and `delayMs` between pieces.
 */
export function replayProvider(file: string | undefined): ModelProvider {
  return {
    name: "replay",
    async *stream({ messages, signal }) {
      if (!file) throw new ModelError("Set MODEL_NAME to the file of recorded replies", { retryable: false });
      const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
      const recordings = lines.map((line) => recordingSchema.parse(JSON.parse(line)));
      const said = JSON.stringify(messages.at(-1)?.content ?? "");
      const found =
        recordings.find(({ match }) => match !== undefined && said.includes(match)) ??
        recordings.find(({ match }) => match === undefined);
      if (!found) throw new ModelError("No recorded reply matches this message", { retryable: false });
      for (const text of found.pieces) {
        if (found.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, found.delayMs));
        if (signal.aborted) throw new ModelError("Stopped", { retryable: false });
        yield { kind: "text", text };
      }
      if (found.finish === "error")
        throw new ModelError("The model service failed in the middle of its answer", { retryable: false });
      yield { kind: "finish", reason: found.finish, usage: noUsage("replay", found.finish) };
    },
  };
}
