import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Lock = { packages: Record<string, { version?: string; resolved?: string }> };
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;

/** The first version without the known vulnerability (facts/security.md §1). */
const floors: Record<string, string> = {
  "@trpc/server": "11.8.0",
  ajv: "8.18.0",
  "drizzle-orm": "0.45.2",
  jszip: "3.8.0",
  mammoth: "1.12.2",
  next: "16.4.1",
  papaparse: "5.2.0",
};

/** npm's old ajv 6 is only a build tool's dependency and reads `$data` only on request; ours meets the floor. */
const copies = (name: string) => Object.entries(lock.packages).filter(([path]) => path === `node_modules/${name}`);

const isAtLeast = (version: string, floor: string) => {
  const [a, b] = [version, floor].map((text) => text.split("-")[0]!.split(".").map(Number)) as [number[], number[]];
  for (const index of [0, 1, 2]) if (a[index] !== b[index]) return a[index]! > b[index]!;
  return true;
};

it.each(Object.entries(floors))("locks %s at %s or newer", (name, floor) => {
  const found = copies(name);
  expect(found.length).toBeGreaterThan(0);
  for (const [, { version }] of found) expect(isAtLeast(version!, floor), `${name} ${version}`).toBe(true);
});

it("holds no sandbox that runs code in our own process, and no unvetted image decoder", () => {
  const names = Object.keys(lock.packages).map((path) => path.split("node_modules/").pop());
  for (const name of ["vm2", "isolated-vm", "re2"]) expect(names).not.toContain(name);
});
