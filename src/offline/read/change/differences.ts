import "server-only";
import type { AppModel, Chart, Entity, Property, View } from "../../app-model";
import { accessOf, entityOf } from "../../app-model";
import { kindOf, labelFor } from "../../fields";
import { describeAccess } from "../compose";
import { manyOf, titleOf } from "../draft";
import { listed, sentence } from "../../inflect";
import { rowOperations, type RowTest } from "@/shipped/contract";

/** One way in which the app differs from before. */
export type Difference = {
  /** For tests and benches: "+field Contact.phone phone". */
  line: string;
  /** For people. */
  said: string;
  /** What the difference is about, in words that a request may have used. */
  about: string[];
};

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

const optionsOf = (value: Property): string[] => (value.enum ?? value.items?.enum ?? []).map(String);

function fieldDifferences(before: Entity, after: Entity): Difference[] {
  const found: Difference[] = [];
  const many = manyOf(after);
  const names = [...new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])];
  const note = (line: string, said: string, about: string[]) =>
    found.push({ line, said, about: [...about, many, after.name] });
  for (const name of names) {
    const [old, now] = [before.properties[name], after.properties[name]];
    const at = `${after.name}.${name}`;
    if (!old && now) {
      const label = labelFor(name, now);
      const options = optionsOf(now);
      note(
        `+field ${at} ${kindOf(name, now)}${options.length > 0 ? ` ${options.join(", ")}` : ""}`,
        `${sentence(many)} have a new field, ${label.toLowerCase()}${options.length > 0 ? ` (${options.join(", ")})` : ""}.`,
        [name, label, kindOf(name, now), ...options, now["x-reference"] ?? ""],
      );
      continue;
    }
    if (old && !now) {
      note(
        `-field ${at}`,
        `${sentence(many)} no longer have the field ${labelFor(name, old).toLowerCase()}; what was stored there stays in the rows.`,
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
    if (kindOf(name, old) !== kindOf(name, now))
      note(
        `~field ${at} kind=${kindOf(name, now)}${has.length > 0 ? ` options ${has.join(", ")}` : ""}`,
        `${label} of ${many} is now ${kindWords[kindOf(name, now)] ?? kindOf(name, now)}${has.length > 0 ? ` with ${listed(has)}` : ""}.`,
        [...about, ...has, ...had, kindOf(name, now)],
      );
    else if (more.length + less.length > 0)
      note(
        `~field ${at} ${more.length > 0 && less.length > 0 ? `options ${has.join(", ")}` : [...more.map((option) => `+${option}`), ...less.map((option) => `-${option}`)].join(" ")}`,
        `${label} of ${many} can be ${listed(has, "or")} now.`,
        [...about, ...more, ...less, ...has],
      );
    else if (!same(had, has))
      note(
        `~field ${at} order ${has.join(", ")}`,
        `${label} of ${many} has its options in the order ${has.join(", ")}.`,
        [...about, ...has],
      );
    const isForced = old.default !== undefined && has.length > 0 && !has.includes(asText(old.default));
    if (!same(old.default, now.default) && !isForced)
      note(
        `~field ${at} default=${asText(now.default)}`,
        now.default === undefined
          ? `${label} of ${many} starts empty.`
          : `${label} of a new row in ${many} starts as ${asText(now.default)}.`,
        [...about, asText(now.default)],
      );
    if (old["x-reference"] !== now["x-reference"])
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
    note(`~table ${after.name} order`, `The fields of ${many} stand in another order.`, Object.keys(after.properties));
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

function ruleDifferences(before: Entity, after: Entity): Difference[] {
  const [was, is] = [before["x-accessControl"]?.rules ?? {}, after["x-accessControl"]?.rules ?? {}];
  return rowOperations.flatMap((operation) => {
    if (same(was[operation], is[operation])) return [];
    const tests = is[operation];
    const words = tests === undefined ? "" : tests.map(testText).join("|") || "nobody";
    return {
      line: `rules ${after.name} ${operation}=${words}`,
      said: `${titleOf(after)}: ${tests === undefined ? `who may ${operationWords[operation]} goes by the table again` : `${listed(tests.map(testWords), "and") || "nobody"} can ${operationWords[operation]}`}.`,
      about: [after.name, manyOf(after), operation, operationWords[operation], words],
    };
  });
}

const operationWords = { read: "see them", create: "add some", update: "change them", delete: "delete them" };
const testText = (test: RowTest): string =>
  typeof test === "string" ? test : "role" in test ? `role:${test.role}` : JSON.stringify(test);
const testWords = (test: RowTest): string =>
  test === "admin"
    ? "admins"
    : test === "creator"
      ? "who made a row"
      : test === "all"
        ? "whoever is signed in"
        : test === "anonymous"
          ? "anybody"
          : "role" in test
            ? `members with the role ${test.role}`
            : "people by a field of the row";

function entityDifferences(before: AppModel, after: AppModel): Difference[] {
  const found: Difference[] = [];
  for (const entity of after.entities) {
    const old = entityOf(before, entity.name);
    const fields = Object.entries(entity.properties).map(([name, value]) => labelFor(name, value).toLowerCase());
    if (!old) {
      found.push({
        line: `+table ${entity.name} ${Object.keys(entity.properties).join(", ")}`,
        said: `There is a new table, ${manyOf(entity)}, with ${listed(fields)}.`,
        about: [
          entity.name,
          manyOf(entity),
          ...Object.keys(entity.properties),
          ...fields,
          ...Object.values(entity.properties).flatMap((value) => [...optionsOf(value), value["x-reference"] ?? ""]),
        ],
      });
      continue;
    }
    if (manyOf(old) !== manyOf(entity))
      found.push({
        line: `~table ${entity.name} title=${titleOf(entity)}`,
        said: `${titleOf(old)} are called ${manyOf(entity)} now.`,
        about: [manyOf(old), manyOf(entity)],
      });
    found.push(...fieldDifferences(old, entity));
    const [was, is] = [accessOf(old), accessOf(entity)];
    if (!same(was, is))
      found.push({
        line: `access ${entity.name} read=${is.read} write=${is.write}`,
        said: `${titleOf(entity)}: ${describeAccess(is)}.`,
        about: [entity.name, manyOf(entity)],
      });
    found.push(...ruleDifferences(old, entity));
  }
  for (const entity of before.entities)
    if (!entityOf(after, entity.name))
      found.push({
        line: `-table ${entity.name}`,
        said: `The table ${manyOf(entity)} is gone; its rows stay stored and come back with an earlier version.`,
        about: [entity.name, manyOf(entity)],
      });
  return found;
}

const chartLine = ({ entity, by, sum, average, shape }: Chart) =>
  `${entity} by ${by}${sum ? ` sum=${sum}` : ""}${average ? ` average=${average}` : ""} ${shape}`;
const chartWords = (model: AppModel, { entity: name, by, sum, average, shape }: Chart) => {
  const entity = entityOf(model, name);
  const measured = (sum ?? average)?.replaceAll("_", " ");
  return `a ${shape} chart of ${average ? "the average " : ""}${measured ? `${measured} of ` : ""}${entity ? manyOf(entity) : name} by ${by === "createdAt" ? "month" : by.replaceAll("_", " ")}`;
};

function pageDifferences(before: AppModel, after: AppModel): Difference[] {
  const found: Difference[] = [];
  const about = (page: View) => [
    page.title,
    page.kind,
    page.form ?? "",
    page.field ?? "",
    page.entity ?? "",
    page.entity ? manyOf(entityOf(after, page.entity) ?? entityOf(before, page.entity)!) : "",
  ];
  for (const page of after.pages) {
    const old = before.pages.find((other) => other.page === page.page);
    const target = page.entity ? ` ${page.entity}${page.field ? `.${page.field}` : ""}` : "";
    if (!old)
      found.push({
        line: `+page ${page.form ?? page.kind}${target || ` ${page.title}`}`,
        said: `There is a new page, “${page.title}”.`,
        about: [...about(page), ...(page.text ?? "").split(/\s+/)],
      });
    for (const chart of (page.charts ?? []).filter(
      (one) => !(old?.charts ?? []).some((other) => chartLine(other) === chartLine(one)),
    ))
      if (old)
        found.push({
          line: `+chart ${chartLine(chart)}`,
          said: `“${page.title}” has ${chartWords(after, chart)}.`,
          about: [chart.entity, chart.by, chart.sum ?? chart.average ?? "", chart.shape, page.title],
        });
    for (const chart of page.charts ?? [])
      if (!old)
        found.push({
          line: `+chart ${chartLine(chart)}`,
          said: `“${page.title}” has ${chartWords(after, chart)}.`,
          about: [chart.entity, chart.by, chart.sum ?? chart.average ?? "", chart.shape],
        });
    if (!old) continue;
    for (const chart of (old.charts ?? []).filter(
      (one) => !(page.charts ?? []).some((other) => chartLine(other) === chartLine(one)),
    ))
      found.push({
        line: `-chart ${chartLine(chart)}`,
        said: `“${page.title}” no longer has ${chartWords(before, chart)}.`,
        about: [chart.entity, chart.by, chart.shape],
      });
    if (old.title !== page.title)
      found.push({
        line: `~page ${old.title} title=${page.title}`,
        said: `The page “${old.title}” is called “${page.title}” now.`,
        about: [old.title, page.title],
      });
    if (!same(old.sort, page.sort))
      found.push({
        line: `~page ${page.title} sort ${page.sort ? `${page.sort.field}${page.sort.isDescending ? " desc" : ""}` : "none"}`,
        said: page.sort
          ? `“${page.title}” opens sorted by ${page.sort.field.replaceAll("_", " ")}${page.sort.isDescending ? ", the highest or newest first" : ""}.`
          : `“${page.title}” opens in its usual order.`,
        about: [...about(page), page.sort?.field ?? ""],
      });
    if (!same(old.filters, page.filters))
      found.push({
        line: `~page ${page.title} filters ${(page.filters ?? []).join(", ")}`,
        said: `“${page.title}” has filters for ${listed((page.filters ?? []).map((name) => name.replaceAll("_", " "))) || "nothing"}.`,
        about: [...about(page), ...(page.filters ?? []), ...(old.filters ?? [])],
      });
    if (!same(old.hidden, page.hidden))
      found.push({
        line: `~page ${page.title} hides ${(page.hidden ?? []).join(", ")}`,
        said:
          (page.hidden ?? []).length > 0
            ? `“${page.title}” does not show ${listed(page.hidden!.map((name) => name.replaceAll("_", " ")))}; the form still has it.`
            : `“${page.title}” shows every column again.`,
        about: [...about(page), ...(page.hidden ?? []), ...(old.hidden ?? [])],
      });
    if (old.kind !== page.kind || old.form !== page.form || old.field !== page.field)
      found.push({
        line: `~page ${page.title} ${page.form ?? page.kind}${page.field ? ` ${page.field}` : ""}`,
        said: `“${page.title}” is a ${page.form ?? page.kind} now${page.field ? `, by ${page.field.replaceAll("_", " ")}` : ""}.`,
        about: about(page),
      });
    if (old.text !== page.text)
      found.push({
        line: `~page ${page.title} text`,
        said: `“${page.title}” has its new text.`,
        about: [...about(page), ...(page.text ?? "").split(/\s+/)],
      });
  }
  for (const page of before.pages)
    if (!after.pages.some((other) => other.page === page.page))
      found.push({ line: `-page ${page.title}`, said: `The page “${page.title}” is gone.`, about: about(page) });
  return found;
}

const lookWords: Record<string, string> = {
  page: "page background",
  components: "components",
  text: "text",
  accent: "main colour",
  header: "header",
  cards: "cards",
  buttons: "buttons",
};

/** Words in which people speak of a part of the look. */
const lookTerms = {
  preset:
    "style playful fun cheerful friendly elegant luxury luxurious classy fancy editorial magazine terminal developer technical warm cozy cosy nature natural organic night neon bold fresh clean modern calm quiet minimal minimalist plain professional serious feel vibe look".split(
      " ",
    ),
  font: "font fonts typeface typography serif sans mono monospaced monospace typewriter inter nunito fraunces playfair grotesk jetbrains display space dm rounded helvetica arial georgia times roman".split(
    " ",
  ),
  density:
    "compact dense denser tighter condensed airy airier spacious roomy space spacing room white breathing density comfortable".split(
      " ",
    ),
  radius:
    "corners corner edges edge rounded rounder round sharp sharper square squared angular soft softly slightly".split(
      " ",
    ),
  mode: "dark light darker lighter night bright black".split(" "),
  layout: "menu navigation sidebar navbar bar top side left horizontal vertical header".split(" "),
  currency:
    "euro euros dollar dollars pound pounds franc francs yen rupee rupees usd eur gbp chf currency british".split(" "),
};

const colorTerms =
  "canvas components component widgets elements controls ui header headers cards card panels tiles boxes buttons button text texts letters links navigation tone shade palette tint body backdrop interface typography writing sidebar menu bar font".split(
    " ",
  );

function lookDifferences(before: AppModel, after: AppModel): Difference[] {
  const found: Difference[] = [];
  const [old, now] = [before.look, after.look];
  for (const role of Object.keys(lookWords) as (keyof typeof now.colors)[])
    if (old.colors[role] !== now.colors[role])
      found.push({
        line: `look ${role}=${now.colors[role] ?? ""}`,
        said: `The ${lookWords[role]} ${role === "cards" || role === "buttons" || role === "components" ? "are" : "is"} ${now.colors[role] ?? "as the style has it"} now.`,
        about: [role, now.colors[role] ?? "", ...colorTerms],
      });
  for (const key of ["preset", "font", "density", "radius", "mode", "layout", "currency"] as const)
    if (old[key] !== now[key])
      found.push({
        line: `look ${key}=${now[key] ?? ""}`,
        said: `${sentence(key === "preset" ? "style" : key === "radius" ? "corners" : key)}: ${now[key] ?? "as the style has it"}.`,
        about: [key, now[key] ?? "", ...lookTerms[key]],
      });
  for (const condition of now.conditions ?? [])
    if (!(old.conditions ?? []).some((other) => same(other, condition)))
      found.push({
        line: `look condition ${condition.entity}.${condition.field} ${condition.is} ${condition.color}`,
        said: `Rows of ${entityOf(after, condition.entity) ? manyOf(entityOf(after, condition.entity)!) : condition.entity} are ${condition.color} when ${condition.field.replaceAll("_", " ")} is ${condition.is === "overdue" ? "past" : condition.is}.`,
        about: [condition.entity, condition.field, condition.is],
      });
  for (const condition of old.conditions ?? [])
    if (
      !(now.conditions ?? []).some(
        (other) => other.entity === condition.entity && other.field === condition.field && other.is === condition.is,
      )
    )
      found.push({
        line: `look -condition ${condition.entity}.${condition.field}`,
        said: `Rows of ${condition.entity} are no longer coloured by ${condition.field}.`,
        about: [condition.entity, condition.field],
      });
  if (before.name !== after.name)
    found.push({
      line: `name ${after.name}`,
      said: `The app is called “${after.name}” now.`,
      about: [after.name, before.name],
    });
  return found;
}

/** Everything in which two models of an app differ: what a change did, read off its result. */
export const differencesBetween = (before: AppModel, after: AppModel): Difference[] => [
  ...entityDifferences(before, after),
  ...pageDifferences(before, after),
  ...lookDifferences(before, after),
];
