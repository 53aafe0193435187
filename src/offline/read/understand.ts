import "server-only";
import type { Person } from "@/engines/model/schema";
import type { AppModel, Entity } from "../app-model";
import { entityOf } from "../app-model";
import { arrange } from "../arrange";
import { layOut } from "../kind-pages";
import { purposeOf, usualLook } from "../purpose";
import { addListPage, addView, fillEntity, freePage, requireTitle, usualCharts } from "./compose";
import { describeApp, nameSaid } from "./describe";
import { createDraft, type Draft, manyOf, oneOf, titleOf } from "./draft";
import { labelFor } from "../fields";
import { corrected, splitClauses, splitOutside, normalize, stripPoliteness } from "./normalize";
import { germanInEnglish, languageOf, notUnderstood } from "./other-languages";
import { readPermissionRequest } from "./access";
import { currencyIn } from "./look";
import { wantsNoSeeds } from "./rows";
import { faultHint, modelHint } from "./person";
import { readImportRequest, readSecretsRequest } from "./requests";
import { type FirstApp, listedChoices, readFirstApp } from "./first-app";
import { clauseMax, read, readClause } from "./clause";
import type { Kind } from "./known";
import { plainNotation } from "./notation";
import { findEntity } from "./resolve";
import { readRoles } from "./roles";
import { headline, listed } from "../inflect";

const appWords =
  /\b(?:app|application|tool|system|tracker|manager|management|website|site|platform|portal|crm|dashboard|planner|organi[sz]er|log|book|board|database|directory|list|help ?desk|blog|store|shop|software|inventory|catalog(?:ue)?|journal|library|diary)\b/i;
const wish =
  /^(?:build|create|make|design|develop|generate|set up|an?|my|our|track|manage|organi[sz]e|keep track|simple|i (?:want|need)|we (?:want|need)|help me (?:track|manage)|(?:something|anything) (?:to|for))\b/i;
/** The grammar's patterns take more than linear time; beyond this a sentence is no request of a person. */
const messageMax = 20_000;
/** More than this in one message is no request of a person either. */
const clausesMax = 150;
const descriptionMax = 4000;

/** The entity last spoken of, for "it" in the next message. */
export function lastTouched(model: AppModel, earlier: string[]): string | undefined {
  for (const [at, text] of [...earlier.entries()].toReversed()) {
    const named = model.entities
      .map((entity) => ({
        entity,
        at: Math.max(
          text.toLowerCase().lastIndexOf(manyOf(entity)),
          text.toLowerCase().lastIndexOf(entity.name.toLowerCase()),
        ),
      }))
      .filter(({ at }) => at >= 0)
      .sort((left, right) => right.at - left.at);
    // What an app was described by names all of its tables, of which the first is what it is about.
    if (at === 0 && named.length > 1) return model.entities[0]!.name;
    if (named[0]) return named[0].entity.name;
  }
  return model.entities.length === 1 ? model.entities[0]!.name : undefined;
}

/** "priority should also allow urgent": "allow" would begin a clause of its own. */
const alsoAllows = /\b(?:should|could|may|must) also (?:allow|accept|offer|include)\b/gi;

