import "server-only";
import type { AppModel, Entity, FieldKind, View } from "../../model/app-model";
import { colorsIn } from "../../language/colors";
import { kindOf, labelFor } from "../../model/field-kinds";
import { isOneOff, singular, wordsOf } from "../../language/inflect";
import type { ColorRole } from "../../model/look";
import { isAttribute } from "../../lexicon/lexicon";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { namesOfThing, thingOf } from "../../words/find";
import { type Ask, askPhrases, isAsking, fillers } from "./lexicon";
import { partRole } from "./parts";
import { type Token, tokensOf } from "./tokens";
import { typeSaid } from "./type-said";

export type FieldRef = {
  entity: Entity;
  name: string;
  /** Where a word is only a part of the field's name: "players" of max players. */
  isPart?: true;
};
/** A value that rows can be asked for: an option, or whether a box is ticked. */
export type State = FieldRef & { is: string };

/** A run of words with everything that it may mean in this app. */
export type Mark = {
  at: number;
  end: number;
  text: string;
  words: string[];
  entities: Entity[];
  fields: FieldRef[];
  states: State[];
  pages: View[];
  asks: readonly Ask[];
  color?: { hex: string; name: string };
  role?: ColorRole;
  kind?: FieldKind;
  number?: number;
  quoted?: string;
  isSign: boolean;
};

type Names = Map<string, Pick<Mark, "entities" | "fields" | "states" | "pages">>;

const phraseKey = (text: string) => singular(text);
const lower = (text: string) => text.toLowerCase().replace(/[’]/g, "'");

/** What stands before the word of a box that is not ticked. */
const denials = ["not ", "un", "not yet ", "isn't ", "aren't ", "arent ", "isnt ", "non "];

/** Every name that this app's parts go by. */
function namesOf(model: AppModel): Names {
  const names: Names = new Map();
  const at = (key: string) => {
    const found = names.get(key) ?? { entities: [], fields: [], states: [], pages: [] };
    names.set(key, found);
    return found;
  };
  const options = new Set(
    model.entities.flatMap(({ properties }) =>
      Object.values(properties).flatMap((value) =>
        (value.enum ?? value.items?.enum ?? []).map((one) => phraseKey(`${one}`)),
      ),
    ),
  );
  const weak: (() => void)[] = [];
  const weakest: (() => void)[] = [];
  for (const entity of model.entities) {
    // "time entries", where the table is shown as "Stunden".
    const called = [entity.name, wordsOf(entity.name).join(" "), entity.title ?? entity.name, entity["x-plural"] ?? ""];
    for (const name of called.filter(Boolean)) addOnce(at(phraseKey(name)).entities, entity);
    const thing = thingOf(singular(entity.name));
    // "50 bottles" of wines with bottles in stock: the field's own word goes before other words for its table.
    for (const other of thing ? namesOfThing(thing) : [])
      weakest.push(() => {
        const key = phraseKey(other);
        // "drop the weight" of donations, which are drops elsewhere: what people ask with is no other word for a table.
        if (
          askPhrases()
            .phrases.get(lower(other))
            ?.some((ask) => ask === "remove" || ask === "add")
        )
          return;
        if (!isAttribute(other) && isOpenTo(names.get(key), entity)) at(key).entities.push(entity);
      });
    const last = wordsOf(entity.title ?? entity.name);
    if (last.length > 1)
      weak.push(() => {
        const key = phraseKey(last.at(-1)!);
        if (!names.get(key)?.entities.length) addOnce(at(key).entities, entity);
      });
    for (const [name, value] of Object.entries(entity.properties)) {
      const ref = { entity, name };
      for (const text of new Set([phraseKey(name), phraseKey(labelFor(name, value))])) at(text).fields.push(ref);
      for (const other of loadWords().alike.get(wordKey(labelFor(name, value))) ?? [])
        weak.push(() => {
          const key = phraseKey(other);
          // "the venue of rehearsals", which have a place: a field's own name in another table is no other word.
          if (!names.get(key)?.entities.length && !owned.has(key)) at(key).fields.push(ref);
        });
      // "finished date" of what was finished on.
      const day = / (?:on|at)$/.test(labelFor(name, value))
        ? labelFor(name, value).replace(/ (?:on|at)$/, "")
        : undefined;
      for (const other of day === undefined ? [] : [`${day} date`, `${day} day`, `${day} time`])
        weak.push(() => {
          if (!names.has(phraseKey(other))) at(phraseKey(other)).fields.push(ref);
        });
      const parts = wordsOf(labelFor(name, value));
      if (parts.length > 1)
        for (const part of new Set([parts[0]!, parts.at(-1)!, parts.slice(0, -1).join(" "), parts.slice(1).join(" ")]))
          weak.push(() => {
            const key = phraseKey(part);
            if (
              key.length > 2 &&
              !fillers.has(part) &&
              !isAsking(part) &&
              !isOfParticle(part, parts) &&
              !names.get(key)?.entities.length &&
              !names.get(key)?.fields.some(({ entity: owner }) => owner === entity)
            )
              at(key).fields.push({ ...ref, isPart: true });
          });
      for (const option of (value.enum ?? value.items?.enum ?? []).map(String)) {
        addState(at(phraseKey(option)).states, { ...ref, is: option });
        const words = wordsOf(option).join(" ");
        if (words && phraseKey(option) !== words) addState(at(words).states, { ...ref, is: option });
      }
      // "unpaid", where the box is shown as "Bezahlt": by its own name, too.
      for (const said of new Set(kindOf(name, value) === "boolean" ? [labelFor(name, value), name] : [])) {
        const label = wordsOf(said)
          .join(" ")
          .replace(/^(?:is|has|was) /, "");
        addState(at(label).states, { ...ref, is: "true" });
        // "not done" of tasks with a status, where subtasks have a box: read word by word, which is right of both.
        const denied = options.has(phraseKey(label)) ? ["un", "non "] : denials;
        for (const before of denied) addState(at(`${before}${label}`).states, { ...ref, is: "false" });
        for (const text of loadWords().opposites.get(label) ?? [])
          weak.push(() => {
            if (!names.has(phraseKey(text))) addState(at(phraseKey(text)).states, { ...ref, is: "false" });
          });
      }
    }
  }
  for (const page of model.pages) addOnce(at(phraseKey(page.title)).pages, page);
  const owned = new Set([...names].flatMap(([key, { fields }]) => (fields.length > 0 ? [key] : [])));
  for (const claim of [...weak, ...weakest]) claim();
  return names;
}

