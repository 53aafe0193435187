import "server-only";
import { listed, plural, wordsOf } from "../language/inflect";
import type { AppModel, Entity, Property } from "../model/app-model";
import { labelFor, optionsOf, titleField } from "../model/field-kinds";
import { manyOf } from "../draft/draft";
import { isAttribute } from "../lexicon/lexicon";
import { isLikelyName } from "../first/choose-reading";
import {
  type Comparison,
  fieldOf,
  isBehind,
  isListed,
  isManySaid,
  isReached,
  isSaid,
  key,
  linksOf,
  type Pair,
  tableIn,
  wordsIn,
} from "./comparison";

/** A request for what only the other reading has, in words that the builder understands. */
export type Doubt = {
  kind: "table" | "link" | "move" | "options" | "field";
  words: string;
  /** Whether an app has what is asked for. */
  holds: (app: AppModel) => boolean;
};
type Field = [name: string, value: Property];

/** More fields make no request that is read at a glance. */
const fieldsMax = 6;

const ownFields = ({ properties }: Entity): Field[] =>
  Object.entries(properties).filter(([, value]) => !value["x-reference"]);
const nameOf = ([name, value]: Field) => labelFor(name, value).toLowerCase();
/** "status (new, paid)". */
const spoken = (field: Field) => {
  const options = field[1].enum ? optionsOf(field[1]) : [];
  return options.length > 0 ? `${nameOf(field)} (${options.join(", ")})` : nameOf(field);
};

/** Everything in which the other reading may be right, the most valuable first. */
export function doubtsIn(comparison: Comparison): Doubt[] {
  const shared = comparison.pairs.filter((pair): pair is Required<Pair> & { mine: Entity } => pair.mine !== undefined);
  return [
    ...comparison.pairs.flatMap((pair) => (pair.mine ? [] : missingTable(comparison, pair.other))),
    ...shared.flatMap(({ other, mine }) => missingLinks(comparison, other, mine)),
    ...shared.flatMap(({ other, mine }) => misplacedFields(comparison, other, mine)),
    ...shared.flatMap(({ other, mine }) => otherOptions(comparison, other, mine)),
    ...shared.flatMap(({ other, mine }) => missingFields(comparison, other, mine)),
  ];
}

function missingTable({ made, pairs, message }: Comparison, entity: Entity): Doubt[] {
  const isOption = made.entities.some(({ properties }) =>
    Object.values(properties).some((value) => optionsOf(value).some((option) => key(option) === key(entity.name))),
  );
  if (
    isOption ||
    !isSaid(message, entity.name) ||
    !isManySaid(message, entity.name) ||
    !isLikelyName(entity, message.typed)
  )
    return [];
  const own = ownFields(entity)
    .filter(([name]) => isSaid(message, name))
    .slice(0, fieldsMax);
  const mineOf = (name: string) => pairs.find(({ other }) => other.name === name)?.mine;
  const to = linksOf(entity).flatMap((name) => mineOf(name) ?? []);
  const from = pairs.flatMap(({ other, mine }) => (mine && linksOf(other).includes(entity.name) ? [mine] : []));
  // The same table by another name.
  const isRenamed = made.entities.some(
    (one) =>
      pairs.every(({ mine }) => mine !== one) &&
      isLikelyName(one, message.typed) &&
      own.filter(([name]) => fieldOf(one, name)).length * 2 > own.length,
  );
  const isField = made.entities.some((one) => fieldOf(one, entity.name));
  if (isRenamed || isField || own.length + to.length + from.length === 0) return [];
  const many = plural(wordsOf(entity.name).join(" ").toLowerCase());
  const title = titleField(entity);
  const names = own.some(([name]) => name === title) ? [] : ["name"];
  const fields = [...names, ...own.map(spoken), ...to.map(({ name }) => wordsOf(name).join(" ").toLowerCase())];
  const links = from.map((one) => `, and link ${manyOf(one)} to ${many}`).join("");
  return [
    {
      kind: "table",
      words: `Add a table for ${many} with ${listed(fields)}${links}`,
      holds: (app) => {
        const table = tableIn(app, entity.name);
        return (
          table !== undefined &&
          own.every(([name]) => fieldOf(table, name)) &&
          to.every(({ name }) => linksOf(table).includes(name)) &&
          from.every(({ name }) => linksOf(tableIn(app, name) ?? table).includes(table.name))
        );
      },
    },
  ];
}

