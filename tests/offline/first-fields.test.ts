import { expect, it } from "vitest";
import { createDraft } from "@/offline/draft/draft";
import { createPlan, planTable } from "@/offline/description/plan/plan";
import { buildPlan } from "@/offline/first/tables/build";
import { nameLacking } from "@/offline/first/tables/needs-name";
import { planReading } from "@/offline/learned/descriptions/plan-reading";
import { knownAs } from "@/offline/lexicon/known";
import { parseField } from "@/offline/words/parse-field";
import { wordsOf } from "@/offline/language/inflect";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

/** The tables that a first message makes, with their fields: "kind(a|b)" for options. */
function tablesOf(message: string): Record<string, string[]> {
  const app = conversation();
  app.say(message);
  return Object.fromEntries(
    app
      .entities()
      .map((name) => [
        name,
        Object.entries(app.entity(name)!.properties).map(([field, { enum: options }]) =>
          options ? `${field}(${options.join("|")})` : field,
        ),
      ]),
  );
}

it.each([
  [
    "Tea blending: trial batches (leaf, infused on, aroma), tasters with name and phone, points for each batch",
    "TrialBatch",
    ["leaf", "infused_on", "aroma"],
  ],
  [
    "pottery classes: glaze tests (recipe, fired at, cone, finish), members with name and phone",
    "GlazeTest",
    ["recipe", "fired_at", "cone", "finish"],
  ],
])("what stands in brackets behind a table are its fields: %s", (message, table, fields) => {
  expect(tablesOf(message)[table]).toEqual(expect.arrayContaining(fields));
});

it("tells the rows that were said, and that only another reading of the message has", () => {
  const told = (message: string) => conversation().say(message).text;
  const talks =
    "hiring: vacancies (role, team) + candidates who apply for a vacancy; cover letter, wage wish, talks w date and impression";
  expect(told(talks)).toMatch(/made no table for “talk”|Talks:/);
  expect(
    told("Dog walks: dogs with name and breed, walks with date and dog. Only admins can edit them."),
  ).not.toContain("admin”");
});

it.each([
  ["Puppets (height, glove/string, age) and plays with title, year", "Puppet", "glove_string(glove|string)"],
  ["ponds with litres, sweet or salty, depth; pumps with watt, maker", "Pond", "sweet_or_salty(sweet|salty)"],
  ["trips with driver, from/to, km", "Trip", "to"],
  ["cameras with maker, boxed or not, price", "Camera", "boxed"],
])("a field without a name goes by its choices: %s", (message, table, field) => {
  expect(tablesOf(message)[table]).toContain(field);
});

it.each([
  ["camp store: a kit list (piece, how many, which shelf, needs repair)", ["needs_repair"]],
  ["decorators. Jobs w/ address, hours, paint used and if its invoiced", ["invoiced"]],
  ["freelance interpreter\njobs: client, source language, target language, hours, deadline", ["target_language"]],
  ["market: crates of fruit (grower, harvested on, weight, how many left)", ["harvested_on", "weight"]],
])("what only fields are called is no option: %s", (message, fields) => {
  expect(Object.values(tablesOf(message)).flat()).toEqual(
    expect.arrayContaining(fields.map((field) => expect.stringContaining(field))),
  );
});

it("keeps one table of rows that are told of as somebody writes them, and then spelled out", () => {
  const tables = tablesOf(
    "my trainees write a weekly report and I sign it off. Report: week, tasks done, hours, stage draft/handed in/signed",
  );
  expect(Object.keys(tables).filter((name) => name.endsWith("Report"))).toEqual(["Report"]);
  expect(tables.Report).toContain("stage(draft|handed in|signed)");
});

it("has one table where a thing goes by the last word of its name", () =>
  expect(
    Object.keys(tablesOf("job applications I made: company, role, date sent, status sent interview offer rejected")),
  ).toHaveLength(1));

it.each([
  ["course", "registration", "registration > course"],
  ["snow shoe", "rental", "rental > snow shoe"],
  ["nurse", "order", "order > nurse"],
  // An order has its parts.
  ["garment", "order", "garment > order"],
])("links of a %s to a %s lead the way they do in life", (from, to, expected) => {
  const plan = createPlan(undefined);
  const [first, second] = [planTable(plan, from, undefined), planTable(plan, to, undefined)];
  for (const table of [first, second]) Object.assign(table, { isExact: true, said: ["remarks"] });
  first.links.push({ to: second });
  const made = buildPlan(plan, createDraft(readModel([], "x").model));
  const linked = made.flatMap(({ name, properties }) =>
    Object.values(properties).flatMap((value) => (value["x-reference"] ? [`${name} > ${value["x-reference"]}`] : [])),
  );
  expect(linked.map((text) => wordsOf(text.replace(">", " > ")).join(" ").toLowerCase())).toEqual([
    wordsOf(expected).join(" "),
  ]);
});

it.each([
  ["wine cellar, bottles, drink from-to, rack position", "Bottle", "name"],
  ["tool shed: owners, machines (weight, price, photo)", "Machine", "name"],
])("rows can be told apart by a name: %s", (message, table, field) => {
  expect(tablesOf(message)[table]).toContain(field);
});

it.each([
  ["machine", "weight, price", true],
  ["machine", "inventory number, weight", false],
  ["customer", "phone, notes", true],
  ["customer", "first name, phone", false],
  ["repair", "hours, price", false],
  ["attack", "start, end, strength", false],
])("a %s with %s needs a name: %s", (noun, fields, expected) => {
  const said = fields.split(", ").map((field) => parseField(field)!);
  const thing = knownAs(noun);
  expect(nameLacking({ noun, ...(thing ? { thing } : {}) }, said) !== undefined).toBe(expected);
});

it("gives what is written down again and again a day", () => {
  const plan = createPlan(undefined);
  const fields = ["photo", "crumb score"].map((text) => ({ text, options: [] }));
  planReading(plan, [{ name: "entry", fields, links: [] }], "bake diary with photo and crumb score");
  expect(plan.tables[0]!.asked?.map(({ name }) => name)).toEqual(["date"]);
});

it("keeps the fields of both where a message has two names of one table", () => {
  const plan = createPlan(undefined);
  const field = (text: string) => ({ text, options: [] });
  planReading(
    plan,
    [
      { name: "yarn", fields: [field("brand")], links: [] },
      { name: "yarns", fields: [field("metres"), field("brand")], links: [] },
    ],
    "yarn with brand, and yarns with metres and brand",
  );
  expect(plan.tables.map(({ said }) => said)).toEqual([["brand", "metres"]]);
});
