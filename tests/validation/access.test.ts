import { describe, expect, it } from "vitest";
import { accessBetween } from "@/features/validation/access";

const entity = (name: string, read: string, write: string) => ({
  path: `entities/${name}.json`,
  content: JSON.stringify({ name, properties: {}, "x-accessControl": { permissions: { read, write } } }),
});

describe("access between two versions", () => {
  it.each([
    ["creator", "all", true],
    ["all", "anonymous", true],
    ["none", "admin", true],
    ["admin", "creator", true],
    ["anonymous", "all", false],
    ["creator", "admin", false],
    ["all", "all", false],
    ["all", "everyone", false],
  ])("from %s to %s is wider: %s", (before, after, isWider) => {
    expect(accessBetween([entity("Deal", before, "none")], [entity("Deal", after, "none")])[0]!.isWider).toBe(isWider);
    expect(accessBetween([entity("Deal", "none", before)], [entity("Deal", "none", after)])[0]!.isWider).toBe(isWider);
  });

  it("lists new and removed entities, which are no wider than before", () => {
    expect(accessBetween([entity("Old", "all", "all")], [entity("New", "anonymous", "all")])).toEqual([
      { entity: "New", before: null, after: { read: "anonymous", write: "all" }, isWider: false },
      { entity: "Old", before: { read: "all", write: "all" }, after: null, isWider: false },
    ]);
  });

  it("names the fields that more people see or set", () => {
    const of = (rights?: object) => ({
      path: "entities/Deal.json",
      content: JSON.stringify({
        properties: { paid: { type: "boolean", ...(rights && { "x-accessControl": rights }) } },
      }),
    });
    const closed = { write: ["admin"] };
    expect(accessBetween([of(closed)], [of()])[0]).toMatchObject({ openedFields: ["paid"], isWider: true });
    expect(accessBetween([of()], [of(closed)])[0]!.isWider).toBe(false);
  });

  it("takes permissions that are missing for the default, creator for both", () => {
    const bare = { path: "entities/Deal.json", content: "{}" };
    expect(accessBetween([bare], [entity("Deal", "all", "creator")])).toEqual([
      {
        entity: "Deal",
        before: { read: "creator", write: "creator" },
        after: { read: "all", write: "creator" },
        isWider: true,
      },
    ]);
  });
});
