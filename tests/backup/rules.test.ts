import { describe, expect, it } from "vitest";
import { archivedMigrations } from "@/features/backup/rules";

const [first, second] = [Date.UTC(2026, 10, 26), Date.UTC(2026, 11, 1)];
const known = [
  { tag: "0000_first", when: first },
  { tag: "0001_second", when: second },
];

describe("The migrations of an archive", () => {
  it.each([
    ["that has all", { schemaAt: second }, ["0000_first", "0001_second"]],
    ["that has the first", { schemaAt: first }, ["0000_first"]],
    ["that has all those which the first replaced", { migrations: 29 }, ["0000_first"]],
  ])("%s", (_, manifest, tags) => {
    expect(archivedMigrations(manifest, known).map(({ tag }) => tag)).toEqual(tags);
  });

  it("are refused where it is newer", () => {
    expect(() => archivedMigrations({ schemaAt: second + 1 }, known)).toThrow("of a newer release of Joinery");
  });

  it.each([{ schemaAt: first - 1 }, { migrations: 26 }, {}])("are refused where it is older: %j", (manifest) => {
    expect(() => archivedMigrations(manifest, known)).toThrow(/earlier release.+start the release of 2026-11-26/);
  });
});
