import "server-only";
import { readClause } from "./change/read-clause";
import type { Brief } from "./description/brief/brief";
import type { Features } from "./description/software/features-said";
import { type Draft, notDone } from "./draft/draft";
import { findEntity } from "./draft/resolve";
import { listed, wordsOf } from "./language/inflect";
import type { AppModel } from "./model/app-model";

// What the description of a new app asks for besides its tables, as requests that the readers of changes carry out.

/** What a list of features asked for besides rows and fields: views that the app has not got yet, and what lies outside of it. */
export function addFeatures({ wishes, outside, roles, stack }: Features, draft: Draft): void {
  if (draft.model.entities.length === 0) return;
  for (const wish of new Set(wishes)) readClause(wish, draft);
  if (outside.length > 0)
    draft.skipped.push(
      `${listed(outside.map((what) => `“${what}”`))}: what reaches outside of the app needs a function, which I do not write. Functions are files in “Edit Code”.`,
    );
  if (roles.length > 0)
    draft.skipped.push(
      `${listed(roles.map((what) => `“${what}”`))}: people of an app are members or admins, so I made no other roles. Say who may see or change what, as in “only admins can edit orders”.`,
    );
  const others = stack.filter(
    (name) => !/^(?:react|tailwind ?(?:css)?|typescript|javascript|local state|mock data)$/i.test(name),
  );
  if (others.length > 0)
    draft.skipped.push(`Apps are made with React and keep their rows in Joinery, so I did not use ${listed(others)}.`);
}

/** The fields that rows of a brief are searched by, and what nothing is made of. */
export function addBrief({ wishes, left }: Brief, draft: Draft): void {
  const unread = [...new Set(wishes)].flatMap((wish) => {
    const kept = structuredClone(draft);
    readClause(
      wish.replace(/(?<= to )[^"]+$/, (rows) => nameHere(rows, draft.model)),
      draft,
    );
    if (notDone(draft) === notDone(kept)) return [];
    Object.assign(draft, kept);
    return wish.split('"')[1] ?? [];
  });
  const fields = draft.model.entities.flatMap(({ properties }) => Object.keys(properties));
  // "how much has been raised" is kept where a campaign has what was raised.
  const unmade = [...left, ...unread].filter((what) => !fields.some((name) => wordsOf(what).at(-1) === name));
  if (unmade.length > 0)
    draft.skipped.push(
      `${listed(unmade.map((what) => `“${what}”`))}: I build tables and pages, and made nothing for that.`,
    );
}

/** "handmade ceramics" where the table is called ceramics. */
function nameHere(rows: string, model: AppModel): string {
  const [, rest] = /^\S+ (.+)$/.exec(rows) ?? [];
  return rest === undefined || findEntity(model, rows)?.kind === "one" ? rows : nameHere(rest, model);
}

/** Works in the first of several wordings that is understood. */
export function readFirstOf(wishes: string[], draft: Draft): void {
  const kept = structuredClone(draft);
  for (const wish of wishes) {
    Object.assign(draft, structuredClone(kept));
    readClause(wish, draft);
    if (notDone(draft) === notDone(kept)) return;
  }
}
