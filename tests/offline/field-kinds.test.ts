import { describe, expect, it } from "vitest";
import type { Entity, Property } from "@/offline/model/app-model";
import { kindOf, labelFor, titleField } from "@/offline/model/field-kinds";

type KitEntity = { schema: () => object };
type KitFields = {
  kindOf: (name: string, property: Property) => string;
  fieldsOf: (entity: KitEntity) => { name: string; label: string; kind: string }[];
  titleFieldOf: (entity: KitEntity) => string | undefined;
};

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const kit: string = "@/lib/fields";
const { kindOf: shownAs, fieldsOf, titleFieldOf } = (await import(kit)) as KitFields;

const roots =
  "name title subject description notes note details bio content body message comment summary instructions ingredients review remarks diagnosis answer reason image photo photos picture avatar logo cover screenshot file files attachment attachments pdf phone mobile telephone tel whatsapp fax email website url link video price cost amount total revenue salary budget fee balance rent value rate payment subtotal tax discount deposit spent income wage mrr money percent percentage progress probability completion rating stars count quantity number age year status due date day start end time created_at done paid active number_of_guests tags color id sku vat crm isbn seo iban hr faq usa uk vip api rsvp dob ceo ok kpi pos po".split(
    " ",
  );
const words = "is has needs can due time start end money home customer order video file number".split(" ");
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const names = [
  ...new Set(
    roots.flatMap((root) => [
      root,
      `${root}_url`,
      `${root}_number`,
      ...words.flatMap((word) => [`${word}_${root}`, `${root}_${word}`, camel(`${word}_${root}`)]),
      root.charAt(0).toUpperCase() + root.slice(1),
    ]),
  ),
];

const properties: Property[] = [
  { type: "string" },
  { type: "number" },
  { type: "integer" },
  { type: "boolean" },
  { type: "object" },
  { type: "array" },
  { type: "array", items: { type: "string" } },
  { type: "array", items: { type: "string", enum: ["a", "b"] } },
  { type: "array", items: { type: "object" } },
  { type: "string", enum: ["a", "b"] },
  { type: "string", "x-reference": "Person" },
  { type: "string", "x-display": "longtext" },
  ...["date", "date-time", "email", "uri", "url", "time"].map((format) => ({ type: "string" as const, format })),
];

describe("The builder and the components that show its fields go by the same rules", () => {
  it.each(properties.map((property) => [JSON.stringify(property), property] as const))("of %s", (_text, property) => {
    const apart = names
      .map((name) => ({ name, builder: kindOf(name, property), kit: shownAs(name, property) }))
      .filter(({ builder, kit: shown }) => builder !== shown);
    expect(apart).toEqual([]);
  });

  it("label a field alike", () => {
    const schema = { name: "Thing", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
    const apart = fieldsOf({ schema: () => schema })
      .map(({ name, label }) => ({ name, kit: label, builder: labelFor(name, { type: "string" }) }))
      .filter(({ kit: shown, builder }) => builder !== shown);
    expect(apart).toEqual([]);
  });

  it("name a row by the same field", () => {
    const apart = roots.flatMap((root, at) => {
      const some = [root, roots[(at * 7 + 3) % roots.length]!, roots[(at * 13 + 5) % roots.length]!];
      return [[], [some[1]!], [some[2]!]].flatMap((required) => {
        const entity = {
          name: "Thing",
          type: "object",
          properties: Object.fromEntries(
            some.map((name, index) => [name, { type: index === 2 ? "number" : "string" }]),
          ),
          required,
        };
        const [builder, shown] = [titleField(entity as Entity) ?? undefined, titleFieldOf({ schema: () => entity })];
        return builder === shown ? [] : [{ some, required, builder, shown }];
      });
    });
    expect(apart).toEqual([]);
  });
});
