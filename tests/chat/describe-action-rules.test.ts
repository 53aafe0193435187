import { describe, expect, it } from "vitest";
import { givenPermissions } from "@/features/turns/entity";
import {
  actionState,
  actionVerb,
  codeLines,
  entityFields,
  importedEntities,
  lineCounts,
  recordLine,
  recordsOf,
} from "@/features/turns/describe-action";

const edit = [
  "<<<<<<< SEARCH",
  "const a = 1;",
  "const b = 2;",
  "return a;",
  "=======",
  "const a = 1;",
  "const b = 3;",
  "const c = 4;",
  "return a;",
  ">>>>>>> REPLACE",
].join("\n");

describe("an action card", () => {
  it("counts the lines that an edit adds and removes, not the ones it quotes", () => {
    expect(lineCounts({ type: "partial_edit", content: edit })).toEqual({ added: 2, removed: 1 });
  });

  it("shows an edit as a small diff with its context", () => {
    expect(codeLines({ type: "partial_edit", content: edit }).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "same const a = 1;",
      "removed const b = 2;",
      "added const b = 3;",
      "added const c = 4;",
      "same return a;",
    ]);
  });

  it("calls nothing removed while a replacement is still being written", () => {
    const cut = edit.slice(0, edit.indexOf("const c"));
    expect(lineCounts({ type: "partial_edit", content: cut })?.removed).toBe(0);
  });

  it("separates two blocks by a gap", () => {
    expect(
      codeLines({ type: "partial_edit", content: `${edit}\n${edit}` }).filter(({ kind }) => kind === "gap"),
    ).toHaveLength(1);
  });

  it("counts the lines of a new file, and none for a deletion or records", () => {
    expect(lineCounts({ type: "add_file", content: "a\nb" })).toEqual({ added: 2, removed: 0 });
    expect(lineCounts({ type: "delete_file", content: "" })).toBeUndefined();
    expect(lineCounts({ type: "insert_entity_records", content: "{}" })).toBeUndefined();
  });

  it("lists an entity's fields once its JSON is whole", () => {
    const schema =
      '{"name":"Contact","type":"object","properties":{"name":{"type":"string"},"status":{"type":"string","enum":["lead"]},"due":{"type":"string","format":"date"},"owner":{"type":"string","x-reference":"Person"}}}';
    expect(entityFields(schema)).toEqual([
      { name: "name", kind: "text" },
      { name: "status", kind: "choice" },
      { name: "due", kind: "date" },
      { name: "owner", kind: "→ Person" },
    ]);
    expect(entityFields(schema.slice(0, -3))).toBeUndefined();
  });

  it("names what a page shows as a picture, a file, money or stars so", () => {
    const properties = {
      photo: { type: "string" },
      contract_pdf: { type: "string" },
      pay: { type: "number", "x-display": "money" },
      note: { type: "string" },
    };
    expect(entityFields(JSON.stringify({ properties }))?.map(({ kind }) => kind)).toEqual([
      "image",
      "file",
      "money",
      "text",
    ]);
  });

  const open = { read: "all", write: "admin" } as const;
  const own = { read: "creator", write: "creator" } as const;
  const body = (permissions?: object) =>
    JSON.stringify({ properties: {}, ...(permissions && { "x-accessControl": { permissions } }) });
  it.each([
    ["of its attributes", "add_entity", body(own), open, open],
    ["of its body", "add_entity", body(open), undefined, open],
    ["by default", "add_entity", body(), undefined, own],
    [
      "by default where the body is wrong",
      "add_entity",
      body({ read: "all", write: "everybody" }),
      undefined,
      { read: "all", write: "creator" },
    ],
    ["of its body when it changes an entity", "edit_entity", `\`\`\`json\n${body(open)}\n\`\`\``, undefined, open],
    ["of the file before, which it does not know", "edit_entity", body(), undefined, undefined],
    ["of a body that is still written", "add_entity", body().slice(0, -1), undefined, undefined],
  ] as const)("shows the permissions %s", (_name, type, content, permissions, shown) => {
    expect(givenPermissions({ type, file: "Contact", content, permissions })).toEqual(shown);
  });

  it("counts whole records as they arrive", () => {
    expect(recordsOf({ content: '{"name":"Ada"}\n{"name":"Alan"}\n{"na', isComplete: false })).toEqual({
      count: 2,
      first: [{ name: "Ada" }, { name: "Alan" }],
    });
  });

  it.each([
    ["one a line", '{"$ref":"a","name":"Ada"}\n{"name":"Alan","boss":"$ref:a"}'],
    ["in a list on one line", '[{"name":"Ada"},{"name":"Alan"}]'],
    ["over several lines each", '{\n  "name": "Ada"\n}\n{\n  "name": "Alan"\n}'],
    ["in a fence", '```json\n{"name":"Ada"}\n{"name":"Alan"}\n```'],
  ])("counts records as they are stored when they are written %s", (_name, content) => {
    expect(recordsOf({ content, isComplete: true })).toEqual({ count: 2, first: [{ name: "Ada" }, { name: "Alan" }] });
  });

  it("shows a record by its first words, numbers and days", () => {
    const line = recordLine({ number: 1048, paid: true, lines: [1], ordered_on: "2026-11-23", note: "", total: 12.5 });
    expect(line).toBe("1048 · Nov 23, 2026 · 12.5");
    expect(recordLine({ at: "2026-11-24T07:15:00.000Z" })).toMatch(/^Nov 2\d, 2026, \d+:15\s[AP]M$/);
    expect(recordLine({ title: "2026-11-23 is the day", code: "2026-99-99" })).toBe(
      "2026-11-23 is the day · 2026-99-99",
    );
  });

  it("reads the entities to reuse, and nothing from half a list", () => {
    expect(importedEntities('[{"appId":"a","entity":"Contact"}]')).toEqual([{ appId: "a", entity: "Contact" }]);
    expect(importedEntities('{"appId":"a","entity":"Contact"}\n{"appId":"b","entity":"Deal"}')).toEqual([
      { appId: "a", entity: "Contact" },
      { appId: "b", entity: "Deal" },
    ]);
    expect(importedEntities('[{"appId":"a"')).toEqual([]);
    expect(importedEntities('[{"appId":"a","entity":"Contact"},{"appId":"a","entity":"../x"}]')).toEqual([]);
  });

  it.each([
    [{ isComplete: false, isTruncated: false }, "in-progress", "Creating"],
    [{ isComplete: true, isTruncated: false }, "complete", "Created"],
    [{ isComplete: false, isTruncated: true }, "truncated", "Creating"],
  ] as const)("says what happened: %o", (flags, state, verb) => {
    expect(actionState(flags)).toBe(state);
    expect(actionVerb("add_file", state)).toBe(verb);
  });
});
