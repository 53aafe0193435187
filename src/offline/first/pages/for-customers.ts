import "server-only";
import type { RowTest } from "@/shipped/contract";
import type { AppModel, Entity, View } from "../../model/app-model";
import { columnsOf, isDealing, isLeft, isLike, isVoice } from "../../model/columns";
import { freePage } from "../../model/visitor-pages";
import {
  type Customers,
  isForReporting,
  isMadeBy,
  isOneOf,
  isSeenBy,
  isSharedBy,
  isTheirs,
} from "../../description/wishes/customers";
import { listed } from "../../language/inflect";
import { isOfCustomers, readByTheirs, theirsTold, whoseWords } from "../../draft/mine";
import { isReported, isRequested, ownAndTeam } from "../../draft/own-rows";
import { guardedPages } from "../../draft/guarded-pages";
import { isReadByAll, testsOf, writeRights } from "../../draft/rights";
import { isPersonTable } from "../../lexicon/known";
import { endsInTable } from "../../words/privacy";
import { type Audience, contributed, dealings, presented, published, staff } from "./audiences";
import { isBrought, isOfTheHouse, isPrivate, isProvider } from "./is-private";

/** "a members directory", "members see each other". */
const directory =
  /\b(?:members?|people|clubs?|alumni|residents?|students?|parents?)(?:'s?)? (?:directory|list for all)\b|\bdirectory of (?:the |our |all )?(?:members|people|residents|students|parents|alumni)\b|\b(?:see|view|find|contact) (?:each other|(?:the )?other (?:members|residents|students|parents|customers)|who else)\b(?!'s)/i;

const own = ownAndTeam;

/** What customers leave with those who run an app: between these two only. */
const leftByThem = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  open: (entity) =>
    writeRights(
      entity,
      { read: "creator", write: "creator" },
      { read: own, create: ["all"], update: own, delete: own },
    ),
  words: (tables) => `Whoever is signed in can add ${tables} and sees only their own; admins see and change all.`,
});
/** What the team writes of each of them. */
function keptOfThem(model: AppModel, isOf: Audience["isOf"]): Audience {
  const whose = new Set<string>();
  return {
    isOf,
    open: (entity) => {
      writeRights(entity, { read: "admin", write: "admin" }, { read: readByTheirs(model, entity) });
      whose.add(whoseWords(model, entity));
    },
    words: (tables) => theirsTold(tables, listed([...whose], "or")),
  };
}
/** What is said to something of their own, a reply to a ticket, is for them and the team. */
const saidToTheirs = (model: AppModel, made: Entity[], theirs: Entity[]): Audience => ({
  isOf: (entity) => isVoice(entity) && [...made, ...theirs].some((one) => refersTo(entity, one)),
  open: (entity) => {
    const ofMade = columnsOf(entity).flatMap(({ name, property }): RowTest[] => {
      const about = made.find((one) => one.name === property["x-reference"]);
      return about ? [{ field: name, of: about.name, meets: "creator" }] : [];
    });
    const isOfTheirs = theirs.some((one) => refersTo(entity, one));
    const read: RowTest[] = ["creator", ...ofMade, ...(isOfTheirs ? readByTheirs(model, entity) : ["admin" as const])];
    writeRights(entity, { read: "admin", write: "creator" }, { read, create: ["all"], update: own, delete: own });
  },
  words: (tables) =>
    `Whoever is signed in sees ${tables} to what is their own, and can add some; admins see and change all.`,
});
/** Where the message says that they all see them. */
const shared = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  open: (entity) => writeRights(entity, { read: "all", write: "all" }, { update: own, delete: own }),
  words: (tables) =>
    `Whoever is signed in can see all ${tables} and add some; what is there is changed by who made it and by admins.`,
});

const ofTheTeam: Audience = {
  ...staff,
  words: (tables) =>
    `Only admins see ${tables}. Say “all members can see ${tables.split(/,| and /)[0]}” if others may.`,
};

const refersTo = (entity: Entity, { name }: Entity) =>
  columnsOf(entity).some(({ property }) => property["x-reference"] === name);

const served = ["served", "received", "enrolled", "joined", "belonging"] as const;
const isOfServed = ({ name }: Entity) => served.some((sort) => endsInTable(sort, name));

const theirsIn = ({ entities }: AppModel, customers: Customers): Entity[] =>
  entities.filter((entity) => !isPersonTable(entity) && isTheirs(customers, entity));

/** What a site's members see of what is theirs, beside what strangers do there: their orders, and their repairs. */
export function ofMembers(model: AppModel, customers: Customers): Audience[] {
  const theirs = theirsIn(model, customers);
  return [
    { ...dealings, isOf: (entity) => isDealing(entity) && (theirs.includes(entity) || theirs.length === 0) },
    keptOfThem(model, (entity) => theirs.includes(entity)),
  ];
}