/** Works a message into the app. The draft tells what was done, assumed and skipped. */
export function understand(text: string, model: AppModel, earlier: string[] = [], person?: Person): Draft {
  const draft = createDraft(model, lastTouched(model, earlier), person);
  if (/^The following errors happened in the app\b/.test(text)) {
    draft.skipped.push(
      `I build by fixed rules and cannot find faults in code, so I changed nothing. Press Revert below the last message that worked${faultHint(draft.person)}.`,
    );
    return draft;
  }
  const isEmpty = model.entities.length === 0 && model.pages.length === 0;
  if (text.length > messageMax)
    draft.skipped.push(`I read the first ${messageMax} characters of a message; yours has ${text.length}.`);
  const heard = normalize(text.slice(0, messageMax));
  const language = languageOf(heard);
  if (language && notUnderstood[language]) {
    draft.answers.push(notUnderstood[language]);
    return draft;
  }
  const english = language === "de" ? germanInEnglish(heard) : heard;
  if (english !== heard) draft.assumed.push(`I know German by a small word list, and read this as “${english}”.`);
  if (readPermissionRequest(english, draft)) return draft;
  const noted = isEmpty ? plainNotation(corrected(english)) : corrected(english);
  const said = withoutRequests(listedChoices(noted.replaceAll(alsoAllows, "can also be")), draft);
  if (said === "") return draft;
  const sentences = splitOutside(said, /^(?:[.!?]+(?=\s|$)|\n+|,?\s+(?:where|in which)\s+(?=(?:each|every)\s))/i)
    .map((sentence) => (sentence.startsWith("- ") ? sentence : stripPoliteness(sentence)))
    .filter(Boolean);
  // Tables without a page are what a stopped turn leaves behind, or what somebody made in the database panel.
  const isNew = isEmpty || (model.pages.length === 0 && wish.test(sentences[0] ?? ""));
  const isApp = isNew
    ? !said.endsWith("?") || /^(?:build|create|make|design|develop|set up)\b/i.test(sentences[0] ?? "")
    : /^(?:build|create|make|i (?:want|need))\b.*\b(?:app|application|tool|system|crm|website|platform|portal)\b/i.test(
        sentences[0] ?? "",
      ) && !/\b(?:the|this|my) (?:app|site|website)\b/i.test(sentences[0] ?? "");
  if (isApp && sentences.length > 0 && createApp(sentences, draft, isNew, said)) return draft;
  const clauses = clausesOf(said);
  for (const clause of clauses.slice(0, clausesMax)) readClause(clause, draft);
  if (clauses.length > clausesMax)
    draft.skipped.push(`I read the first ${clausesMax} requests of a message; yours has ${clauses.length}.`);
  if (isNew && draft.model.entities.length > 0) finishApp(draft, draft.model.entities, said);
  return draft;
}

/** Secrets and tables of other apps are asked for by a card, whatever the app is; the rest of the message is read as ever. */
function withoutRequests(said: string, draft: Draft): string {
  const sentences = splitOutside(said, /^(?:[.!?]+(?=\s|$)|\n+)/);
  const others = sentences.filter((sentence) => {
    const clause = stripPoliteness(sentence);
    if (clause.length > clauseMax) return true;
    return !readSecretsRequest(clause, draft) && !readImportRequest(clause, draft);
  });
  return others.length === sentences.length ? said : others.join(".\n");
}

/** A question keeps its mark, which the clause splitter drops. */
function clausesOf(said: string): string[] {
  const clauses = splitClauses(said);
  const last = clauses.at(-1);
  const isQuestion =
    said.endsWith("?") &&
    last !== undefined &&
    !/(?:^|[.!?]\s+)(?:can|could|would|will) you\b[^.!?]*\?$/i.test(said) &&
    !/^(?:add|create|make|remove|delete|rename|change|set|turn|show|put|use|give|let|move|build|undo|revert)\b/i.test(
      last,
    );
  return isQuestion ? [...clauses.slice(0, -1), `${last}?`] : clauses;
}

/** "- Students: name, email", "Customers have a name": a person who lists tables wants those, and not what such apps usually have. */
const definesTable =
  /^(?:- )?(?:each |every |the |an? )?(?:[\w-]+ ){0,2}[\w-]+\s*(?::\s*\S|\(.+\)|\s(?:have|has|should have|contain|contains)\s)|^[A-Z][a-z]+s with\s/i;
const whoAsks =
  /^(?:i am|i'm|we are|we're|i run|we run|i own|we own|i have|we have)\s[^,.:]*?(?:,\s*|\s+(?:and|so)\s+)(?:i |we )?(?=(?:want|need|would like|am looking)\b)/i;

/** Apps that are no lists of records; a table called Weather would only pretend. */
const outOfReach =
  /\b(?:weather|chat|messaging|messenger|calculator|converter|timer|pomodoro|stopwatch|translator|chat ?bot|snake|tetris|chess|tic[- ]tac[- ]toe|video (?:call|chat|conferencing)|drawing|photo editor|music player|image generator)(?:\s+(?:app|application|tool|game|website|site|bot))?\s*$/i;

/** What is played, streamed or drawn on, named anywhere in a description. */
const playable =
  /\b(?:(?:chess|tetris|snake|sudoku|poker|card|arcade|platform|racing|puzzle|multi-?player|video|browser) games?\b(?=.*\b(?:play|players|computer|real-?time|against)\b)|play against (?:the )?(?:computer|each other|ai)|(?:photo|image|video|music|audio) editor|like photoshop|video streaming|streaming (?:platform|service|app)|like (?:netflix|spotify|zoom|skype|whatsapp|instagram)|video (?:calls?|conferenc\w+)|screen sharing)/i;

