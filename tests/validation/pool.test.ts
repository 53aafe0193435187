import { afterEach, describe, expect, it, vi } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { reportLate } from "@/features/turns/report-late";
import { checkInTime } from "@/features/validation/check-in-time";
import { inPool, poolSize } from "@/features/validation/pool";
import { headFiles } from "@/features/versions/store";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

const page = (body: string) => `export default function Home() {\n  ${body}\n}\n`;
const broken = { path: "pages/Home.jsx", content: page("const [a] = useState(1);\n  return <p>{a}</p>;") };
const mended = { ...broken, content: `import { useState } from "react";\n${broken.content}` };
/** Enough code to keep a thread busy for a while, of texts that no other test has parsed. */
const many = (seed: string) =>
  Array.from({ length: 120 }, (_, at) => ({
    path: `components/C${at}.jsx`,
    content: `export default function C${at}() {\n${`  use${seed}(${at});\n`.repeat(40)}  return <p>${seed}</p>;\n}\n`,
  }));

afterEach(() => void vi.useRealTimers());

describe("code is checked beside the server's thread", () => {
  it("answers as in it", async () => {
    const issues = await inPool("validate", [broken]);
    expect(issues.map(({ detectorId }) => detectorId)).toEqual(["undefined-name"]);
    const { files, fixed } = await inPool("turn", [], [broken]);
    expect([files, fixed.length]).toEqual([[mended], 1]);
    expect(poolSize()).toBe(1);
  });

  it("leaves the server's thread free meanwhile", async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await inPool("validate", many("Busy"));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(10);
  });

  it("keeps a turn waiting only so long, and answers later", async () => {
    const { inTime, later } = await checkInTime([], [...many("Late"), broken], 1);
    expect(inTime).toBeUndefined();
    expect((await later)?.fixed).toHaveLength(1);
    expect((await checkInTime([], [broken], 60_000)).inTime?.files).toEqual([mended]);
  });

  it("gives up what takes too long, and goes on with what waits", async () => {
    await inPool("validate", []);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const long = inPool("validate", many("Hostile"));
    const next = inPool("validate", [broken]);
    vi.advanceTimersByTime(30_001);
    await expect(long).rejects.toThrow("took too long");
    expect(await next).toHaveLength(1);
  });

  it("has no thread when there is no work", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await inPool("validate", []);
    vi.advanceTimersByTime(30_001);
    expect(poolSize()).toBe(0);
    expect(await inPool("validate", [])).toEqual([]);
  });
});

describe("a turn", () => {
  let world: World;
  let model: ScriptedModel;
  withModel((opened) => ({ world, model } = opened), { MODEL_AUTO_FIXES: "0" });

  const said = `Done.\n<action type="add_file" file="pages/Home.jsx" title="Add" id="a1">\n${broken.content}</action id="a1">\n`;

  async function start() {
    const owner = await world.signUp();
    const { appId } = await owner.api.apps.create({ name: "App" });
    model.reply(said);
    await owner.api.chat.send({ appId, content: "Add a page" });
    await turnEnds(owner.api, appId);
    const answer = (await owner.api.chat.messages({ appId })).at(-1)!;
    return { owner, appId, answer, scope: mintOwnedApp(world.platform.db, appId) };
  }

  it("is mended by the check that it waits for", async () => {
    const { scope, answer } = await start();
    expect((await headFiles(scope)).files.find(({ path }) => path === mended.path)?.content).toContain(
      "import { useState }",
    );
    expect(answer.metadata.validation).toMatchObject({ fixed: [{ fixer: "undefined-name" }], issues: [] });
  });

  it("is mended later by a check that it did not wait for, unless somebody has edited the app since", async () => {
    const { scope, owner, appId, answer } = await start();
    const { files } = await headFiles(scope);
    const step = {
      iteration: 1,
      fixer: "f",
      path: broken.path,
      lines: { start: 1, end: 1 },
      description: "Mended it",
      isAccepted: true,
      issuesBefore: 1,
      issuesAfter: 0,
    };
    const better = files.map((file) =>
      file.path === broken.path ? { ...file, content: page("return <b>later</b>;") } : file,
    );
    const later = Promise.resolve({ files: better, fixed: [step], issues: [], older: [] });
    await reportLate(scope, answer.id, { files: [broken], later });
    expect((await headFiles(scope)).files).toEqual(files);
    await reportLate(scope, answer.id, { files, later });
    expect((await headFiles(scope)).files).toEqual(better);
    const told = (await owner.api.chat.messages({ appId })).at(-1)!;
    expect(JSON.stringify(told.parts)).toContain("Mended it (pages/Home.jsx)");
    expect(told.metadata.validation).toMatchObject({ fixed: [{ description: "Mended it" }] });
  });
});
