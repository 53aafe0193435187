import "server-only";
import type { Faker } from "@faker-js/faker";
import type { Entity } from "../../model/app-model";

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** Takes from a list by number, from its start again behind its end. */
export const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

export const pickOr = <T>(list: readonly T[] | undefined, at: number): T | undefined => list && pick(list, at);

/** What a sample row is made for. `person` and `company` are the same in all fields of the row. */
export type Scene = {
  faker: Faker;
  /** The row's place among those of its table, and how many they are. */
  at: number;
  of: number;
  today: Date;
  person: { first: string; last: string };
  company: string;
  noun: string | undefined;
  entity: Entity;
};

export const label = (entity: string, at: number) => `${entity.toLowerCase()}${at + 1}`;

/** Invoice items, order lines, positions of a quote: what a document's sum consists of. */
export const isLine = ({ name }: Entity) => /(?:items?|lines?|positions?|entry|entries)$/i.test(name);

/** An instant as what stood there: "2026-11-21", or the same with a time. Both compare as texts with a day. */
export const textOf = (ms: number, like: string) => new Date(ms).toISOString().slice(0, like.length);

/** FNV-1a hash: an app's sample rows are deterministic. */
export function seedOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619);
  return hash >>> 0;
}
