import "server-only";
import { accessOf, type AppModel, type Entity } from "../../model/app-model";
import { type Column, columnsOf, isDealing, isLeftForAll, isLike, isVoice } from "../../model/columns";
import { formOf } from "../../model/visitor-pages";
import { listed } from "../../language/inflect";
import { isPersonTable } from "../../lexicon/known";
import { addedAlready, alreadySo, defaultAccess, describeAccess } from "../../draft/compose";
import { type Draft, manyOf, titleOf } from "../../draft/draft";
import type { RowTest } from "@/shipped/contract";
import { isReadByStrangers, type Tests, testsOf, writeRights } from "../../draft/rights";
import {
  isBrought,
  isOfLife,
  isOfTeam,
  isOfTheHouse,
  isPrivate,
  isProvider,
  isServed,
  needsTheHouse,
} from "./is-private";
import { isForm as isSentIn } from "./open-form";
import { isForStaff } from "./purpose";
import { isClosed } from "../../description/wishes/closed-said";
import { deedsOfStrangers, isOfDeeds } from "../../description/wishes/strangers";
import { endsInField, endsInTable, isField, isOptionOf, isTable } from "../../words/privacy";

/** Sites that many fill: a marketplace, recipes of a family. */
const isOfMany =
  /\b(?:market ?place|classifieds?|swap|second.?hand|flea market|(?:members?|users?|people|every(?:body|one)|any(?:body|one)|sellers?|customers?|visitors?|students?|family|friends|neighbou?rs|locals|residents|fans|hikers|we) (?:can |could |should |may |to )?(?:add|post|list|sell|offer|share|collect|upload|submit|publish|write|leave)s?)\b/i;

/** Only who says that strangers come gets tables that strangers see: "a bike shop" may well be its workshop. */
const isPublic =
  /\b(?:web ?site|home ?page|site|web ?shop|online (?:shop|store)|blog|portfolio|market ?place|job board|directory|magazine|landing page|cv|resume|public(?:ly)?|visitors?)\b/i;
type Audience = {
  isOf: (entity: Entity) => boolean;
  /** Its rows are sent in on a page for that. */
  isForm?: boolean;
  open: (entity: Entity) => void;
  words: (tables: string) => string;
};

const staff: Audience = {
  isOf: () => true,
  open: (entity) => writeRights(entity, { read: "admin", write: "admin" }, {}),
  words: (tables) => `Only admins see ${tables}.`,
};
/** An app that is not for strangers: the default holds. */
const insiders: Audience = {
  isOf: () => true,
  open: () => undefined,
  words: (tables) => `Strangers see nothing. Whoever you let in can see and change ${tables}.`,
};
const isUnseen = (option: unknown) => isOptionOf("unseen", String(option).toLowerCase());
const isDraft = (option: unknown) => isOptionOf("drafts", String(option).toLowerCase());
/** The dropdown of a table whose rows are drafts first. */
const draftsIn = (entity: Entity) => columnsOf(entity).find(({ property }) => property.enum?.some(isDraft));

/** Whoever reads a table sees no drafts, except for those who write them. */
function ofStates(entity: Entity, writers: RowTest[]): Partial<Tests> {
  const state = draftsIn(entity);
  const seen = state?.property.enum?.filter((option) => !isUnseen(option)) ?? [];
  if (!state || seen.length === 0) return {};
  return { read: [...seen.map((option) => ({ field: state.name, is: String(option) })), ...writers] };
}

const kept = (isOf: Audience["isOf"]): Audience => ({
  ...staff,
  isOf,
  words: (tables) =>
    `Only admins see ${tables}, which tell who people are or how to reach them. Say “anyone can view ${tables.split(/,| and /)[0]}” if visitors may.`,
});
/** What opens a door or tells what something cost stays with those who run it, whoever sees the rest; so does where it stands and what they note of it. */
const isSecret = ({ name }: Column) => endsInField("codes", name) || endsInField("paid", name) || isField("kept", name);
/** How far the owner has come with something, such as a place that was visited and ruled out. */
const isOwnState = ({ property }: Column) =>
  property.enum?.some((option) => isOptionOf("own", String(option))) ?? false;
