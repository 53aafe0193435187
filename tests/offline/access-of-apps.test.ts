import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testsOf } from "@/offline/draft/rights";
import { readModel } from "@/offline/model/app-model";
import type { RowTest } from "@/shipped/contract";
import { conversation } from "../support/offline";

/** Roles by their names, "address" for whoever has the row's address, a state for rows in it. */
const short = (test: RowTest): string =>
  typeof test === "string"
    ? test
    : "role" in test
      ? test.role
      : "meets" in test || ("is" in test && test.is === "my address")
        ? "address"
        : "is" in test
          ? String(test.is)
          : JSON.stringify(test);

/** "read create update delete", each as those who may. */
function rightsIn(message: string): Record<string, string> {
  const app = conversation();
  app.say(message);
  const { entities } = readModel(app.files, "Untitled").model;
  const told = entities.map((entity) => {
    const { read, create, update, delete: remove } = testsOf(entity);
    const lists = [read, create, update, remove].map((tests) => [...new Set(tests.map(short))].join("+"));
    return [entity.name, lists.join(" ")] as const;
  });
  return Object.fromEntries(told);
}

/** "message", and below it its tables' rights. */
const cases = readFileSync("tests/offline/access-of-apps.txt", "utf8")
  .split(/\n\n/)
  .slice(1)
  .map((block) => {
    const [message = "", ...tables] = block.trim().split("\n");
    const told = tables.map((line) => line.trim().split(": ") as [string, string]);
    return [message, Object.fromEntries(told)] as const;
  });

describe("The rights of an app are those that its first message says", () => {
  it.each(cases)("%s", (message, rights) => expect(rightsIn(message)).toMatchObject(rights));
});