/** Who may do what in an app whose members are customers: the first that fits a table. What nobody speaks of is the team's. */
export function forCustomers(model: AppModel, said: string, customers: Customers): Audience[] {
  const isSentIn = ({ name }: Entity) => model.pages.some(({ kind, entity }) => kind === "form" && entity === name);
  const isMade = (entity: Entity) =>
    isSentIn(entity) ||
    ((!isPersonTable(entity) || isDealing(entity)) &&
      !isOfTheHouse(entity) &&
      (isLeft(model, entity) ||
        isMadeBy(customers, entity) ||
        (isRequested(entity) && isTheirs(customers, entity)) ||
        (isReported(entity) && isForReporting(customers))));
  const made = model.entities.filter(isMade);
  const theirs = theirsIn(model, customers).filter((entity) => !made.includes(entity));
  // Where they make nothing and nothing is theirs, they are no customers.
  if (made.length + theirs.length === 0) return [];
  model.members = "customers";
  const isChosen = (entity: Entity) => made.some((one) => refersTo(one, entity));
  const isListed = ({ name }: Entity) =>
    model.pages.some(({ entity, form }) => entity === name && (form === "gallery" || form === "feed"));
  const isServing = (entity: Entity) =>
    isPersonTable(entity) &&
    !isOfServed(entity) &&
    !isOneOf(customers, entity) &&
    (isChosen(entity) || isSeenBy(customers, entity) || isProvider(model, entity));
  /** The child whose lessons a parent sees. */
  const isBetween = (entity: Entity) =>
    isPersonTable(entity) &&
    theirs.some((one) => refersTo(one, entity)) &&
    model.entities.some((other) => other !== entity && isOfCustomers(other) && refersTo(entity, other));
  const isOpen = (entity: Entity) =>
    !isPrivate(model, entity) &&
    !isOfTheHouse(entity) &&
    !endsInTable("agreed", entity.name) &&
    !endsInTable("lives", entity.name) &&
    (isChosen(entity) ||
      isSeenBy(customers, entity) ||
      isListed(entity) ||
      isBrought(entity) ||
      endsInTable("told", entity.name) ||
      endsInTable("posts", entity.name));
  return [
    shared((entity) => isMade(entity) && isSharedBy(customers, entity)),
    // What is said to something of their own is not for the others.
    saidToTheirs(model, made, theirs),
    contributed((entity) => isVoice(entity) || isLike(entity), "all"),
    leftByThem(isMade),
    keptOfThem(model, (entity) => theirs.includes(entity) || isBetween(entity)),
    presented(isServing, "all"),
    ...(directory.test(said) ? [presented(isPersonTable, "all")] : []),
    published((entity) => isSharedBy(customers, entity), "all"),
    published((entity) => !isPersonTable(entity) && isOpen(entity), "all"),
    ofTheTeam,
  ];
}

/** Customers look through what they book as cards, each with a page on which they do. */
export function showOffers(model: AppModel): void {
  const dealings = model.entities.filter(isDealing);
  for (const page of model.pages) {
    const entity = model.entities.find(({ name }) => name === page.entity);
    const isOffered = entity && isReadByAll(testsOf(entity).read) && dealings.some((one) => refersTo(one, entity));
    if (isOffered && page.kind === "list" && !isDealing(entity)) page.form ??= "gallery";
  }
}

/** Begins with a page that customers have a use for: "/" shows the first, and "Home" goes before all. */
export function leadCustomers(model: AppModel): void {
  const guarded = new Map(guardedPages(model).map(({ page, own: title }) => [page, title]));
  const home = model.pages.find(({ page }) => page === "Home");
  if (home && guarded.has(home.page)) {
    if (home.title === "Home") home.title = "Overview";
    home.page = freePage(model, home.title);
  }
  const isOpen = ({ page }: View) => !guarded.has(page) && page !== home?.page;
  const isDoor = ({ form, kind }: View) => form === "slots" || kind === "form";
  /** What is shown to them: cards, a calendar, a page that welcomes. A mere table is not what they come for. */
  const isShown = (page: View) => isOpen(page) && (page.form !== undefined || page.kind === "calendar");
  const [first] = model.pages;
  if (!first || isDoor(first) || isShown(first)) return;
  const isTheirs = ({ page, entity }: View) => guarded.get(page) && !isPersonTable({ name: entity ?? "" });
  const lead =
    model.pages.find(isDoor) ??
    model.pages.find(isShown) ??
    model.pages.find(
      (page) => isTheirs(page) && model.entities.some((one) => one.name === page.entity && isDealing(one)),
    ) ??
    model.pages.find(isTheirs) ??
    model.pages.find((page) => isOpen(page) && page.kind !== "text") ??
    model.pages.find(({ page }) => guarded.get(page));
  if (lead) model.pages = [lead, ...model.pages.filter((page) => page !== lead)];
}