/** What was agreed with whom, where rows are the owner's own deals, as the fee of a gig that was asked for. */
const isTerm = ({ name, kind }: Column) => kind === "money" || isField("terms", name);
function keepFields(entity: Entity, isKept: (column: Column) => boolean): void {
  for (const column of columnsOf(entity).filter(isKept))
    entity.properties[column.name] = {
      ...column.property,
      "x-accessControl": { read: ["admin"], write: ["admin"] },
    };
}
const published = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  open: (entity) => {
    writeRights(entity, { read: "anonymous", write: "admin" }, ofStates(entity, ["admin"]));
    const isDeal = columnsOf(entity).some(({ property }) => property.enum?.includes("asked"));
    keepFields(entity, (column) => isSecret(column) || isOwnState(column) || (isDeal && isTerm(column)));
  },
  words: (tables) => `Anybody can see ${tables}, and only admins change them.`,
});
/** Who teaches or cuts is what visitors choose by, and who belongs to a club what members know; how to reach them in private is not told. */
const presented = (isOf: Audience["isOf"], read: "anonymous" | "all"): Audience => ({
  isOf,
  open: (entity) => {
    writeRights(entity, { read, write: "admin" }, {});
    keepFields(
      entity,
      ({ name, kind }) => kind === "email" || kind === "phone" || isOfLife(name) || isField("home", name),
    );
  },
  words: (tables) => `${seenBy(read)} ${tables}, without how to reach them; only admins see that, and change them.`,
});
const seenBy = (read: "anonymous" | "all") => (read === "all" ? "Whoever is signed in can see" : "Anybody can see");
const contributed = (isOf: Audience["isOf"], read: "anonymous" | "all"): Audience => ({
  isOf,
  open: (entity) =>
    writeRights(
      entity,
      { read, write: "all" },
      {
        ...(read === "anonymous" && ofStates(entity, ["creator", "admin"])),
        update: ["creator", "admin"],
        delete: ["creator", "admin"],
      },
    ),
  words: (tables) =>
    `${seenBy(read)} ${tables} and add to them after signing in; what is there is changed by who wrote it and by admins. Members come by your invitation until you let anybody sign up (App details).`,
});
const dealings: Audience = {
  isOf: isDealing,
  open: (entity) => {
    const own: ["creator", "admin"] = ["creator", "admin"];
    writeRights(
      entity,
      { read: "creator", write: "creator" },
      { read: own, create: ["anonymous"], update: own, delete: own },
    );
  },
  words: (tables) => `Anybody can add ${tables}; who is signed in sees their own, and admins see all.`,
};
const left = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  isForm: true,
  open: (entity) => writeRights(entity, { read: "anonymous", write: "admin" }, { create: ["anonymous"] }),
  words: (tables) => `Anybody can see ${tables} and add to them, and only admins change or delete them.`,
});
/** A contest: who enters it seldom has an account. */
const isContest = /\b(?:contest|competition)\b/i;
const sentInWords = (tables: string) => `Anybody can send in ${tables}, and only admins see them.`;
const sentIn = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  open: (entity) => writeRights(entity, { read: "admin", write: "anonymous" }, {}),
  words: sentInWords,
});

const handedIn = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  open: (entity) => writeRights(entity, { read: "admin", write: "all" }, {}),
  words: (tables) => `Whoever is signed in can send in ${tables}, and only admins see them.`,
});

/** What only makes sense together with what those who run a site keep for themselves. */
const ofTheHouse = (model: AppModel, deeds: readonly string[]): Audience => ({
  ...staff,
  isOf: (entity) => isDealing(entity) && needsTheHouse(model, entity) && !isOfDeeds(entity, deeds),
});
const isListed = ({ pages }: AppModel, entity: Entity) =>
  pages.some((page) => page.entity === entity.name && (page.form === "gallery" || page.form === "feed"));
const isPost = ({ name }: Entity) => isTable("posts", name);
/** Nothing that other members read. */
const isOfLives = ({ name }: Entity) => endsInTable("lives", name);
const isForm = ({ pages }: AppModel, entity: Entity) =>
  pages.some((page) => page.entity === entity.name && page.kind === "form");
const isChosen = ({ entities }: AppModel, entity: Entity, from: (entity: Entity) => boolean) =>
  entities.some(
    (other) =>
      from(other) && Object.values(other.properties).some((property) => property["x-reference"] === entity.name),
  );

