import "server-only";
import type { ModelMessage } from "ai";
import type { Earlier, ModelRequest } from "@/engines/model/schema";
import { type AppModel, isGenericName, readModel } from "./model/app-model";
import { createDraft } from "./draft/draft";
import { guardFields } from "./draft/guard-fields";
import { listed } from "./language/inflect";
import { nameSaid } from "./first/names/name-said";
import { startOver } from "./start-over";
import { understand } from "./understand";
import { type Undo, undoIn } from "./undo";
import { takeBack } from "./take-back";
import { changesOf } from "./write/changes";

export function textOf({ content }: ModelMessage): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" ? part.text : ""))
    .filter(Boolean)
    .join("\n");
}

/** Attachments are left out, which is said: what they hold cannot be read by fixed rules. */
function unreadFiles({ content }: ModelMessage): string[] {
  const names =
    typeof content === "string" ? [] : content.flatMap((part) => (part.type === "file" && part.filename) || []);
  if (names.length === 0) return [];
  const hint = names.some((name) => /\.csv$/i.test(name))
    ? " Once there is a table for it, a CSV file can be imported in the Database panel by “Import CSV”."
    : "";
  return [
    `I cannot read attached files without an AI model, so I left ${listed(names.map((name) => `“${name}”`))} out.${hint}`,
  ];
}

/** @param earlier the app before its last changes, where the message wants one of them taken back */
export type Asked = Pick<ModelRequest, "messages" | "workspace"> & { earlier?: Earlier | undefined };

/** What the last message wants taken back. */
export const undoAsked = ({ messages, workspace }: Asked): Undo | undefined =>
  undoIn(textOf(messages.at(-1)!), isEmpty(readModel(workspace.files, workspace.appName).model)).undo;

const isEmpty = ({ entities, pages }: AppModel) => entities.length === 0 && pages.length === 0;

/** The interpretation of a message, with the resulting changes. */
export function replyTo({ messages, workspace, earlier }: Asked, today: Date) {
  const said = messages.filter(({ role }) => role === "user").map(textOf);
  const { files: now, appName } = workspace;
  const standing = readModel(now, appName);
  const { undo, rest: text } = undoIn(said.at(-1) ?? "", isEmpty(standing.model));
  const back = undo && takeBack(undo, earlier, { files: now, ...standing }, appName);
  const files = back?.files ?? now;
  const { model, isForeign } = back?.files ? readModel(files, appName) : standing;
  const isNew = isEmpty(model);
  const draft =
    undo && text === ""
      ? createDraft(model, undefined, workspace.person)
      : (startOver(text, model, said[0]) ??
        // A new app's name was taken from this message, and tells nothing of what was understood.
        understand(text, isNew ? { ...model, name: "" } : model, said.slice(0, -1), workspace.person));
  if (back?.answer) draft.answers.unshift(back.answer);
  if (isNew && !isGenericName(appName) && !nameSaid(text)) draft.model.name = appName;
  if (draft.model.name === "") draft.model.name = model.name;
  guardFields(model, draft);
  draft.skipped.push(...unreadFiles(messages.at(-1)!));
  const { changes, notes } = changesOf(model, draft, files, isForeign, today);
  if (changes.length === 0 && draft.done.length > 0) {
    draft.already.push(`The app is like that already, so I changed nothing. (${draft.done.join(" ")})`);
    draft.done = [];
  }
  return { draft, undone: back?.undone, changes: [...(back?.changes ?? []), ...changes], notes, isNew };
}
