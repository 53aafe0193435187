import "server-only";
import { noUsage } from "@/engines/model/no-usage";
import type { ModelEvent, ModelProvider, ModelRequest } from "@/engines/model/schema";
import { writePlan } from "@/engines/protocol/plan";
import { stepMax } from "@/engines/protocol/schema";
import { type Asked, replyTo, textOf, undoAsked } from "./reply";
import { splitRequest } from "./split-request";
import type { Change } from "./write/changes";

const pieceLength = 400;

const name = "offline";
/** What usage names as the model of a reply that was built without one. */
export const offlineModel = "Joinery offline builder";

const escaped = (value: string) =>
  value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function tag({ type, file, title, body, read, write }: Change, id: string): string {
  const access = read && write ? ` read="${read}" write="${write}"` : "";
  return `<action type="${type}" file="${escaped(file)}" title="${escaped(title)}" id="${id}"${access}>\n${body === "" ? "" : `${body}\n`}</action id="${id}">\n`;
}

type Reply = ReturnType<typeof replyTo>;

const bullets = (heading: string, lines: string[]) =>
  lines.length > 0 ? `${heading}\n${lines.map((line) => `- ${line}`).join("\n")}\n\n` : "";

/** Prose before the actions: what was understood, assumed and skipped. */
function proseOf({ draft, undone, notes, isNew }: Reply): string {
  const { model, done, assumed } = draft;
  const answers = [...draft.answers, ...draft.already];
  const unique = (lines: string[]) => [...new Set(lines)];
  const opening =
    isNew && done.length > 0
      ? `Here is **${model.name}**, with ${model.pages.length === 1 ? "one page" : `${model.pages.length} pages`}.\n\n`
      : "";
  const nothing = !undone && done.length + answers.length + draft.replaced.length === 0;
  return [
    undone ? bullets(undone.heading, undone.lines) : "",
    opening,
    answers.length > 0 ? `${unique(answers).join("\n\n")}\n\n` : "",
    bullets(isNew ? "What it keeps:" : "What I did:", unique(done)),
    bullets("What I assumed:", unique(assumed)),
    bullets("What I did not do:", unique([...draft.skipped, ...draft.unclear])),
    bullets("About your files:", unique(notes)),
    nothing
      ? "I build without an AI model and understand plain requests such as “add a phone number to contacts”, “make status a dropdown with new, won, lost”, “add a dashboard”, “only admins can edit deals” or “add 20 sample contacts”.\n\n"
      : "",
  ].join("");
}

/** The complete reply: prose and tags. Pure: deterministic for messages, files and day. */
export function composeReply(asked: Asked, today: Date): string {
  const reply = replyTo(asked, today);
  const { changes } = reply;
  const prose = proseOf(reply);
  const tags = changes.map((change, at) => tag(change, `o${at + 1}`)).join("");
  return tags === "" ? prose.trimEnd() : `${prose}${tags}`;
}

/** The reply to a person who wants a plan first: steps that it has tried out, or the request as the only one. Changes nothing. */
function composePlan(asked: Asked, today: Date): string {
  const reply = replyTo(asked, today);
  const { draft, changes } = reply;
  if (changes.length === 0) return proseOf(reply).trimEnd();
  const said = textOf(asked.messages.at(-1)!);
  const steps = splitRequest(asked, said, today);
  if (steps.length > 0)
    return `I can do this in ${steps.length} steps.\n\n${writePlan({ title: draft.model.name, steps })}`;
  const step = inOneLine(said);
  if (step.length > stepMax)
    return `This is one piece of work of ${said.length} characters, and a step of a plan has at most ${stepMax}. Send it again with “Plan first” switched off.`;
  // What the step will do, which the message's lines may have said in another way.
  const { draft: one, undone } = step === said ? reply : replyTo({ ...asked, messages: withText(asked, step) }, today);
  return [
    "I can do this in one step.\n\n",
    bullets("What I would do:", [...(undone ? [undone.heading.replace(/^Undid/, "Undo")] : []), ...new Set(one.done)]),
    bullets("What I would not do:", [...new Set([...one.skipped, ...one.unclear])]),
    writePlan({ title: one.model.name, steps: [step] }),
  ].join("");
}

/** A step of a plan is one line: the lines of a message become sentences, and those of a list its members. */
const inOneLine = (text: string): string =>
  text
    .trim()
    .replace(/:[ \t]*\n\s*(?:[-*•]|\d+[.)])\s+/g, ": ")
    .replace(/([^\s.,;:!?])[ \t]*\n\s*(?=(?:[-*•]|\d+[.)])\s)/g, "$1; ")
    .replace(/([^\s.,;:!?])[ \t]*\n\s*/g, "$1. ")
    .replace(/\s+/g, " ")
    .replace(/([;.]) (?:[-*•]|\d+[.)]) /g, "$1 ");

const withText = ({ messages }: Asked, content: string): Asked["messages"] => [
  ...messages.slice(0, -1),
  { role: "user", content },
];

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });

/**
 * The offline builder as a model provider: interprets the last message by fixed rules and streams the platform's action
 * tags.
 * @param durationMs of a long reply, so that people can watch it being written; 0: all at once
 */
export const offlineProvider = (durationMs: number): ModelProvider => ({
  name,
  async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
    const undo = undoAsked(request);
    const earlier = undo && (await request.workspace.earlier?.(undo.count));
    const asked = { ...request, earlier };
    const reply = request.isPlanFirst ? composePlan(asked, new Date()) : composeReply(asked, new Date());
    const pieces = Math.max(1, Math.ceil(reply.length / pieceLength));
    const started = Date.now();
    for (let piece = 0; piece < pieces; piece++) {
      if (request.signal.aborted) {
        yield { kind: "finish", reason: "aborted", usage: noUsage(offlineModel, "aborted") };
        return;
      }
      yield { kind: "text", text: reply.slice(piece * pieceLength, (piece + 1) * pieceLength) };
      const due = started + (durationMs * (piece + 1)) / Math.max(pieces, 40);
      if (due > Date.now()) await pause(due - Date.now(), request.signal);
    }
    yield { kind: "finish", reason: "stop", usage: noUsage(offlineModel, "stop") };
  },
});
