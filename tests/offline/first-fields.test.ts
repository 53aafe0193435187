import { expect, it } from "vitest";
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
