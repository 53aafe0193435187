import { describe, expect, it } from "vitest";
import { linkRecords, readRecords } from "@/engines/protocol/records";
import { stageActions } from "@/features/turns/stage";
import type { Action } from "@/engines/protocol/schema";

let count = 0;
const action = (type: Action["type"], file: string, content = "", more: Partial<Action> = {}): Action => ({
  id: `a${++count}`,
  type,
  title: "",
  file,
  content,
  isComplete: true,
  isTruncated: false,
  ...more,
});
const edit = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;
const contact = { name: "Contact", type: "object", properties: { name: { type: "string" } } };
const staged = (files: Record<string, string>, ...actions: Action[]) => {
  const { files: after, ...rest } = stageActions(
    Object.entries(files).map(([path, content]) => ({ path, content })),
    actions,
  );
  return { ...rest, files: Object.fromEntries(after.map(({ path, content }) => [path, content])) };
};
const statuses = ({ results }: ReturnType<typeof staged>) => results.map(({ status }) => status);

describe("staging a turn", () => {
  it("adds, edits and deletes files in the order of the actions, byte for byte", () => {
    const result = staged(
      { "pages/A.jsx": "a\n" },
      action("add_file", "./src/pages/B.jsx", "b "),
      action("partial_edit", "pages/A.jsx", edit("a", "A")),
      action("edit_file", "pages/B.jsx", "c"),
      action("delete_file", "pages/A.jsx"),
    );
    expect(statuses(result)).toEqual(["applied", "applied", "applied", "applied"]);
    expect(result.files).toEqual({ "pages/B.jsx": "c" });
  });

  it("edits a file that an earlier action of the same turn wrote", () => {
    expect(
      staged({}, action("add_file", "pages/A.jsx", "a\nb"), action("partial_edit", "pages/A.jsx", edit("b", "c")))
        .files,
    ).toEqual({ "pages/A.jsx": "a\nc" });
  });

  it("never applies a truncated action", () => {
    const result = staged(
      { "pages/A.jsx": "a" },
      action("edit_file", "pages/A.jsx", "half", { isComplete: false, isTruncated: true }),
    );
    expect(result.files).toEqual({ "pages/A.jsx": "a" });
    expect(statuses(result)).toEqual(["truncated"]);
  });

  it("reports a missing file, a path that is not allowed and an edit that does not fit, and goes on", () => {
    const result = staged(
      { "pages/A.jsx": "a" },
      action("delete_file", "pages/No.jsx"),
      action("add_file", "../evil.jsx", "x"),
      action("partial_edit", "pages/A.jsx", edit("z", "y")),
      action("add_file", "pages/B.jsx", "b"),
    );
    expect(statuses(result)).toEqual(["failed", "failed", "failed", "applied"]);
    expect(result.results.map(({ message }) => message)).toEqual([
      "pages/No.jsx does not exist",
      'The path "../evil.jsx" is not allowed in an app',
      "pages/A.jsx, block 1: the SEARCH text is not in the file",
      undefined,
    ]);
    expect(result.results[2]!.edit).toMatchObject({ reason: "not-found", block: 1 });
  });

  it("writes an entity with the permissions of its attributes", () => {
    const { files } = staged(
      {},
      action("add_entity", "Contact", JSON.stringify(contact), { permissions: { read: "all", write: "admin" } }),
    );
    expect(JSON.parse(files["entities/Contact.json"]!)).toEqual({
      ...contact,
      "x-accessControl": { permissions: { read: "all", write: "admin" } },
    });
  });

  it("keeps an entity's permissions of before when an edit does not name any", () => {
    const before = JSON.stringify({
      ...contact,
      "x-accessControl": { permissions: { read: "anonymous", write: "none" } },
    });
    const { files } = staged(
      { "entities/Contact.json": before },
      action("edit_entity", "Contact", JSON.stringify({ properties: { phone: { type: "string" } } })),
    );
    expect(JSON.parse(files["entities/Contact.json"]!)).toEqual({
      name: "Contact",
      type: "object",
      properties: { phone: { type: "string" } },
      "x-accessControl": { permissions: { read: "anonymous", write: "none" } },
    });
  });

  it("gives a new entity the default permissions, creator for both", () => {
    const { files } = staged({}, action("add_entity", "Contact", JSON.stringify(contact)));
    expect(JSON.parse(files["entities/Contact.json"]!)["x-accessControl"]).toEqual({
      permissions: { read: "creator", write: "creator" },
    });
  });

  it.each([
    ["text that is not JSON", "{", "Contact", "is not valid JSON"],
    ["a list", "[]", "Contact", "is not a JSON object"],
    ["a schema without properties", "{}", "Contact", 'has no "properties"'],
    ["a field that says nothing", '{"properties":{"a":"string"}}', "Contact", 'does not say what the field "a" is'],
    ["a name that is none", JSON.stringify(contact), "my contact", "cannot be the name of an entity"],
  ])("refuses an entity from %s", (_name, content, file, words) => {
    const result = staged({}, action("add_entity", file, content));
    expect(result.results[0]).toMatchObject({ status: "failed", message: expect.stringContaining(words) as string });
    expect(result.files).toEqual({});
  });

  it("refuses an entity that a file action would break", () => {
    expect(statuses(staged({}, action("add_file", "entities/Contact.json", "{")))).toEqual(["failed"]);
  });

  it("hands over records, requested secrets and imports", () => {
    const result = staged(
      { "entities/Contact.json": JSON.stringify(contact) },
      action("insert_entity_records", "Contact", '{"$ref":"ann","name":"Ann"}\n{"name":"Bob"}\n', { id: "r" }),
      action("insert_entity_records", "Nobody", '{"name":"Ann"}'),
      action("request_secrets", "", '{"secretName":"API_KEY","description":"Key"}', { id: "s" }),
      action("import_entities", "", '[{"appId":"app_1","entity":"Task"}]', { id: "i" }),
    );
    expect(statuses(result)).toEqual(["applied", "failed", "applied", "applied"]);
    expect(result.records).toEqual([
      {
        entity: "Contact",
        actionId: "r",
        rows: [{ label: "ann", fields: { name: "Ann" } }, { fields: { name: "Bob" } }],
      },
    ]);
    expect(result.secretsRequested).toEqual([{ secretName: "API_KEY", description: "Key", actionId: "s" }]);
    expect(result.imports).toEqual([{ appId: "app_1", entity: "Task", actionId: "i" }]);
  });

  it("leaves a __proto__ in a file name alone", () => {
    expect(statuses(staged({}, action("add_file", "__proto__/a.jsx", "x")))).toEqual(["failed"]);
  });
});

