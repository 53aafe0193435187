import "server-only";
import type { Entity, Property } from "../../model/app-model";
import { kindOf, labelFor } from "../../model/field-kinds";
import { listed } from "../../language/inflect";
import { manyOf, titleOf } from "../../draft/draft";
import { optionsOf } from "../../model/field-kinds";
import { type Difference, same } from "./difference";

const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

const limits = [
  ["minimum", "least amount", "more"],
  ["maximum", "greatest amount", "less"],
] as const;

const fieldReaders = { anonymous: "visitors", all: "people who are signed in", admin: "admins" };

/** Beyond this, new names of a table's fields are told in one line. */
const renamedMax = 3;
const isRenamed = ({ line }: Difference) => /^~field \S+ label=/.test(line);

/** " from 1 to 4": stars have their limits by themselves. */
const rangeSaid = ({ minimum, maximum, ...value }: Entity["properties"][string]): string =>
  minimum !== undefined && maximum !== undefined && value["x-display"] !== "rating"
    ? ` from ${minimum} to ${maximum}`
    : "";

/** What differs in the fields of a table that was there before. */
export function fieldDifferences(before: Entity, after: Entity): Difference[] {
  const all = eachDifference(before, after);
  const renamed = all.filter(isRenamed);
  if (renamed.length <= renamedMax) return all;
  const labels = renamed.map(({ line }) => line.slice(line.indexOf("=") + 1));
  return [
    {
      line: renamed.map(({ line }) => line).join("; "),
      said: `The fields of ${manyOf(after)} are called ${listed(labels)} now.`,
      about: renamed.flatMap(({ about }) => about),
    },
    ...all.filter((one) => !isRenamed(one)),
  ];
}

const rightVerbs = [
  ["read", "see"],
  ["write", "set"],
] as const;

