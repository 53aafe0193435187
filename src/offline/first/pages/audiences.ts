import "server-only";
import type { Entity } from "../../model/app-model";
import { type Column, columnsOf, isDealing } from "../../model/columns";
import type { RowTest } from "@/shipped/contract";
import { type Tests, writeRights } from "../../draft/rights";
import { endsInField, isField, isOptionOf } from "../../words/privacy";
import { isOfLife } from "./is-private";

type Readers = "anonymous" | "all";
/** A sort of tables, and what those who may see or add to them may do. */
export type Audience = {
  isOf: (entity: Entity) => boolean;
  /** Its rows are sent in on a page for that. */
  isForm?: boolean;
  open: (entity: Entity) => void;
  words: (tables: string) => string;
};

export const staff: Audience = {
  isOf: () => true,
  open: (entity) => writeRights(entity, { read: "admin", write: "admin" }, {}),
  words: (tables) => `Only admins see ${tables}.`,
};
/** An app that is not for strangers: the default holds. */
export const insiders: Audience = {
  isOf: () => true,
  open: () => undefined,
  words: (tables) => `Strangers see nothing. Whoever you let in can see and change ${tables}.`,
};
const isUnseen = (option: unknown) => isOptionOf("unseen", String(option).toLowerCase());
const isDraft = (option: unknown) => isOptionOf("drafts", String(option).toLowerCase());
/** The dropdown of a table whose rows are drafts first. */
export const draftsIn = (entity: Entity) => columnsOf(entity).find(({ property }) => property.enum?.some(isDraft));

/** Whoever reads a table sees no drafts, except for those who write them. */
function ofStates(entity: Entity, writers: RowTest[], readers: Readers = "anonymous"): Partial<Tests> {
  const state = draftsIn(entity);
  const seen = state?.property.enum?.filter((option) => !isUnseen(option)) ?? [];
  if (!state || seen.length === 0) return {};
  const tests = seen.map((option) => ({ field: state.name, is: String(option) }));
  return { read: [...(readers === "all" ? tests.map((test) => ({ every: [readers, test] })) : tests), ...writers] };
}

export const kept = (isOf: Audience["isOf"]): Audience => ({
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
export const published = (isOf: Audience["isOf"], read: Readers = "anonymous"): Audience => ({
  isOf,
  open: (entity) => {
    writeRights(entity, { read, write: "admin" }, ofStates(entity, ["admin"], read));
    const isDeal = columnsOf(entity).some(({ property }) => property.enum?.includes("asked"));
    keepFields(entity, (column) => isSecret(column) || isOwnState(column) || (isDeal && isTerm(column)));
  },
  words: (tables) => `${seenBy(read)} ${tables}, and only admins change them.`,
});
/** Who teaches or cuts is what visitors choose by, and who belongs to a club what members know; how to reach them in private is not told. */
export const presented = (isOf: Audience["isOf"], read: Readers): Audience => ({
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
const seenBy = (read: Readers) => (read === "all" ? "Whoever is signed in can see" : "Anybody can see");
export const contributed = (isOf: Audience["isOf"], read: Readers): Audience => ({
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
export const dealings: Audience = {
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
export const left = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  isForm: true,
  open: (entity) => writeRights(entity, { read: "anonymous", write: "admin" }, { create: ["anonymous"] }),
  words: (tables) => `Anybody can see ${tables} and add to them, and only admins change or delete them.`,
});
export const sentInWords = (tables: string) => `Anybody can send in ${tables}, and only admins see them.`;
export const sentIn = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  open: (entity) => writeRights(entity, { read: "admin", write: "anonymous" }, {}),
  words: sentInWords,
});

export const handedIn = (isOf: Audience["isOf"]): Audience => ({
  isOf,
  open: (entity) => writeRights(entity, { read: "admin", write: "all" }, {}),
  words: (tables) => `Whoever is signed in can send in ${tables}, and only admins see them.`,
});