/** "check" is no word for what is checked out: it may be checked in as well. */
const isOfParticle = (part: string, [first, last = "", ...more]: string[]): boolean =>
  part === first && more.length === 0 && /^(?:in|out|up|off|over|back)$/.test(last);

/** Whether a name is nobody's, or only that of links to the table: the property of a viewing is a listing. */
const isOpenTo = (claimed: ReturnType<Names["get"]>, { name }: Entity): boolean =>
  !claimed ||
  (claimed.entities.length + claimed.states.length + claimed.pages.length === 0 &&
    claimed.fields.every(({ entity, name: field }) => entity.properties[field]?.["x-reference"] === name));

function addOnce<T>(list: T[], one: T): void {
  if (!list.includes(one)) list.push(one);
}
const addState = (list: State[], state: State) => {
  if (!list.some(({ entity, name, is }) => entity === state.entity && name === state.name && is === state.is))
    list.push(state);
};

/** "the email column": the field, and no kind of field. */
const fieldWord = /^(?:field|column)s?$/i;

const nothing = { entities: [], fields: [], states: [], pages: [] };
const longestName = 5;

/** The key of a run of words as the app's names are kept. */
const keyOf = (tokens: Token[]) =>
  phraseKey(
    tokens
      .map(({ text }) => lower(text))
      .join(" ")
      .replace(/(?<=\w)'s?$/, ""),
  );
const plainOf = (tokens: Token[]) => tokens.map(({ text }) => lower(text)).join(" ");

/** Takes a clause apart into what its words may mean. */
export function marksOf(text: string, model: AppModel): Mark[] {
  const names = namesOf(model);
  const tokens = tokensOf(text);
  const { phrases, longest } = askPhrases();
  const colors = colorsIn(text);
  const marks: Mark[] = [];
  for (let at = 0; at < tokens.length;) {
    const first = tokens[at]!;
    const quote = /^(["'])(.*)\1$/.exec(first.text);
    const named = runFor(tokens, at, longestName, (run) => names.get(keyOf(run)) ?? names.get(plainOf(run)));
    const isOwned = named?.size === 1 && named.found.fields.length > 0;
    const asked = runFor(tokens, at, longest, (run) =>
      // "the amount of deals", which have an amount.
      isOwned && run.length === 2 && lower(run[1]!.text) === "of" ? undefined : phrases.get(plainOf(run)),
    );
    const part = runFor(tokens, at, 3, (run) => partRole(plainOf(run)));
    const kind = runFor(tokens, at, 4, (run) =>
      /[a-z€$%]/i.test(run[0]!.text) && !(isOwned && run.length > 1 && fieldWord.test(run.at(-1)!.text))
        ? typeSaid(plainOf(run))
        : undefined,
    );
    const color = colors.find((one) => one.at === first.at);
    const colorSize = color ? tokens.slice(at).findIndex(({ end }) => end >= color.at + color.name.length) + 1 : 0;
    const size = Math.max(1, named?.size ?? 0, asked?.size ?? 0, part?.size ?? 0, kind?.size ?? 0, colorSize);
    const end = tokens[at + size - 1]!.end;
    marks.push({
      at: first.at,
      end,
      text: text.slice(first.at, end),
      words: tokens.slice(at, at + size).map((token) => lower(token.text)),
      ...(named?.size === size ? named.found : nothing),
      // What the app keeps goes by its name, whatever else the word asks for.
      asks: asked?.size === size && !(named?.size === size && named.found.entities.length > 0) ? asked.found : [],
      ...(color && colorSize === size ? { color: { hex: color.hex, name: color.name } } : {}),
      ...(part?.size === size ? { role: part.found } : {}),
      ...(kind?.size === size ? { kind: kind.found } : {}),
      ...(/^\d+(?:\.\d+)?$/.test(first.text) && size === 1
        ? { number: Number(first.text) * (isBelowZero(text, first.at) ? -1 : 1) }
        : {}),
      ...(quote && size === 1 ? { quoted: quote[2]! } : {}),
      isSign: size === 1 && !/[\p{L}\d]/u.test(first.text),
    });
    at += size;
  }
  return marks.map((mark) => mended(mark, names));
}

/** "above -70": a sign right before a number, with a space before it. */
const isBelowZero = (text: string, at: number): boolean => text[at - 1] === "-" && /\s/.test(text[at - 2] ?? "x");

/** A name with one typing error, where the words mean nothing else. */
function mended(mark: Mark, names: Names): Mark {
  const word = mark.words[0]!;
  if (!isUnknown(mark) || mark.words.length > 1 || word.length < 5 || isAttribute(word)) return mark;
  if (loadWords().notMistyped.has(word)) return mark;
  const key = phraseKey(word);
  const close = [...names.keys()].filter((name) => name.length > 4 && isOneOff(name, key) && name[0] === key[0]);
  return close.length === 1 && thingOf(word) === null ? { ...mark, ...names.get(close[0]!)! } : mark;
}

function runFor<T>(tokens: Token[], at: number, most: number, find: (run: Token[]) => T | undefined | null) {
  for (let size = Math.min(most, tokens.length - at); size > 0; size--) {
    const run = tokens.slice(at, at + size);
    // A comma never stands within a name, and numbers are none.
    if (size > 1 && run.some(({ text }) => !/[\p{L}\d]/u.test(text) || text.startsWith('"'))) continue;
    const found = find(run);
    if (found !== undefined && found !== null) return { found, size };
  }
  return null;
}

export const has = (mark: Mark, ...asks: Ask[]) => mark.asks.some((ask) => asks.includes(ask));

/** "the number of repairs" counts them, also where one of their fields is called a number. */
export function isCounting(mark: Mark, marks: readonly Mark[]): boolean {
  if (has(mark, "count") && mark.words.at(-1) === "of") return true;
  const [of, ...behind] = marks.slice(marks.indexOf(mark) + 1);
  const isBare = mark.words.length === 1 && (mark.words[0] === "number" || mark.words[0] === "count");
  return isBare && of?.words[0] === "of" && behind.slice(0, 2).some(({ entities }) => entities.length > 0);
}

/** Whether nothing is known of a mark, and it is no word that means nothing either. */
export const isUnknown = (mark: Mark): boolean =>
  !mark.isSign &&
  mark.entities.length + mark.fields.length + mark.states.length + mark.pages.length + mark.asks.length === 0 &&
  !mark.color &&
  !mark.role &&
  !mark.kind &&
  mark.number === undefined &&
  mark.quoted === undefined &&
  !mark.words.every((word) => fillers.has(word));

/** What a sentence about rights asks with. */
export const ofRights = [
  "can",
  "cannot",
  "only",
  "own",
  "admin",
  "anyone",
  "signed",
  "read",
  "create",
  "update",
  "delete",
  "manage",
];
/** A word for a field in a sentence about rights: "the total", which asks for a sum elsewhere. */
export const isFieldOfRights = (mark: Mark): boolean =>
  mark.fields.length > 0 && mark.entities.length === 0 && !has(mark, ...ofRights);

export const isFiller = (mark: Mark): boolean => mark.isSign || mark.words.every((word) => fillers.has(word));
