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

/** Limit of errors in one request. */
const errorsMax = 50;

const autoFixSchema = z.object({ type: z.literal("autofix"), errors: z.array(issueSchema).catch([]) });

/** The errors that a message asks to fix automatically; undefined for a person's request. */
export const autoFixOf = ({ systemActionInfo }: Record<string, unknown>): Issue[] | undefined =>
  autoFixSchema.safeParse(systemActionInfo).data?.errors;

/** Result of an automatic fix: begun, nothing to fix, or refused as a loop. */
export type AutoFix = { kind: "begun" | "none" } | { kind: "loop"; wayBack: WayBack | undefined };

type Written = { versionId: string; checked: CheckedTurn } | undefined;

/**
 * Sends errors that a turn introduced and no fixer repairs back to the assistant, as a request that the chat shows as a
 * notice. Limited per request of the builder (setting) and to two attempts at the same errors. It never fails the turn
 * itself: without budget, or when a person's request comes first, errors are left to the error panel.
 * @param asked the errors that the turn was to fix, when it was an automatic fix itself
 * @param authorId the account whose request it was
 */
export async function beginAutoFix(
  platform: Platform,
  owned: OwnedApp,
  written: Written,
  asked: Issue[] | undefined,
  authorId: string | undefined,
): Promise<AutoFix> {
  const errors = errorsLeft(written, asked ?? []);
  const { MODEL_AUTO_FIXES: attemptsMax, MODEL_PROVIDER: provider } = platform.env;
  // The offline builder and replays are deterministic: they would repeat themselves.
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
    // Ever-changing errors are a loop too.
    if (byItself.length >= attemptsMax) return { kind: "loop", wayBack: wayBackOf(byItself[0]!.metadata) };
    await beginTurn(platform, owned, [{ type: "text", text: content }], {
      ...(authorId && { authorId }),
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
 * Errors that the turn introduced, and those that it was to fix and did not. A turn without changes leaves all of the
 * latter.
 */
function errorsLeft(written: Written, asked: Issue[]): Issue[] {
  if (!written) return asked;
  const { issues, older } = written.checked;
  const wanted = new Set(asked.map(issueKey));
  return [...issues, ...older.filter((issue) => wanted.has(issueKey(issue)))]
    .filter(({ severity }) => severity === "error")
    .slice(0, errorsMax);
}