function missingLinks({ made, pairs }: Comparison, other: Entity, mine: Entity): Doubt[] {
  return linksOf(other).flatMap((name): Doubt[] => {
    const target = pairs.find((pair) => pair.other.name === name)?.mine;
    if (!target || target === mine || isReached(made, mine, target) || isReached(made, target, mine)) return [];
    return [
      {
        kind: "link",
        words: `Link ${manyOf(mine)} to ${manyOf(target)}`,
        holds: (app) => {
          const [from, to] = [tableIn(app, mine.name), tableIn(app, target.name)];
          return !from || !to || linksOf(from).includes(target.name);
        },
      },
    ];
  });
}

/** Fields that stand in another table than the other reading has them in. */
function misplacedFields(comparison: Comparison, other: Entity, mine: Entity): Doubt[] {
  const { made, pairs, message } = comparison;
  const elsewhere = made.entities.filter((one) => one !== mine);
  return elsewhere.flatMap((place): Doubt[] => {
    const there = pairs.find((pair) => pair.mine === place)?.other;
    const fields = ownFields(other).filter(
      ([name]) =>
        there &&
        isSaid(message, name) &&
        // "Tours, news and telescopes": of things that nobody knows as a field of others, none belongs to the news.
        (isAttribute(nameOf([name, mine.properties[name] ?? {}])) || !isManySaid(message, name)) &&
        fieldOf(place, name) &&
        fieldOf(place, name) !== titleField(place) &&
        !fieldOf(there, name) &&
        !fieldOf(mine, name) &&
        isBehind(comparison, mine, name),
    );
    if (fields.length === 0 || fields.length > fieldsMax) return [];
    return [
      {
        kind: "move",
        words: `Move ${listed(fields.map(nameOf))} from ${manyOf(place)} to ${manyOf(mine)}`,
        holds: (app) =>
          fields.every(([name]) => fieldOf(tableIn(app, mine.name), name) && !fieldOf(tableIn(app, place.name), name)),
      },
    ];
  });
}

/** Options of the message, for a field that has only what is usual. */
function otherOptions({ message }: Comparison, other: Entity, mine: Entity): Doubt[] {
  return ownFields(other).flatMap(([name, value]): Doubt[] => {
    const standing = fieldOf(mine, name);
    const options = value.enum ? optionsOf(value) : [];
    if (
      !standing ||
      !mine.properties[standing]!.enum ||
      options.length < 2 ||
      !options.every((option) => isSaid(message, option))
    )
      return [];
    const has = optionsOf(mine.properties[standing]!);
    if (has.join() === options.join() || (has.length > 0 && has.every((option) => isSaid(message, option)))) return [];
    return [
      {
        kind: "options",
        words: `Make ${nameOf([standing, mine.properties[standing]!])} of ${manyOf(mine)} a dropdown with ${options.join(", ")}`,
        holds: (app) => optionsOf(tableIn(app, mine.name)?.properties[standing] ?? {}).join() === options.join(),
      },
    ];
  });
}

/** Fields of several words, in a list of the message, of which the app has none at all. A single word may be anything. */
function missingFields(comparison: Comparison, other: Entity, mine: Entity): Doubt[] {
  const { made, message } = comparison;
  const known = wordsIn(made);
  const fields = ownFields(other).filter(
    ([name]) =>
      isSaid(message, name) &&
      wordsOf(name).length > 1 &&
      !/\d/.test(name) &&
      isListed(message, name) &&
      isBehind(comparison, mine, name) &&
      made.entities.every((entity) => !fieldOf(entity, name)) &&
      key(name)
        .split(" ")
        .some((word) => !known.has(word)),
  );
  if (fields.length === 0 || fields.length > fieldsMax) return [];
  return [
    {
      kind: "field",
      words: `Add ${listed(fields.map(spoken))} to ${manyOf(mine)}`,
      holds: (app) => fields.every(([name]) => fieldOf(tableIn(app, mine.name), name)),
    },
  ];
}