/** Who may do what in apps of a purpose: the first that fits a table. Other apps are for those who are let in. */
function audiences(model: AppModel, said: string): Audience[] {
  const deeds = isSentIn(said) ? [] : deedsOfStrangers(said);
  const hasOpen = model.entities.some((entity) => isListed(model, entity) && !isOfTheHouse(entity));
  const isSaid = (entity: Entity) => isVoice(entity) || isLike(entity);
  const isShown = (entity: Entity) => isListed(model, entity);
  const isOption = (entity: Entity) =>
    !isPersonTable(entity) &&
    !(isOfTheHouse(entity) && hasOpen && !isOfDeeds(entity, deeds)) &&
    isChosen(model, entity, (other) => isShown(other) || isForm(model, other));
  const isAsked = (entity: Entity) => isForm(model, entity);
  // What people hand in is not for everybody's eyes.
  const isHandedIn = ({ name }: Entity) => isTable("papers", name) && /\bupload/i.test(said);
  const isAbout = (entity: Entity) => (isShown(entity) && !isHandedIn(entity)) || isOption(entity);
  const isOfPeople = (entity: Entity) => isAbout(entity) && isPrivate(model, entity);
  if (model.purpose === "site" && isClosed(said)) return [insiders];
  const entered = isContest.test(said) ? deedsOfStrangers(said) : [];
  const isSite = isPublic.test(said) && !isForStaff(said);
  if (model.purpose === "site" && (isSite || deeds.length > 0)) {
    // Of an app that is no site all through strangers see what the message says, else what they book or order.
    const isNamed = (entity: Entity) => isAbout(entity) && isOfDeeds(entity, deeds);
    const isBooked = (entity: Entity) => isAbout(entity) && isChosen(model, entity, isDealing);
    // "parents see the teachers".
    const isMet = (entity: Entity) =>
      isPersonTable(entity) &&
      !isServed(entity.name) &&
      !isOfTeam(entity) &&
      !/Supplier|Vendor/.test(entity.name) &&
      isOfDeeds(entity, deeds);
    const isOpen = isSite ? isAbout : ([isNamed, isBooked].find((of) => model.entities.some(of)) ?? isAbout);
    return [
      left((entity) => isLeftForAll(entity) || (isShown(entity) && isOfDeeds(entity, entered))),
      sentIn(isAsked),
      contributed(isSaid, "anonymous"),
      ...(hasOpen ? [ofTheHouse(model, deeds)] : []),
      dealings,
      presented((entity) => (isShown(entity) && isProvider(model, entity)) || isMet(entity), "anonymous"),
      kept(isOfPeople),
      ...(isOfMany.test(said) ? [contributed(isShown, "anonymous")] : []),
      published(isOpen),
      staff,
    ];
  }
  // What is sent in is for those who asked, comments and all.
  if (model.purpose === "form" && isClosed(said)) return [handedIn(isAsked), staff];
  if (model.purpose === "form")
    return [
      sentIn(isAsked),
      kept(isOfPeople),
      published((entity) => isOption(entity) && !isSaid(entity) && !isDealing(entity)),
      staff,
    ];
  if (model.purpose === "community")
    return [
      kept(isOfLives),
      contributed((entity) => isSaid(entity) || isPost(entity) || isBrought(entity) || isShown(entity), "all"),
      presented(isPersonTable, "all"),
    ];
  return [];
}

/** What was assumed of who sends in rows, where the same was asked for and done: it is told once. */
export function tellOnce(draft: Draft): void {
  const said = draft.model.entities.filter((entity) =>
    draft.done.includes(`${titleOf(entity)}: ${describeAccess(accessOf(entity))}.`),
  );
  draft.assumed = draft.assumed.filter((line) => !said.some((entity) => line === sentInWords(manyOf(entity))));
  const isTold = (entity: Entity) => said.includes(entity) || draft.assumed.includes(sentInWords(manyOf(entity)));
  const told = draft.model.entities
    .filter(isTold)
    .flatMap((entity) => [alreadySo(entity, accessOf(entity)), addedAlready(entity)]);
  draft.already = draft.already.filter((line) => !told.includes(line));
}

/** Opens a new app's tables to those whom its purpose is for, and says to whom. */
export function openUp(draft: Draft, said: string): void {
  const { model } = draft;
  const all = audiences(model, said);
  const opened = new Map<Audience, Entity[]>();
  for (const entity of model.entities) {
    const { read, write } = accessOf(entity);
    const isUntouched =
      read === defaultAccess.read && write === defaultAccess.write && !entity["x-accessControl"]?.rules;
    const audience = isUntouched && all.find(({ isOf }) => isOf(entity));
    if (audience) opened.set(audience, [...(opened.get(audience) ?? []), entity]);
  }
  for (const [audience, entities] of opened) {
    for (const entity of entities) {
      audience.open(entity);
      if (audience.isForm) formOf(model, entity);
    }
    draft.assumed.push(audience.words(listed(entities.map(manyOf))));
    const kept = entities.filter((entity) => isReadByStrangers(testsOf(entity).read) && draftsIn(entity));
    if (kept.length > 0) draft.assumed.push(`Strangers do not see drafts of ${listed(kept.map(manyOf))}.`);
  }
}