function eachDifference(before: Entity, after: Entity): Difference[] {
  const found: Difference[] = [];
  const many = manyOf(after);
  // German nouns keep their capitals.
  const asSaid = (label: string) => (after["x-plural"] ? label : label.toLowerCase());
  const names = [...new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])];
  const note = (line: string, said: string, about: string[], state?: string) =>
    found.push({ line, said, about: [...about, many, after.name], ...(state !== undefined && { state }) });
  // Fields of a table that is opened are closed with it, which the reply tells by itself.
  const isOpened = !same(before["x-accessControl"], after["x-accessControl"]);
  const noteRights = (name: string, old: Property | undefined, now: Property) => {
    const label = labelFor(name, now);
    for (const [key, verb] of isOpened ? [] : rightVerbs) {
      const tests = now["x-accessControl"]?.[key];
      if (same(old?.["x-accessControl"]?.[key], tests)) continue;
      const who = tests?.map((test) =>
        typeof test === "string" ? fieldReaders[test] : `those with the role ${test.role}`,
      );
      note(
        `~field ${after.name}.${name} ${key}=${tests?.map((test) => (typeof test === "string" ? test : test.role)).join(",") ?? ""}`,
        who
          ? `Only ${listed(who)} ${verb} the ${label.toLowerCase()} of ${many}.`
          : `Whoever ${verb === "see" ? "sees" : "changes"} a row of ${many} ${verb}s its ${label.toLowerCase()}.`,
        [name, label, ...(old ? [labelFor(name, old)] : []), ...(who ?? []), verb],
      );
    }
  };
  for (const name of names) {
    const [old, now] = [before.properties[name], after.properties[name]];
    const at = `${after.name}.${name}`;
    if (!old && now) {
      const label = labelFor(name, now);
      const options = optionsOf(now);
      const isDuty = after.required?.includes(name) ?? false;
      const isUnique = now["x-unique"] === true;
      // A dropdown that nobody spoke of starts with its first option.
      const start =
        now.default !== undefined && now.default !== false && now.default !== options[0] ? asText(now.default) : "";
      note(
        `+field ${at} ${kindOf(name, now)}${options.length > 0 ? ` ${options.join(", ")}` : ""}${isDuty ? " required" : ""}${isUnique ? " unique" : ""}${start ? ` default=${start}` : ""}`,
        `${titleOf(after)} have a new field, ${asSaid(label)}${options.length > 0 ? ` (${options.join(", ")})` : ""}${rangeSaid(now)}${isDuty ? ", which must be filled in" : ""}${isUnique ? `${isDuty ? " and" : ", which"} must be unique` : ""}${start ? `; a new row starts as ${start}` : ""}.`,
        [name, label, kindOf(name, now), ...options, now["x-reference"] ?? "", start],
      );
      noteRights(name, undefined, now);
      continue;
    }
    if (old && !now) {
      note(
        `-field ${at}`,
        `${titleOf(after)} no longer have the field ${asSaid(labelFor(name, old))}; what was stored there stays in the rows.`,
        [name, labelFor(name, old)],
      );
      continue;
    }
    if (!old || !now || same(old, now)) continue;
    const label = labelFor(name, now);
    const about = [name, label, labelFor(name, old)];
    if (labelFor(name, old) !== label)
      note(`~field ${at} label=${label}`, `${labelFor(name, old)} of ${many} is called ${label} now.`, about);
    const [had, has] = [optionsOf(old), optionsOf(now)];
    const [more, less] = [has.filter((option) => !had.includes(option)), had.filter((option) => !has.includes(option))];
    const isLinked = old["x-reference"] !== now["x-reference"];
    if (kindOf(name, old) !== kindOf(name, now) && !(isLinked && now["x-reference"]))
      note(
        `~field ${at} kind=${kindOf(name, now)}${has.length > 0 ? ` options ${has.join(", ")}` : ""}`,
        `${label} of ${many} is now ${kindWords[kindOf(name, now)] ?? kindOf(name, now)}${has.length > 0 ? ` with ${listed(has)}` : ""}.`,
        [...about, ...has, ...had, kindOf(name, now)],
      );
    else if (more.length + less.length > 0 && !isLinked)
      note(
        `~field ${at} ${more.length > 0 && less.length > 0 ? `options ${has.join(", ")}` : [...more.map((option) => `+${option}`), ...less.map((option) => `-${option}`)].join(" ")}`,
        `${label} of ${many} can be ${listed(has, "or")} now${more.length === 0 && less.includes(asText(old.default)) && now.default !== undefined ? `; a new row starts as ${asText(now.default)}` : ""}.`,
        [...about, ...more, ...less, ...has],
        `options ${at}`,
      );
    else if (!same(had, has) && !isLinked)
      note(
        `~field ${at} order ${has.join(", ")}`,
        `${label} of ${many} has its options in the order ${has.join(", ")}.`,
        [...about, ...has],
      );
    const isRetyped = kindOf(name, old) !== kindOf(name, now);
    const isForced =
      old.default !== undefined &&
      (has.length > 0 ? !has.includes(asText(old.default)) : isRetyped && now.default === undefined);
    if (!same(old.default, now.default) && !isForced && !isLinked)
      note(
        `~field ${at} default=${asText(now.default)}`,
        now.default === undefined
          ? `${label} of ${many} starts empty.`
          : `${label} of a new row in ${many} starts as ${asText(now.default)}.`,
        [...about, asText(now.default)],
      );
    if (!isRetyped || kindOf(name, now) === "number")
      for (const [key, word, most] of limits)
        if (old[key] !== now[key] && !(isRetyped && now[key] === undefined))
          note(
            `~field ${at} ${key}=${now[key] ?? ""}`,
            now[key] === undefined
              ? `${label} of ${many} has no ${word} any more.`
              : `${label} of ${many} must be ${now[key]} or ${most}; what is stored already stays as it is.`,
            [...about, word, asText(now[key])],
          );
    if (old["x-unique"] !== now["x-unique"])
      note(
        `~field ${at} ${now["x-unique"] ? "unique" : "repeatable"}`,
        now["x-unique"]
          ? `${label} of ${many} must be unique: a second row with the same value is refused. If rows have the same one already, it stays as it was, and I say which below.`
          : `${label} of ${many} need not be unique: several rows may have the same value.`,
        about,
      );
    noteRights(name, old, now);
    if (isLinked)
      note(
        `~field ${at} links=${now["x-reference"] ?? ""}`,
        `${label} of ${many} links to ${now["x-reference"] ?? "nothing"} now.`,
        [...about, now["x-reference"] ?? ""],
      );
  }
  for (const name of names.filter((one) => before.properties[one] && after.properties[one])) {
    const [was, is] = [before.required?.includes(name) ?? false, after.required?.includes(name) ?? false];
    if (was !== is)
      note(
        `~field ${after.name}.${name} ${is ? "required" : "optional"}`,
        `${labelFor(name, after.properties[name]!)} of ${many} ${is ? "must be filled in" : "may stay empty"}.`,
        [name, labelFor(name, after.properties[name]!)],
      );
  }
  const order = (entity: Entity) =>
    Object.keys(entity.properties).filter((name) => before.properties[name] && after.properties[name]);
  if (!same(order(before), order(after)))
    note(
      `~table ${after.name} order`,
      `The fields of ${many} stand in the order ${listed(order(after).map((name) => labelFor(name, after.properties[name]!).toLowerCase()))}.`,
      Object.keys(after.properties),
    );
  return found;
}

const kindWords: Record<string, string> = {
  longtext: "a long text",
  text: "a text",
  number: "a number",
  money: "an amount of money",
  percent: "a percentage",
  rating: "a rating",
  date: "a date",
  datetime: "a date with a time",
  boolean: "a checkbox",
  enum: "a dropdown",
  multi: "a choice of several",
  tags: "tags",
  email: "an email address",
  phone: "a phone number",
  url: "a link",
  image: "an image",
  file: "a file",
  reference: "a link to another table",
};