function createApp(sentences: string[], draft: Draft, isNew: boolean, said: string): boolean {
  const first = sentences.findIndex((sentence) => wish.test(sentence) || appWords.test(sentence));
  const head = sentences[first === -1 ? 0 : first]!;
  if (/^(?:add|create) (?:an? )?(?:new )?(?:table|entity)\b/i.test(head)) return false;
  const others = sentences.filter((sentence) => sentence !== head);
  const defined = others.filter((sentence) => definesTable.test(sentence));
  const beyond = isNew && defined.length === 0 ? (outOfReach.exec(head) ?? playable.exec(said)) : null;
  if (beyond) {
    draft.skipped.push(
      `“${head}”: ${beyond[0].trim()} needs more than records and pages, which is all that I build. For that, ${modelHint(draft.person)}; or tell me what your app should keep.`,
    );
    return true;
  }
  if (said.length > descriptionMax * 4) return false;
  const ordered = [head, ...others].map((sentence) => sentence.replace(/^- /, "").replace(whoAsks, "I "));
  const app = isNew ? readFirstApp(ordered, draft) : null;
  if (app) return finishFirst(app, draft, said);
  const described = describeApp(head.replace(/^- /, "").replace(whoAsks, "I "), draft, defined.length < 2);
  if (!described && defined.length === 0) return false;
  const { model } = draft;
  const name = nameSaid(said) ?? described?.name;
  if (isNew && name) model.name = name;
  for (const sentence of others) readDetail(sentence.replace(/^- /, ""), draft);
  const kept = draft.model.entities.filter(
    (entity) => !draft.done.some((line) => line.startsWith(`Added ${manyOf(entity)} with`)),
  );
  finishApp(draft, isNew ? kept : (described?.entities ?? []), said);
  for (const entity of described?.forms ?? []) {
    read(`anyone can submit ${manyOf(entity)}, only admins can view them`, draft);
  }
  for (const piece of described?.rest ?? []) {
    const clause = piece.replace(/^(?:and|also|plus)\s+/i, "");
    if (!read(clause, draft)) readClause(/^(?:an?|the|some)\s/i.test(clause) ? `add ${clause}` : clause, draft);
  }
  return true;
}

function finishFirst(
  { isSpelled, entities, kind, name, looks, wishes }: FirstApp,
  draft: Draft,
  said: string,
): boolean {
  if (name) draft.model.name = name;
  const rows = /^add \d+ (?:sample|example|demo|dummy|test|fake)\b/i;
  for (const wish of wishes) if (rows.test(wish)) readClause(wish, draft);
  finishApp(draft, entities, said, kind, !isSpelled);
  for (const look of looks) if (!readRoles(look, draft)) readClause(look, draft);
  for (const wish of wishes.filter((one) => !rows.test(one)))
    for (const clause of splitClauses(wish)) readClause(clause, draft);
  return true;
}