describe("records", () => {
  it("are read line by line, and a faulty line does not take the others with it", () => {
    expect(readRecords('{"a":1}\n{bad\n\n{"a":2},\n"text"')).toEqual({
      rows: [{ fields: { a: 1 } }, { fields: { a: 2 } }],
      faults: [
        { line: 2, message: "this line is not valid JSON" },
        { line: 5, message: "a row is a JSON object" },
      ],
    });
  });

  it("are read from a list and from objects over several lines too", () => {
    expect(readRecords('[{"a":1},{"a":2}]').rows).toHaveLength(2);
    expect(readRecords('{\n  "a": { "b": 1\n  }\n}\n{"a":2}').rows).toEqual([
      { fields: { a: { b: 1 } } },
      { fields: { a: 2 } },
    ]);
  });

  it("get ids that other records may name by label, whichever comes first", () => {
    let next = 0;
    const linked = linkRecords(
      [
        { entity: "Deal", actionId: "1", rows: [{ fields: { contact: "$ref:ann", tags: ["$ref:ann", "x"] } }] },
        { entity: "Contact", actionId: "2", rows: [{ label: "ann", fields: { boss: "$ref:nobody" } }] },
      ],
      () => `id${++next}`,
    );
    expect(linked.batches.map(({ rows }) => rows)).toEqual([
      [{ id: "id1", fields: { contact: "id2", tags: ["id2", "x"] } }],
      [{ id: "id2", fields: { boss: null } }],
    ]);
    expect(linked.unknown).toEqual(["nobody"]);
  });
});
