import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defaultGlobals } from "@/engines/bundler/app-modules";
import { Styles } from "@/engines/bundler/styles";
import { cssSource } from "@/offline/write/theme";
import { defaultLook } from "@/offline/model/look";

/** Utilities by the tokens that a look defines: what is misspelt or missing makes no rule, and nobody is told. */
const themed =
  /^(?:[a-z-]+:)*-?(?:bg|text|border|ring|fill|stroke|from|to|via|divide|outline|decoration|placeholder|font|shadow|rounded)-[a-z][a-z0-9-]*(?:\/\d+)?$/;

function kitClasses(): string[] {
  const folder = "src/shipped/kit";
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.jsx?$/.test(file)))
    for (const [, text] of readFileSync(join(folder, name), "utf8").matchAll(/["'`]([^"'`\n]*)["'`]/g))
      for (const word of text!.split(/\s+/)) if (themed.test(word)) found.add(word);
  return [...found].sort((a, b) => a.localeCompare(b));
}

it.each([
  ["the kit's own globals.css", defaultGlobals],
  ["the look of a generated app", cssSource(defaultLook)],
])("Every themed class of the kit makes a rule with %s", async (_name, globals) => {
  const styles = new Styles();
  const missing: string[] = [];
  for (const word of kitClasses()) {
    const css = await styles.build(globals, [{ path: "pages/Home.jsx", content: `<p className="${word}" />` }], []);
    if (!css.includes(`.${word.replaceAll(/[:/]/g, (sign) => `\\${sign}`)}`)) missing.push(word);
  }
  expect(missing).toEqual([]);
});

it("Every variable that the kit uses is defined in its own globals.css", () => {
  const folder = "src/shipped/kit";
  const used = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.jsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(/var\((--[a-z0-9-]*[a-z0-9])\b(?!-\$)/g)])
    .map(([, name]) => name!);
  const defined = new Set([...defaultGlobals.matchAll(/^\s*(--[a-z0-9-]+):/gm)].map(([, name]) => name!));
  expect([...new Set(used)].filter((name) => !defined.has(name) && !name.startsWith("--tone"))).toEqual([]);
  expect([...defined].filter((name) => name.startsWith("--tone-")).length).toBe(24);
});