/** Sentences after the first: relations and fields at once, since later ones build on them. */
function readDetail(sentence: string, draft: Draft): void {
  const more =
    /^(?:it|the (?:app|application|system|site|website|tool)|this|there|we|i|users?|people)\s+(?:should|must|will|can|could|needs? to|need|want)?\s*(?:also\s+)?(?:be able to\s+)?(?:have|has|contain|contains|include|includes|track|tracks|store|stores|manage|manages|keep|keeps|be)\s+(?=.*\b(?:with|and|\w+s\b))(.+)$/i.exec(
      sentence,
    )?.[1];
  if (more && draft.model.pages.length === 0) {
    const described = describeApp(`an app with ${more}`, draft, false);
    for (const piece of described?.rest ?? [])
      readClause(`add ${piece.replace(/^(?:and|also|plus|add)\s+/i, "")}`, draft);
    if (described && described.entities.length > 0) return;
  }
  for (const clause of splitClauses(sentence)) {
    fillForViews(clause, draft);
    const noun = /^([\w ]{3,30}?)\s*[:(]/.exec(clause)?.[1] ?? /^([A-Z][a-z]+s) with\s/.exec(clause)?.[1];
    const isNewTable = noun !== undefined && findEntity(draft.model, noun).kind === "none";
    if (isNewTable && (read(clause, draft) || describeApp(clause, draft))) continue;
    readClause(clause, draft);
  }
}

const aboutViews = /\b(?:kanban|board|calendar|charts?|graphs?|filter\w*|sort\w*|ordered by|grouped by)\b/i;
const isBare = (entity: Entity) =>
  Object.values(entity.properties).every((value) => value["x-reference"] !== undefined);

/** A view is made of a table's fields: where nobody has named any, the usual ones must stand before it is read. */
function fillForViews(clause: string, draft: Draft): void {
  if (!aboutViews.test(clause)) return;
  const { entities } = draft.model;
  const named = entities.filter((entity) =>
    new RegExp(`\\b(?:${manyOf(entity)}|${oneOf(entity)})\\b`, "i").test(clause),
  );
  for (const entity of named.length > 0 ? named : entities.filter(({ name }) => name === draft.touched)) {
    if (!isBare(entity)) continue;
    fillEntity(draft, entity);
    draft.filled.push(entity.name);
  }
}

const isGeneric = (name: string) => /^(?:|untitled.*|new app|my app|app)$/i.test(name.trim());

/** Fields where none were named, pages, an overview, sample rows; then says what stands. */
function finishApp(draft: Draft, entities: Entity[], said: string, kind?: Kind, usesMenu = true): void {
  const { model } = draft;
  for (const entity of entities.filter(isBare)) fillEntity(draft, entity);
  for (const entity of entities) requireTitle(draft, entity);
  for (const entity of entities) addListPage(draft, entity);
  model.look.currency ??= currencyIn(said);
  if (model.look.currency === undefined) delete model.look.currency;
  if (entities.length === model.entities.length) {
    model.purpose = purposeOf(said, model, kind);
    model.look = { ...model.look, ...usualLook(model.purpose, said, model, kind) };
  }
  if (isGeneric(model.name) && entities[0]) model.name = headline(manyOf(entities[0]));
  const wantsOverview = /\b(?:dashboard|overview|home ?page|charts?|statistics|stats|analytics|reports?)\b/i.test(said);
  if (
    !["community", "booking", "board"].includes(model.purpose) &&
    model.entities.length > 1 &&
    !wantsOverview &&
    !model.pages.some((page) => page.kind === "dashboard")
  ) {
    addView(
      draft,
      { title: "Home", kind: "dashboard", charts: usualCharts(model.entities).slice(0, 2) },
      freePage(model, "Home"),
    );
    draft.assumed.push("I added a home page with the most important figures.");
  }
  if (/\bkanban|trello/i.test(said) && !model.pages.some((page) => page.kind === "board"))
    read("add a kanban board", draft);
  const wantsNone = wantsNoSeeds(said);
  for (const entity of entities)
    if (!wantsNone && !draft.seeds.some((seed) => seed.entity === entity.name))
      draft.seeds.push({ entity: entity.name, count: 6, isStory: true });
  if (!wantsNone) draft.assumed.push("Each table starts with a few sample rows, which you can delete.");
  if (entities.length === model.entities.length) {
    model.pages = inOrder(model);
    if (kind && usesMenu) layOut(model, kind, draft.things, wantsOverview);
    arrange(model, usesMenu && kind !== undefined && kind.pages.length > 0);
  }
  draft.done = draft.done.filter(
    (line) => !/^(?:Added .+ to [^“”]+\.|Each .+ now belongs to|Added [^“”]+\.$)/.test(line),
  );
  draft.done.unshift(...entities.map((entity) => `${titleOf(entity)}: ${summary(entity, model)}`));
}

/** A new app's menu: the overview, then the tables in the order in which they were named, each with its views. */
const inOrder = ({ pages, entities }: AppModel) => {
  const rank = (page: AppModel["pages"][number]) =>
    page.kind === "dashboard"
      ? -1
      : page.entity
        ? entities.findIndex((entity) => entity.name === page.entity)
        : entities.length;
  return pages
    .map((page, at) => ({ page, at }))
    .sort(
      (left, right) =>
        rank(left.page) - rank(right.page) ||
        Number(right.page.kind === "list") - Number(left.page.kind === "list") ||
        left.at - right.at,
    )
    .map(({ page }) => page);
};

const summary = (entity: Entity, model: AppModel) =>
  listed(
    Object.entries(entity.properties).map(([name, value]) => {
      const label = labelFor(name, value).toLowerCase();
      if (value.enum) return `${label} (${value.enum.join(", ")})`;
      const other = entityOf(model, value["x-reference"]);
      return other ? `${label} (links to ${manyOf(other)})` : label;
    }),
  );
