import "server-only";
import { newId } from "@/db/id";
import type { Account } from "@/api/actor";
import { fence } from "@/engines/model/fence";
import { openModel } from "@/engines/model/open";
import type { Platform } from "@/engines/platform";
import { fieldTypesOf } from "@/features/plans/rules";
import { standingOf } from "@/features/plans/store";
import { bookCall, checkBudget } from "@/features/usage/spend";
import { AppError } from "@/errors";
import { asksForTool, composeTool as composeOffline } from "@/offline/compose-tool";
import { changeTool } from "./change-tool";
import { composeInstructions, readAnswer } from "./compose-answer";
import { readField } from "./read-field";
import { blankDefinition, type ComposeNotes, type Definition, type FieldType } from "../schema";

/** A whole tool: its title, and what replaces the definition that was there. */
export type Composed = {
  header: string;
  definition: Definition;
  notes: ComposeNotes;
  icon: { name: string; tone: string } | undefined;
};

type Wish = {
  sentence: string;
  /** The tool that is to be changed, as a model sees it; undefined for a new one. */
  current?: { header: string; definition: Definition } | undefined;
  appId?: string;
  /** "offline": by rules, whatever model there is. */
  builder?: "offline";
  /** Ends the asking of a model. */
  signal?: AbortSignal;
};

/** Answers of a model that are asked for: the second knows what was wrong with the first. */
const triesMax = 2;
const answerMs = 90_000;

/** Whether a model makes tools, which takes its time: without one they are made at once. */
export const asksModel = ({ env }: Platform): boolean => env.MODEL_PROVIDER !== "offline";

/** Whether a request for an app is better answered by a tool: without a model no app calculates anything. */
export const suitsTool = (platform: Platform, account: Account, sentence: string): boolean =>
  !asksModel(platform) &&
  asksForTool(sentence, (words) => madeField(words, fieldTypesOf(standingOf(platform.env, account))));

/**
 * A whole tool by a sentence: by the model, or with none by the rules of the offline builder. Nothing is stored.
 * @throws tool-not-understood, usage-cap
 */
export async function composeTool(platform: Platform, account: Account, wish: Wish): Promise<Composed> {
  const types = fieldTypesOf(standingOf(platform.env, account));
  const isOffline = wish.builder === "offline" || !asksModel(platform);
  const changed =
    isOffline && wish.current && changeTool(wish.sentence, wish.current, (words) => madeField(words, types));
  if (changed) {
    // Nothing to store: the builder hears why.
    if (changed.notes.made.length === 0)
      throw new AppError("tool-not-understood", undefined, `Nothing was changed. ${changed.notes.left.join(". ")}`);
    return { ...changed, icon: undefined };
  }
  if (isOffline) return byRules(wish.sentence, types);
  const answered = await byModel(platform, account, wish, types);
  if (answered) return answered;
  const made = byRules(wish.sentence, types);
  const words = "The model's answer could not be used, so this was made by rules, without it";
  return { ...made, notes: { ...made.notes, assumed: [words, ...made.notes.assumed] } };
}

/** A field from a few words, as the offline builder takes it. */
export function madeField(words: string, types: readonly FieldType[]) {
  const { name, label, type, required, personal, optionsConfig, min, max } = readField(words, types) ?? {};
  if (name === undefined || label === undefined || type === undefined) return undefined;
  return {
    name,
    label,
    type,
    ...(required && { required }),
    ...(personal && { personal }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(optionsConfig && { optionsConfig }),
  };
}

function byRules(sentence: string, types: readonly FieldType[]): Composed {
  const { isUnderstood, tool, notes, icon } = composeOffline(sentence, (words) => madeField(words, types));
  if (!isUnderstood) throw new AppError("tool-not-understood");
  const { header, fields, ...definition } = tool;
  // Types that the plan or role does not include are asked for as a text.
  const allowed = fields.map((field) => (types.includes(field.type) ? field : { ...field, type: "text" as const }));
  return { header, icon, notes, definition: { ...blankDefinition, ...definition, fields: allowed } };
}

async function byModel(
  { env, db }: Platform,
  account: Account,
  { sentence, current, appId = "", signal }: Wish,
  types: readonly FieldType[],
): Promise<Composed | undefined> {
  const asked = current
    ? `The tool as it is:\n${fence("app", JSON.stringify(current))}\n\nWhat its builder wants it to be: ${sentence}`
    : sentence;
  const messages: { role: "user" | "assistant"; content: string }[] = [{ role: "user", content: asked }];
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    await checkBudget(db, account.id, env.MODEL_MONTHLY_USD_MAX);
    let text = "";
    const request = {
      instructions: composeInstructions(types),
      messages,
      workspace: { files: [], appName: current?.header ?? "" },
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), ...(signal ? [signal] : [])]),
    };
    try {
      for await (const event of openModel(env).stream(request)) {
        if (event.kind === "text") text += event.text;
        if (event.kind === "finish")
          await bookCall(db, { accountId: account.id, callId: newId("t"), appId }, event.usage);
      }
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
    const read = readAnswer(text, types);
    if ("composed" in read) return { ...read.composed, icon: undefined };
    messages.push(
      { role: "assistant", content: text },
      { role: "user", content: `This cannot be used: ${read.issue}. Answer with the whole corrected JSON object.` },
    );
  }
  return undefined;
}
