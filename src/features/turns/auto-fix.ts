import "server-only";
import { z } from "zod";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import type { CheckedTurn } from "@/features/validation/check-turn";
import { issueKey } from "@/features/validation/rules";
import { type Issue, issueSchema } from "@/engines/detect/schema";
import { beginTurn } from "./begin";
import { checkFixLoop, wayBackOf } from "./fix-loop";
import { fixMessage } from "./resolve-errors";
import type { WayBack } from "./schema";
import { listMessages } from "./store";

/** More errors than a model needs to see what went wrong. */
const errorsMax = 50;

const autoFixSchema = z.object({ type: z.literal("autofix"), errors: z.array(issueSchema).catch([]) });

/** The errors that a message asks to fix by itself; undefined where a person asks for something. */
export const autoFixOf = ({ systemActionInfo }: Record<string, unknown>): Issue[] | undefined =>
  autoFixSchema.safeParse(systemActionInfo).data?.errors;

/** What became of an automatic fix: it was begun, there was nothing to fix, or it would have gone in circles. */
export type AutoFix = { kind: "begun" | "none" } | { kind: "loop"; wayBack: WayBack | undefined };

type Written = { versionId: string; checked: CheckedTurn } | undefined;

/**
 * Errors that a turn brought and no fixer mends go back to the assistant by themselves, as a request that the chat
 * shows as a notice. At most so often after one request of the builder's as the settings say, and never a third time
 * for the same errors. It never takes the turn's own work with it: without budget, or when somebody asks for something
 * first, the errors are left to the error panel.
 * @param asked the errors that the turn was to fix, when it was an automatic fix itself
 */
export async function beginAutoFix(
  platform: Platform,
  owned: OwnedApp,
  written: Written,
  asked?: Issue[],
): Promise<AutoFix> {
  const errors = errorsLeft(written, asked ?? []);
  const { MODEL_AUTO_FIXES: attemptsMax, MODEL_PROVIDER: provider } = platform.env;
  // The offline builder and a replay would say the same once more.
  if (errors.length === 0 || attemptsMax === 0 || provider === "offline" || provider === "replay")
    return { kind: "none" };
  const content = fixMessage(
    errors.map(({ message, path, line, componentName }) => ({
      title: message,
      details: `${path}:${line}`,
      componentName,
    })),
  );
  try {
    const attempt = await checkFixLoop(owned, content, written?.versionId);
    const requests = (await listMessages(owned)).filter(({ role }) => role === "user");
    const byItself = requests.slice(requests.findLastIndex(({ metadata }) => autoFixOf(metadata) === undefined) + 1);
    // Always other errors are a loop too, only a longer one.
    if (byItself.length >= attemptsMax) return { kind: "loop", wayBack: wayBackOf(byItself[0]!.metadata) };
    await beginTurn(platform, owned, [{ type: "text", text: content }], {
      systemActionInfo: { type: "autofix", ...attempt, errors },
    });
    return { kind: "begun" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.reason === "fix-loop"
      ? { kind: "loop", wayBack: error.details as WayBack | undefined }
      : { kind: "none" };
  }
}

/**
 * What a turn brought, and of what it was to fix whatever is still there. An answer without a change leaves all of
 * that.
 */
function errorsLeft(written: Written, asked: Issue[]): Issue[] {
  if (!written) return asked;
  const { issues, older } = written.checked;
  const wanted = new Set(asked.map(issueKey));
  return [...issues, ...older.filter((issue) => wanted.has(issueKey(issue)))]
    .filter(({ severity }) => severity === "error")
    .slice(0, errorsMax);
}
