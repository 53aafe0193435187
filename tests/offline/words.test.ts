import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseField } from "@/offline/words/field-notation";
import { parseComputed, parseFlag } from "@/offline/words/rule-notation";
import type { Row } from "@/offline/words/row-notation";
import type { Computed, Operand } from "@/offline/words/rule-notation";
import type { Thing } from "@/offline/words/thing";
import { askedOptions, loadWords, typeOf, usualOptions } from "@/offline/words/load";
import { wordKey } from "@/offline/words/word-key";
import { kindsIn, thingOf } from "@/offline/words/find";
import { pascal } from "@/offline/language/inflect";
import { viewNames } from "@/offline/words/schema";

const words = loadWords();
const things = [...words.things.values()];
const now = new Date("2026-03-18T10:00:00");
const rows = new Map(things.map((thing) => [thing.name, thing.rowsAt(now)]));

const repeated = (names: string[]) => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
const names = (thing: Thing) => new Set([...thing.fields, ...thing.computed].map(({ name }) => name));
const hasType = (thing: Thing, ...types: string[]) => thing.fields.some(({ type }) => types.includes(type));

describe("The usual options", () => {
  it("are there for a status, which a board makes its columns of where a table has none", () =>
    expect(usualOptions("status")!.length).toBeGreaterThan(1));

  it("are given unasked only to what is a choice by its name", () =>
    expect([usualOptions("priority"), usualOptions("size"), askedOptions("size"), askedOptions("colour")]).toEqual([
      ["low", "medium", "high", "urgent"],
      null,
      ["S", "M", "L", "XL"],
      ["red", "yellow", "green", "blue", "black", "white"],
    ]));
});

