import "server-only";
import { askModel, type Answering } from "./answer-block";
import { validationQuestion } from "./prompt";
import type { RunBlock, Validation } from "../schema";

/**
 * Checks the blocks that ask for it. An answer that is not there fails by itself; what a person's words want of one
 * only a model can tell, and without one an answer that is there passes.
 */
export async function validateBlocks(
  answering: Answering,
  blocks: RunBlock[],
  tell: (id: string, validation: Validation) => void,
): Promise<void> {
  const { platform, row, signal } = answering;
  for (const block of blocks) {
    if (block.validation?.status !== "pending") continue;
    const definition = row.definition.blocks.find(({ id }) => id === block.id);
    if (block.status !== "done") {
      tell(block.id, { status: "failed", reason: "It was not answered" });
      continue;
    }
    if (!definition?.validation || platform.env.MODEL_PROVIDER === "offline") {
      tell(block.id, { status: "validated" });
      continue;
    }
    try {
      const said = await askModel(answering, validationQuestion(definition, block.text), () => undefined);
      tell(block.id, verdictOf(said.text));
    } catch (error) {
      if (signal.aborted) throw error;
      tell(block.id, { status: "failed", reason: uncheckedWords });
    }
  }
}

const uncheckedWords = "It could not be checked";

/** "OK", or "NOT OK: why". What is neither has checked nothing. */
function verdictOf(said: string): Validation {
  const [, verdict, reason = ""] = /^[\s*"'“]*(ok|not ok)\b[\s*"'”:.,–-]*(.*)/i.exec(said) ?? [];
  if (verdict === undefined) return { status: "failed", reason: uncheckedWords };
  return verdict.toLowerCase() === "ok" ? { status: "validated" } : { status: "failed", reason: reason.slice(0, 200) };
}
