import { build } from "esbuild";
import { expect, it } from "vitest";
import { serverBuild } from "../src/doors/build.mjs";

it("The server's tRPC copies objects by the engine's own spread, not by a helper for old engines", async () => {
  const { outputFiles } = await build({
    ...serverBuild,
    entryPoints: undefined,
    stdin: { contents: 'export { initTRPC } from "@trpc/server";', resolveDir: process.cwd() },
    sourcemap: false,
    write: false,
  });
  expect(outputFiles[0]!.text).toContain("function _objectSpread2(e, t, n) {\n  return { ...e, ...t, ...n };\n}");
});
