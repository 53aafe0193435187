import "server-only";
import { textsOnSite } from "../../description/plain/website";
import { addView } from "../../draft/compose";
import type { Draft } from "../../draft/draft";

/** Adds the pages of text that a first message asks of a website: opening hours, how to find it. */
export function addTexts(draft: Draft, message: string): void {
  if (draft.model.purpose !== "site") return;
  for (const { title, text } of textsOnSite(message)) {
    addView(draft, { title, kind: "text", text });
    draft.assumed.push(`The page “${title}” has a text to replace: say “set the text of the ${title} page to …”.`);
  }
}
