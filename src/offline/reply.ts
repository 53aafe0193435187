import "server-only";
import type { ModelMessage } from "ai";
import type { ModelRequest } from "@/engines/model/schema";
import { isGenericName, readModel } from "./model/app-model";
import { nameSaid } from "./read/first/names/name-said";
import { startOver } from "./read/start-over";
import { understand } from "./read/understand";
import { changesOf } from "./write/changes";

export function textOf({ content }: ModelMessage): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" ? part.text : ""))
    .filter(Boolean)
    .join("\n");
}

export type Asked = Pick<ModelRequest, "messages" | "workspace">;

/** The interpretation of a message, with the resulting changes. */
export function replyTo({ messages, workspace }: Asked, today: Date) {
  const said = messages.filter(({ role }) => role === "user").map(textOf);
  const text = said.at(-1) ?? "";
  const { model, isForeign } = readModel(workspace.files, workspace.appName);
  const isNew = model.entities.length === 0 && model.pages.length === 0;
  const draft = startOver(text, model, said[0]) ?? understand(text, model, said.slice(0, -1), workspace.person);
  if (isNew && !isGenericName(workspace.appName) && !nameSaid(text)) draft.model.name = workspace.appName;
  const { changes, notes } = changesOf(model, draft, workspace.files, isForeign, today);
  if (changes.length === 0 && draft.done.length > 0) {
    draft.already.push(`The app is like that already, so I changed nothing. (${draft.done.join(" ")})`);
    draft.done = [];
  }
  return { draft, changes, notes, isNew };
}
