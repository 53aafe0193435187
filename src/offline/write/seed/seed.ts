import "server-only";

// One locale only: the full package loads three times as slowly.
import { faker } from "@faker-js/faker/locale/en";
import type { AppModel, Entity } from "../../model/app-model";
import { archetypeOf } from "../../words/archetypes";
import { kindOf, titleField } from "../../model/field-kinds";
import { label, pick, type Scene, seedOf } from "./scene";
import { inStep } from "./steps";
import { isMadeName, sampleValue } from "./values";
import { categoriesOf } from "./words";
import { loadWords } from "../../words/load";
import type { Seed } from "../../draft/draft";
import { inAgreement, type KnownRows } from "./agree";
import { keptApart } from "./apart";
import { following, linesInTime } from "./follow";
import { type Earlier, historyOf, linesOfEarlier, oldestFirst } from "./history";
import { addedUp } from "./sums";
import { sampleCompanies, samplePeople } from "../../words/samples";
import { tradeIn } from "../../words/trades";
import { storyOf } from "./story";
import { throughReferences } from "./through";
import { sentence, singular } from "../../language/inflect";

type Row = Record<string, unknown>;
/**
 * Sample rows as lines of `insert_entity_records`: references point to rows of the same reply by `$ref`.
 * `said` is what a new app was asked for in, which names its trade. Deterministic for an app and a day; dates lie around `today`, so that calendars and charts are not empty.
 */
export function sampleRows(
  model: AppModel,
  seeds: Seed[],
  today: Date,
  things: Record<string, string> = {},
  said = "",
): { entity: Entity; lines: string[] }[] {
  const named = seeds.flatMap(({ entity: name, rows }) => {
    const entity = rows && model.entities.find((one) => one.name === name);
    return entity ? [{ entity, lines: rows.map((row) => JSON.stringify(row)) }] : [];
  });
  return [
    ...madeRows(
      model,
      seeds.filter(({ rows }) => !rows),
      today,
      things,
      said,
    ),
    ...named,
  ];
}

function madeRows(
  model: AppModel,
  seeds: Seed[],
  today: Date,
  things: Record<string, string>,
  said: string,
): { entity: Entity; lines: string[] }[] {
  const stories = seeds.filter(({ isStory }) => isStory).map(({ entity }) => entity);
  const story = storyOf(model, stories, things, { today, trade: tradeIn(`${said}. ${model.name}`) }, label);
  const counts = new Map(seeds.map(({ entity, count }) => [entity, story.get(entity)?.length ?? count]));
  const known: KnownRows = new Map();
  const recent = new Map<string, Earlier>();
  const tables = inOrder(
    model,
    seeds.map(({ entity }) => entity),
  ).map((entity) => {
    faker.seed(seedOf(entity.name));
    const made = Array.from({ length: counts.get(entity.name)! }, (_, at) => {
      const row = sampleRow(entity, counts, { faker, at, of: counts.get(entity.name)!, today });
      const told = story.get(entity.name)?.[at];
      return told ? completed(entity, told, row, things[entity.name]) : row;
    });
    const isTold = (at: number, field: string) => story.get(entity.name)?.[at]?.[field] !== undefined;
    const rows = inStep(entity, following(entity, made, known, isTold, today), isTold, today);
    const agreed = inAgreement(entity, throughReferences(entity, rows, known, isTold), known);
    const before = story.has(entity.name) ? historyOf(entity, agreed, today) : [];
    if (before.length > 0) recent.set(entity.name, { count: agreed.length, before: before.length });
    const all = keptApart(entity, [...agreed, ...before, ...linesOfEarlier(entity, agreed, recent)]);
    for (const [at, row] of all.entries()) known.set(label(entity.name, at), { entity, row });
    return { entity, rows: all };
  });
  return addedUp(tables).map(({ entity, rows }) => ({
    entity,
    lines: oldestFirst(
      entity,
      linesInTime(entity, rows, known).map((row, at) => ({
        $ref: label(entity.name, at),
        ...byItsDay(entity, row, rows.length),
      })),
    ).map((row) => JSON.stringify(row)),
  }));
}

