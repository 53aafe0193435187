import "server-only";
import type { Person } from "@/engines/model/schema";
import type { AppModel, Entity } from "../model/app-model";
import { entityOf } from "../model/app-model";
import { findEntity, isPronoun } from "./resolve";
import { listed, plural, sentence, wordsOf } from "../language/inflect";

/** Rows to make: `isStory` for those that a new app starts with, as many as the domain data tell of. */
export type Seed = {
  entity: string;
  count: number;
  isStory?: boolean;
  /** The rows themselves, where a person named them. */
  rows?: Record<string, string | number>[];
};

/** The app while a request is worked into it, and what is to be said about that. */
export type Draft = {
  model: AppModel;
  /** The entity that "it" and "them" mean. */
  touched?: string;
  /** The field that "it" means: the one that the request before was about. */
  field?: { entity: string; name: string; isOfOptions?: boolean; isNamed?: boolean } | undefined;
  /** The page that "it" means: the only one that the request before named. */
  page?: string | undefined;
  /** The request before, where all of it was understood: "and title as well" goes on with it. */
  previous?: string | undefined;
  done: string[];
  /** What lines of `done` tell the state of, by the line: "access Order" of "Orders: only admins can edit". */
  states: Record<string, string>;
  assumed: string[];
  /** What is not done, each with its reason. */
  skipped: string[];
  /** What was not understood, or only with a hint how to say it: another reader may know it. */
  unclear: string[];
  answers: string[];
  /** What was asked for and is so already. */
  already: string[];
  /** Rows to add: exactly as many as asked. */
  seeds: Seed[];
  /** The thing of the domain data that each new table keeps. */
  things: Record<string, string>;
  /** The message that a new app is made of: it names the trade. */
  said?: string;
  /** It promises that nobody learns who gave an answer. */
  isAnonymous?: boolean;
  /** The whole change that is being read, of which a clause may be half. */
  change?: string;
  /** Words to replace in the app's files, as a person put them. */
  replaced: { from: string; to: string }[];
  /** Secrets to ask for, and tables of other apps to offer: the person confirms both. */
  secrets: string[];
  reused: { appId: string; entity: string }[];
  person: Person;
  /** How many words, tables and fields of a new app nothing certain was made of. */
  doubts: number;
  /** Tables of this message whose fields were only supposed. */
  filled: string[];
  /** A new app by the other of two readings, which was not taken and may be the right one. */
  other?: Draft;
};

/** Without a word on who is served, nothing is presumed. */
const nobody: Person = { isAdmin: false, apps: [] };

export function createDraft(model: AppModel, touched?: string, person = nobody): Draft {
  return {
    model: structuredClone(model),
    touched,
    done: [],
    states: {},
    assumed: [],
    skipped: [],
    unclear: [],
    answers: [],
    already: [],
    seeds: [],
    things: {},
    replaced: [],
    secrets: [],
    reused: [],
    person,
    doubts: 0,
    filled: [],
  };
}

/** Tells what was done. Where it tells the state of something, it takes the place of an earlier line about the same. */
export function tellState(draft: Draft, line: string, state: string | undefined): void {
  if (state !== undefined) {
    draft.done = draft.done.filter((other) => draft.states[other] !== state);
    draft.states[line] = state;
  }
  draft.done.push(line);
}

/** How many notes tell of something that is not done. */
export const notDone = ({ skipped, unclear }: Draft): number => skipped.length + unclear.length;
/** How many notes stand in place of a change. */
export const saidInstead = (draft: Draft): number => notDone(draft) + draft.answers.length + draft.already.length;

/** Reads one clause into the draft. False: it was about something else. */
export type Reader = (clause: string, draft: Draft) => boolean;

/** Works one clause into the draft, or tells there why not. */
export type ClauseReader = (clause: string, draft: Draft) => void;

/** "Menu items": what an entity is called in texts; a renamed one has a title of its own. */
export const manyOf = (entity: Entity) => entity["x-plural"] ?? plural(entity.title ?? entity.name);
export const oneOf = (entity: Entity) =>
  entity["x-plural"] && entity.title ? entity.title : wordsOf(entity.title ?? entity.name).join(" ");
export const titleOf = (entity: Entity) => entity["x-plural"] ?? sentence(manyOf(entity));

/** The entity that words mean, which becomes the one that "it" means. Two that fit: the question is noted. */
export function pickEntity(draft: Draft, said: string): Entity | undefined {
  if (isPronoun(said)) return entityOf(draft.model, draft.touched);
  const found = findEntity(draft.model, said);
  if (found.kind === "many")
    draft.skipped.push(`“${said}” could mean ${listed(found.values.map(titleOf), "or")}: please say which one.`);
  if (found.kind !== "one") return undefined;
  draft.touched = found.value.name;
  return found.value;
}
