import { describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { readFiles } from "@/features/validation/mend";
import { writeVersion } from "@/features/versions/store";
import type { ScriptedModel } from "../support/scripted-model";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;
withModel((opened) => ({ world, model } = opened));

const home = "export default function Home() {\n  return <button>Export</button>;\n}\n";
const mended =
  'export default function Home() {\n  return <button type="button" onClick={() => window.print()}>Export</button>;\n}\n';

async function repair(customModel?: string) {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Tested" });
  const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
    { path: "pages/Home.jsx", content: home },
  ]);
  return api.validation.repair({
    appId,
    versionId: written!.version.id,
    iterations: 2,
    messageContent: "An export button",
    ...(customModel ? { customModel } : {}),
  });
}

describe("model repair", () => {
  it("asks the model for what no fixer mends, and takes an answer that mends it", async () => {
    model.reply(`Here:\n<file path="pages/Home.jsx">\n${mended}</file>\n`);
    const result = await repair();
    expect(result.unresolvedIssues).toEqual([]);
    expect(result.repairedFiles).toEqual([{ path: "pages/Home.jsx", content: mended }]);
    expect(result.repairProcessDetails.at(-1)).toMatchObject({
      isAccepted: true,
      description: "Rewrote pages/Home.jsx",
    });
    expect(JSON.stringify(model.requests)).toContain("An export button");
  });

  it("asks the custom model when one is named", async () => {
    model.reply("I cannot.");
    await repair("other/model");
    expect(model.requests[0]).toMatchObject({ model: "other/model" });
  });

  it("keeps the app as it is when the answer makes it worse, is cut, or names files that it was not shown", async () => {
    for (const answer of [
      '<file path="pages/Home.jsx">\nexport default function Home() {\n</file>\n',
      '<file path="pages/Home.jsx">\nexport default',
      '<file path="pages/Evil.jsx">\nexport const a = 1;\n</file>\n',
    ]) {
      model.reset();
      await world.reset();
      model.reply(answer);
      model.reply(answer);
      const result = await repair();
      expect(result.repairedFiles).toEqual([]);
      expect(result.unresolvedIssues).toHaveLength(1);
    }
  });

  it("keeps the app as it is when the model fails", async () => {
    model.fail({ status: 400 });
    expect((await repair()).repairedFiles).toEqual([]);
  });

  it("reads whole files only", () => {
    expect(readFiles('a\n<file path="a.js">\n1\n\n2\n</file>\nb\n<file path="b.js">\n3')).toEqual([
      { path: "a.js", content: "1\n\n2" },
    ]);
  });
});