/**
 * Completes a row of the domain data: fields that the thing leaves empty stay so; required fields and those that the
 * person added, or gave other options, are made up.
 */
function completed(entity: Entity, known: Row, made: Row, thing: string | undefined): Row {
  const own = new Map(
    loadWords()
      .things.get(thing ?? "")
      ?.fields.map((field) => [field.name, field.options?.map(({ value }) => value) ?? []]),
  );
  const isOfPerson = (name: string) =>
    !own.has(name) || entity.properties[name]?.enum?.some((option) => !own.get(name)!.includes(String(option)));
  const others = Object.entries(made).filter(
    ([name]) => isOfPerson(name) || entity.required?.includes(name) || entity.properties[name]?.["x-reference"],
  );
  return { ...Object.fromEntries(others), ...known };
}

/** Topological order: referenced tables first. */
function inOrder(model: AppModel, names: string[]): Entity[] {
  const sorted: Entity[] = [];
  const open = new Set<string>();
  const visit = (name: string) => {
    const entity = model.entities.find((candidate) => candidate.name === name);
    if (!entity || open.has(name) || !names.includes(name)) return;
    open.add(name);
    for (const value of Object.values(entity.properties)) if (value["x-reference"]) visit(value["x-reference"]);
    sorted.push(entity);
  };
  for (const name of names) visit(name);
  return sorted;
}

function sampleRow(
  entity: Entity,
  counts: Map<string, number>,
  { faker, at, of, today }: Pick<Scene, "faker" | "at" | "of" | "today">,
): Row {
  const people = samplePeople();
  const [first, ...last] = pick(people, seedOf(entity.name) + at).split(" ");
  const person = { first: first!, last: last.join(" ") };
  const scene: Scene = {
    faker,
    at,
    of,
    today,
    person,
    company: pick(sampleCompanies(), seedOf(entity.name) + at),
    noun: archetypeOf(singular(entity.name))?.noun,
    entity,
  };
  const row: Row = {};
  for (const [name, property] of Object.entries(entity.properties)) {
    const value = sampleValue(name, property, scene, counts);
    if (value !== undefined) row[name] = value;
  }
  return byItsKind(scene, row);
}

/** Where the person named the kinds of things, things are named by their kind, as "Oak desk" is no cake. */
function byItsKind({ entity, noun, at }: Scene, row: Row): Row {
  const kind = Object.keys(entity.properties).find(
    (name) => /^(?:category|type|kind)$/.test(name) && entity.properties[name]!.enum,
  );
  const option = kind && row[kind];
  if (
    (noun !== "product" && noun !== "item") ||
    typeof option !== "string" ||
    categoriesOf(noun).some((known) => known.toLowerCase() === option.toLowerCase())
  )
    return row;
  return {
    ...row,
    [titleField(entity) ?? "name"]:
      `${pick(["Classic", "Seasonal", "House", "Signature", "Everyday", "Little"], at)} ${option.toLowerCase()}`,
  };
}

/** What nobody knows, and takes place on a day, is called by that day: "Foraging walk, 6 December". */
function byItsDay(entity: Entity, row: Row, count: number): Row {
  const noun = archetypeOf(singular(entity.name))?.noun;
  const title = titleField(entity) ?? "";
  const day = Object.keys(entity.properties).find((name) =>
    ["date", "datetime"].includes(kindOf(name, entity.properties[name]!)),
  );
  const value = day && /^(?:date|day|when|time|start|starts_at|start_time|date_time)$/.test(day) ? row[day] : undefined;
  if (noun || typeof value !== "string" || !isMadeName(row[title], entity, count)) return row;
  const when = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  return { ...row, [title]: `${sentence(entity.title ?? entity.name)}, ${when.format(new Date(value))}` };
}
