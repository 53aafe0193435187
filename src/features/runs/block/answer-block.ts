import "server-only";
import type { FilePart } from "ai";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { log } from "@/engines/log";
import { openModel } from "@/engines/model/open";
import { ModelError, type ModelUsage } from "@/engines/model/schema";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import type { EntitySet } from "@/features/rows/entity";
import { citedIn } from "@/features/retrieval/cite";
import type { Passage } from "@/features/retrieval/schema";
import { bookUsage, checkBudget } from "@/features/usage/spend";
import { newId } from "@/db/id";
import { templateValues } from "../tool/check-fields";
import { Scope } from "@/engines/template/evaluate";
import { lookUp } from "./look-up";
import { ExpressionError } from "@/engines/template/parse";
import { type BlockQuestion, messagesOf, questionOf } from "./prompt";
import { isEmptyBlock, readBlock } from "./read-block";
import { renderTemplate } from "@/engines/template/render";
import type { BlockType } from "@/features/tools/schema";
import { answerMax, type BlockDefinition, type FieldValue, type RunBlock } from "../schema";
import type { RunRow } from "../store";

/** What answering a block takes, the same for all blocks of a run. */
export type Answering = {
  platform: Platform;
  owned: OwnedApp;
  /** The visitor's own view of the app's rows. */
  visited: VisitedApp;
  entities: () => Promise<EntitySet>;
  ownerId: string;
  row: RunRow;
  /** What was entered, with earlier results as their texts. */
  values: Record<string, FieldValue>;
  photos: FilePart[];
  context: Passage[];
  signal: AbortSignal;
};

export type Closing = Pick<RunBlock, "status" | "text"> & Partial<RunBlock>;

/** What a block says that nobody can answer here. */
export const noModelWords =
  "Only an AI model can answer this part, and none is connected. Nothing was made up in its place.";
const cutWords = "This answer was too long, and ends in the middle";
const emptyWords = "The answer came back empty";
/** What an answer without its type's part is missing. Text is any text. */
const missingWords: Record<BlockType, string> = {
  text: emptyWords,
  table: "The answer came back without a table",
  list: "The answer came back without a list",
  checklist: "The answer came back without a checklist",
  cards: "The answer came back without cards",
  image: "The answer came back without a picture",
  chart: "The answer came back without numbers for a chart",
};
const troubleWords = "The answer could not be made right now. Try again in a moment.";

/** Whether a block is computed: from a template or from the app's own rows. */
export const isComputed = ({ template, source }: BlockDefinition): boolean =>
  template !== undefined || source !== undefined;

/**
 * Answers one block, whole or in words why not; a stop is thrown on.
 * @param onText gets the answer piece by piece, where it comes in pieces
 */
export async function answerBlock(
  answering: Answering,
  block: BlockDefinition,
  answered: RunBlock[],
  onText: (text: string) => void,
): Promise<Closing> {
  if (isComputed(block)) return compute(answering, block);
  const { row, values, context, platform } = answering;
  const { definition, input } = row;
  const question = questionOf(definition, block, { input, values, answered, context });
  const prompt = `${question.instructions}\n\n${question.content}`;
  if (platform.env.MODEL_PROVIDER === "offline")
    return { status: "unanswered", text: "", message: noModelWords, prompt };
  try {
    const { text, isCut } = await askModel(answering, question, onText);
    const isEmpty = isEmptyBlock(readBlock(block.type, text));
    if (isEmpty) {
      const message = text.trim() === "" ? emptyWords : missingWords[block.type];
      return { status: "failed", text, message, prompt };
    }
    const sources = citedIn(text, context);
    return {
      status: "done",
      text,
      prompt,
      ...(isCut && { message: cutWords }),
      ...(sources.length > 0 && { sources }),
    };
  } catch (error) {
    if (answering.signal.aborted) throw error;
    log("warn", "tool-run", { appId: row.appId, runId: row.id, error });
    // What went wrong between us and a model's service, or what an owner may spend, is not for a tool's visitors.
    return { status: "failed", text: "", message: troubleWords, prompt };
  }
}

async function compute({ row, values, visited, entities }: Answering, block: BlockDefinition): Promise<Closing> {
  const { definition, input, createdAt } = row;
  const scope = new Scope(templateValues(definition, values, input, block.type !== "text"), createdAt);
  try {
    const text = block.source
      ? await lookUp(visited, await entities(), { source: block.source, type: block.type }, scope)
      : renderTemplate(block.template ?? "", scope);
    if (!isEmptyBlock(readBlock(block.type, text))) return { status: "done", text: text.slice(0, answerMax) };
    // No rows that fit is an answer.
    return block.source
      ? { status: "done", text: "", message: "Nothing fits what you entered" }
      : { status: "failed", text: "", message: "There is nothing to show for what you entered" };
  } catch (error) {
    if (error instanceof ExpressionError) return { status: "failed", text: "", message: error.message };
    if (error instanceof AppError) return { status: "failed", text: "", message: error.message };
    log("error", "tool-run", { appId: row.appId, runId: row.id, error });
    return { status: "failed", text: "", message: troubleWords };
  }
}

/** One call of the model, within the owner's budget and booked on the owner. */
export async function askModel(
  { platform, owned, ownerId, row, photos, signal }: Answering,
  question: BlockQuestion,
  onText: (text: string) => void,
): Promise<{ text: string; isCut: boolean }> {
  const { env } = platform;
  await checkBudget(owned.db, ownerId, env.MODEL_MONTHLY_USD_MAX);
  let text = "";
  let isCut = false;
  let usage: ModelUsage | undefined;
  try {
    const { modelTemperature, aiModel } = row.settings;
    const model = modelFor(env.MODEL_PROVIDER, aiModel);
    for await (const event of openModel(env).stream({
      instructions: question.instructions,
      messages: messagesOf(question, photos),
      workspace: { files: [], appName: row.definition.header },
      temperature: modelTemperature,
      signal,
      ...(model !== undefined && { model }),
    })) {
      if (event.kind === "finish") {
        usage = event.usage;
        isCut ||= event.reason === "length";
      }
      if (event.kind !== "text") continue;
      const piece = event.text.slice(0, answerMax - text.length);
      isCut ||= piece.length < event.text.length;
      if (piece === "") continue;
      text += piece;
      onText(piece);
    }
  } finally {
    if (usage) await bookUsage(owned, newId("t"), usage);
  }
  if (signal.aborted) throw new ModelError("Stopped", { retryable: false });
  return { text, isCut };
}

/** The settings name models as the router's public list does ("openai/gpt-4o-mini"). A service of one maker knows its own alone. */
export function modelFor(provider: string, aiModel: string | undefined): string | undefined {
  if (!aiModel) return undefined;
  if (provider === "openrouter") return aiModel;
  return aiModel.startsWith(`${provider}/`) ? aiModel.slice(provider.length + 1) : undefined;
}
