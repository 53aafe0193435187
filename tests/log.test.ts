import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sql } from "drizzle-orm";
import { setEnv } from "@/engines/env";
import { log } from "@/engines/log";
import { inSources } from "@/engines/source-places";
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

it("names the places of an error in the sources, not in the bundle that runs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "joinery-log-"));
  const outfile = join(folder, ".next/joinery/server.mjs");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/other.ts"), "export const one = 1;\nexport const two: number = 2;\n");
  writeFileSync(
    join(folder, "src/fails.ts"),
    'import { two } from "./other";\n\nexport function fail(): Error {\n  return new Error(String(two));\n}\n',
  );
  const options = { bundle: true, format: "esm", sourcemap: true } as const;
  await build({ ...options, entryPoints: [join(folder, "src/fails.ts")], outfile });
  const { fail } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as { fail: () => Error };
  const stack = inSources(fail().stack!);
  rmSync(folder, { recursive: true });
  expect(stack).toContain(`${join(folder, "src/fails.ts")}:4:`);
  expect(inSources(`    at work (file://${folder}/.next/joinery/none.mjs:1:1)`)).toContain("none.mjs:1:1");
});
