import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sql } from "drizzle-orm";
import { setEnv } from "@/engines/env";
import { log } from "@/engines/log";
import { World } from "./support/world";

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

it("logs a failed statement's code and name, and nothing of what people stored", async () => {
  const world = await World.open();
  const secret = "a row's secret";
  const failure: unknown = await world.db
    .execute(sql`insert into entity_row (app_id, entity, id, data) values ('none', 'Note', ${secret}, '{}')`)
    .catch((error: unknown) => error);
  setEnv({ LOG_LEVEL: "warn" });
  log("error", "rest", { error: new Error("outer", { cause: failure }) });
  await world.close();
  const [line] = lines.map((one) => JSON.parse(one) as Record<string, unknown>);
  expect(line).toMatchObject({ event: "rest", error: "database 23503", statement: "insert entity_row" });
  expect(lines.join("")).not.toContain(secret);
  expect(String(line!["stack"])).toMatch(/^ {4}at /);
});