describe("The things", () => {
  it("are many enough for everyday sentences", () => expect(things.length).toBeGreaterThanOrEqual(170));

  it("have names of their own", () => {
    expect(repeated(things.map(({ name }) => wordKey(name)))).toEqual([]);
  });

  it("are told once, in one file", () => {
    const all = ["things", "quiet"]
      .map((name) => join("src/offline/words", name))
      .flatMap((folder) =>
        readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Thing[]),
      );
    expect(repeated(all.map(({ name }) => name))).toEqual([]);
  });

  it("relate to things that exist", () => {
    const lost = things.flatMap(({ name, fields }) =>
      fields.filter(({ to }) => to && !words.things.has(to)).map(({ to }) => `${name} -> ${to}`),
    );
    expect(lost).toEqual([]);
  });

  it("have parts that point back to them", () => {
    const lost = things.flatMap((thing) =>
      thing.parts
        .filter((part) => !words.things.get(part)?.fields.some(({ to }) => to === thing.name))
        .map((part) => `${thing.name}: ${part}`),
    );
    expect(lost).toEqual([]);
  });

  it("name each field once", () => {
    const wrong = things.flatMap((thing) =>
      repeated(thing.fields.map(({ name }) => name)).map((name) => `${thing.name}.${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("have views that their fields allow", () => {
    const wrong = things.flatMap((thing) => [
      ...(thing.views.includes("board") && !hasType(thing, "option") ? [`${thing.name}: board`] : []),
      ...(thing.views.some((view) => ["calendar", "agenda", "slots"].includes(view)) &&
      !hasType(thing, "date", "datetime")
        ? [`${thing.name}: calendar`]
        : []),
      ...(thing.views.includes("gallery") && !hasType(thing, "image") ? [`${thing.name}: gallery`] : []),
      ...(thing.views.includes("checklist") && !hasType(thing, "boolean", "option")
        ? [`${thing.name}: checklist`]
        : []),
    ]);
    expect(wrong).toEqual([]);
  });

  it("have icons that lucide has", () => {
    const index = readFileSync(join(process.cwd(), "node_modules/lucide-react/dist/esm/lucide-react.mjs"), "utf8");
    const known = new Set([...index.matchAll(/default as (\w+)/g)].map((match) => match[1]));
    const wrong = things.filter(({ icon }) => !known.has(pascal(icon)));
    expect(wrong.map(({ name, icon }) => `${name}: ${icon}`)).toEqual([]);
  });

  it("share no word without a stated precedence", () => {
    const stated = JSON.parse(readFileSync("src/offline/words/precedence.json", "utf8")) as Record<string, string[]>;
    const ranked = new Set(
      Object.entries(stated).map(([word, order]) => `${wordKey(word)}: ${[...order].sort().join(", ")}`),
    );
    const shared = [...words.byName]
      .filter(([, claims]) => claims.length > 1)
      .map(
        ([word, claims]) =>
          `${word}: ${claims
            .map(({ name }) => name)
            .sort()
            .join(", ")}`,
      );
    expect(shared.filter((line) => !ranked.has(line))).toEqual([]);
    const gone = [...ranked].filter((line) => !shared.includes(line));
    expect(gone).toEqual([]);
  });

  it("compute and flag by fields that exist", () => {
    const wrong = things.flatMap((thing) => {
      const known = names(thing);
      const operands = thing.computed.flatMap(({ first, rest }) => [first, ...rest.map(({ operand }) => operand)]);
      const lost = operands.filter((operand) => {
        if (operand.kind === "field") return !known.has(operand.name);
        if (operand.kind === "number") return false;
        const child = words.things.get(operand.thing);
        const pointsBack = child?.fields.some(({ to }) => to === thing.name);
        return !child || !pointsBack || (operand.field !== undefined && !names(child).has(operand.field));
      });
      const flagged = thing.flags.flatMap(({ conditions }) => conditions);
      return [
        ...lost.map((operand) => `${thing.name}: ${JSON.stringify(operand)}`),
        ...flagged.filter(({ field }) => !known.has(field)).map(({ field }) => `${thing.name}: ${field}`),
        ...flagged
          .filter(({ field, value, operator }) => {
            const found = thing.fields.find(({ name }) => name === field);
            return (
              found?.type === "option" &&
              operator.startsWith("is") &&
              !found.options?.some((option) => option.value === value)
            );
          })
          .map(({ field, value }) => `${thing.name}: ${field} is ${String(value)}`),
      ];
    });
    expect(wrong).toEqual([]);
  });
});

const numberIn = (row: Row, name: string) => (typeof row[name] === "number" ? row[name] : undefined);

/** The value that a row should have; undefined where something that it is made of is not stored. */
function valueOf(thing: Thing, row: Row, operand: Operand): number | undefined {
  if (operand.kind === "number") return operand.value;
  if (operand.kind === "field") return numberIn(row, operand.name);
  const child = words.things.get(operand.thing)!;
  const link = child.fields.find(({ to }) => to === thing.name)!.name;
  const own = rows.get(child.name)!.filter((one) => one[link] === row[thing.titleField.name]);
  if (operand.of === "count") return own.length;
  if (operand.of === "latest" || own.length === 0) return undefined;
  const values = own.map((one) => numberIn(one, operand.field!));
  if (values.some((value) => value === undefined)) return undefined;
  const sum = values.reduce<number>((total, value) => total + value!, 0);
  return operand.of === "sum" ? sum : sum / own.length;
}

function computedOf(thing: Thing, row: Row, { first, rest }: Computed): number | undefined {
  return rest.reduce<number | undefined>(
    (left, { operator, operand }) => {
      const right = valueOf(thing, row, operand);
      if (left === undefined || right === undefined) return undefined;
      return operator === "+"
        ? left + right
        : operator === "-"
          ? left - right
          : operator === "*"
            ? left * right
            : left / right;
    },
    valueOf(thing, row, first),
  );
}

describe("The sample rows", () => {
  it("are at least four and at most fourteen of each thing", () => {
    const wrong = [...rows].filter(([, list]) => list.length < 4 || list.length > 14);
    expect(wrong.map(([name, list]) => `${name}: ${list.length}`)).toEqual([]);
  });

  it("fill in what is required", () => {
    const wrong = things.flatMap((thing) =>
      rows
        .get(thing.name)!
        .flatMap((row) =>
          thing.fields
            .filter((field) => field.isRequired && row[field.name] === undefined)
            .map(({ name }) => `${thing.name}.${name}`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it("relate to rows that exist, which nothing else is called", () => {
    const wrong = things.flatMap((thing) =>
      thing.fields.flatMap(({ name, to }) => {
        if (!to) return [];
        const target = words.things.get(to)!;
        const titles = rows.get(to)!.map((row) => row[target.titleField.name]);
        return rows
          .get(thing.name)!
          .filter((row) => row[name] !== undefined && titles.filter((title) => title === row[name]).length !== 1)
          .map((row) => `${thing.name}.${name}: ${String(row[name])}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("add up: what is computed is what is stored", () => {
    const wrong = things.flatMap((thing) =>
      thing.computed.flatMap((rule) =>
        rows.get(thing.name)!.flatMap((row) => {
          const stored = numberIn(row, rule.name);
          const due = computedOf(thing, row, rule);
          return stored === undefined || due === undefined || Math.abs(stored - due) < 0.011
            ? []
            : [`${thing.name} ${String(row[thing.titleField.name])}: ${rule.label} ${stored}, should be ${due}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("never finish something in the future", () => {
    const past = /^(paid|returned|finished|completed|delivered|received|watched|read|visited|closed|resolved)_on$/;
    const wrong = things.flatMap((thing) =>
      rows.get(thing.name)!.flatMap((row) =>
        Object.entries(row)
          .filter(([name, value]) => past.test(name) && String(value) > "2026-03-18")
          .map(([name]) => `${thing.name} ${String(row[thing.titleField.name])}: ${name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe("The kinds of app", () => {
  it("are many enough for everyday sentences", () => expect(words.kinds.length).toBeGreaterThanOrEqual(100));

  it("have names of their own", () => {
    expect(repeated(words.kinds.map(({ name }) => name))).toEqual([]);
  });

  it("are told apart by their phrases", () => {
    expect(repeated(words.kinds.flatMap(({ phrases, de }) => [...new Set([...phrases, ...de].map(wordKey))]))).toEqual(
      [],
    );
  });

  it("are made of things that exist, around one of them", () => {
    const wrong = words.kinds.flatMap((kind) => [
      ...kind.things.filter((name) => !words.things.has(name)).map((name) => `${kind.name}: ${name}`),
      ...(kind.things.includes(kind.central) ? [] : [`${kind.name}: central ${kind.central}`]),
    ]);
    expect(wrong).toEqual([]);
  });

  it("show their things on pages that the things have", () => {
    const wrong = words.kinds.flatMap((kind) =>
      kind.pages
        .filter((page) => !["dashboard", "today", "home"].includes(page))
        .filter((page) => {
          const view = viewNames.find((name) => page.endsWith(` ${name}`));
          const thing = view && page.slice(0, -view.length - 1);
          return (
            !thing ||
            !kind.things.includes(thing) ||
            !(view === "form" || words.things.get(thing)?.views.includes(view))
          );
        })
        .map((page) => `${kind.name}: ${page}`),
    );
    expect(wrong).toEqual([]);
  });
});

const placeholders = (text: string) =>
  text.replaceAll("{object}", "Thing").replaceAll("{actor}", "Person").replaceAll("{thing}", "Thing");
const fieldsOf = (texts: string[]) => texts.map((text) => parseField(placeholders(text), typeOf));

describe("The verbs", () => {
  const groups = {
    record: words.recordVerbs,
    state: words.stateVerbs,
    interface: words.interfaceVerbs,
    having: words.havingVerbs,
  };

  it("are many enough for everyday sentences", () => expect(words.recordVerbs.length).toBeGreaterThanOrEqual(60));

  it.each(Object.entries(groups))("of the sort %s are each said in words of their own", (_, list) => {
    expect(repeated(list.flatMap(({ verb, synonyms }) => [verb, ...synonyms].map(wordKey)))).toEqual([]);
  });

  it("make records of fields that can be read, with a feature that exists", () => {
    const features = new Set(words.features.map(({ name }) => name));
    const wrong = words.recordVerbs.flatMap(({ verb, fields, features: own }) => [
      ...(fieldsOf(fields).length > 1 ? [] : [verb]),
      ...own.filter((name) => !features.has(name)).map((name) => `${verb}: ${name}`),
    ]);
    expect(wrong).toEqual([]);
  });

  it("make things that exist where an object has one of its own", () => {
    const wrong = words.recordVerbs.flatMap(({ verb, makesFor, actor }) =>
      [...Object.values(makesFor), ...(actor ? [actor] : [])]
        .filter((name) => !words.things.has(name))
        .map((name) => `${verb}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("The features", () => {
  it("add fields that can be read, and no field twice", () => {
    const wrong = words.features.filter(({ fields, child }) => {
      const own = [fields, child?.fields ?? []].map((list) => fieldsOf(list).map(({ name }) => name));
      return own.some((list) => repeated(list).length > 0);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("flag and compute by what they add", () => {
    const wrong = words.features.flatMap(({ name, fields, child, computed, flags }) => {
      const sums = computed.map((text) => parseComputed(placeholders(text)));
      const own = new Set([...fieldsOf(fields), ...sums].map((field) => field.name));
      const operands = sums.flatMap(({ first, rest }) => [first, ...rest.map(({ operand }) => operand)]);
      const childFields = new Set(fieldsOf(child?.fields ?? []).map((field) => field.name));
      return [
        ...flags
          .flatMap((text) => parseFlag(text, own).conditions)
          .filter(({ field }) => !own.has(field) && field !== "amount"),
        ...operands.filter((operand) => operand.kind === "rows" && operand.field && !childFields.has(operand.field)),
      ].map((part) => `${name}: ${JSON.stringify(part)}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe("The colours", () => {
  it("know every name of CSS, everyday words and German ones", () => {
    expect(words.colors.size).toBeGreaterThan(200);
    for (const name of [
      "rebeccapurple",
      "darkslategrey",
      "lightgoldenrodyellow",
      "burgundy",
      "anthracite",
      "dunkelblau",
    ])
      expect(words.colors.get(name)).toMatch(/^#[0-9a-f]{6}$/);
  });

  it.each([
    ["page background", "page"],
    ["component colour", "components"],
    ["top bar", "header"],
    ["side menu", "sidebar"],
    ["Schriftfarbe", "text"],
  ])("%s is the role %s", (phrase, role) => expect(words.roles.get(wordKey(phrase))).toBe(role));
});

describe("Looking up", () => {
  it.each([
    ["books", "Book"],
    ["Volume", "Book"],
    ["Bücher", "Book"],
    ["buecher", "Book"],
    ["loans", "Loan"],
  ])("%s is a %s", (noun, name) => expect(thingOf(noun)?.name).toBe(name));

  it("finds no thing in a word that is none", () => expect(thingOf("xylophone tuning")).toBeNull());

  it.each([
    ["unit price", "money"],
    ["Date of birth", "date"],
    ["cover image", "image"],
    ["is featured", "boolean"],
    ["favourite colour", "color"],
    ["priority", "option"],
    ["phone number", "phone"],
    ["number of bedrooms", "integer"],
    ["whatever", "text"],
    ["age from", "integer"],
    ["price up to", "money"],
    ["available from", "date"],
    ["valid until", "date"],
    ["from", "date"],
  ])("%s is of the type %s", (label, type) => expect(typeOf(label).type).toBe(type));

  it.each([
    ["Fälligkeitsdatum", "date"],
    ["Telefonnummer", "phone"],
    ["Kaufpreis", "money"],
    ["Preis", "money"],
    ["bezahlt", "boolean"],
  ])("the German %s is of the type %s", (label, type) => expect(typeOf(label).type).toBe(type));

  it("knows at least 300 field nouns, and what each German one is called", () => {
    expect(words.attributes.size).toBeGreaterThanOrEqual(300);
    const unknown = [...words.translations.values()].filter((english) => !words.attributes.has(wordKey(english)));
    expect(unknown).toEqual([]);
  });

  it.each([
    ["a member of a gym", "member", ["Gym class", "Gym member"], "Gym member"],
    ["any member", "member", [], "Member"],
    ["a guest of a wedding", "guest", ["Party guest"], "Party guest"],
    ["a review of a recipe", "reviews", ["Recipe rating"], "Recipe rating"],
  ])("takes the thing of the app's kind first: %s", (_, noun, among, name) =>
    expect(thingOf(noun, among)?.name).toBe(name),
  );

  it.each([
    ["I need a school library for our pupils", "school library"],
    ["Eine Bücherei für unsere Schule", "school library"],
    ["gym timetable with classes and trainers, members book a place", "fitness studio"],
    ["inventory for a bakery with low stock alerts", "bakery inventory"],
    ["a forum for students", "student forum"],
    ["event booking with limited seats", "event sign-up"],
    ["Volunteers of an animal shelter: shifts, who takes which shift, animals", "animal shelter"],
    ["car dealership where visitors browse cars with photos", "car dealer"],
    ["unser Verein mit Mitgliedern und Beiträgen", "club"],
  ])("“%s” is an app of the kind %s", (text, name) => expect(kindsIn(text)[0]?.kind.name).toBe(name));

  it("finds no kind where none is named", () => expect(kindsIn("chess against the computer")).toEqual([]));
});
