import "server-only";
import { formOf } from "../../model/visitor-pages";
import { formsOnSite, textsOnSite } from "../../rephrase/website";
import { addView } from "../../draft/compose";
import { type Draft, manyOf } from "../../draft/draft";

/** Adds the pages that a first message asks of a website besides its lists: forms, and texts such as opening hours. */
export function addParts(draft: Draft, message: string): void {
  if (draft.model.purpose !== "site") return;
  const { model } = draft;
  const forms = formsOnSite(message);
  for (const entity of model.entities.filter((one) => forms.includes(manyOf(one).toLowerCase())))
    if (!model.pages.some((page) => page.entity === entity.name && (page.kind === "form" || page.form === "slots")))
      formOf(model, entity);
  for (const { title, text } of textsOnSite(message)) {
    addView(draft, { title, kind: "text", text });
    draft.assumed.push(`The page “${title}” has a text to replace: say “set the text of the ${title} page to …”.`);
  }
}
