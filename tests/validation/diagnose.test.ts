import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { diagnoseFile } from "@/features/validation/diagnose";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

const files = [
  { path: "pages/Home.jsx", content: 'import Card from "@/components/Card";\nexport default () => <Card />;\n' },
  { path: "components/Card.jsx", content: "export default function Card() { return <p>Hi</p>; }\n" },
  { path: "entities/Note.json", content: '{"name":"Note","type":"object","properties":{"title":{"type":"string"}}}' },
];

const diagnose = (content: string, path = "pages/Home.jsx") => diagnoseFile(files, path, content);

/** The text with the fix of its first problem. */
function mended(content: string, path?: string): string {
  const [{ fix } = { fix: undefined }] = diagnose(content, path);
  return [...(fix?.edits ?? [])]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), content);
}

describe("A problem in the editor", () => {
  it("is none where nothing is wrong", () => expect(diagnose(files[0]!.content)).toEqual([]));

  it("stands at the word that it is about, in the text as it is and not as it was saved", () => {
    const text = 'import { Note } from "@/api/entities";\nexport default () => { void Nte.list(); return <p />; };\n';
    const [problem] = diagnose(text);
    expect(text.slice(problem!.start, problem!.end)).toBe("Nte");
    expect(problem).toMatchObject({ line: 2, severity: "error", detectorId: "undefined-name" });
  });

  it("is of this file alone: another file's are shown there", () => {
    const broken = [...files, { path: "pages/Bad.jsx", content: "export default () => <Nope />;" }];
    expect(diagnoseFile(broken, "pages/Home.jsx", files[0]!.content)).toEqual([]);
    expect(diagnoseFile(broken, "pages/Bad.jsx", broken.at(-1)!.content)).toHaveLength(1);
  });

  it("brings a fix where one is known to help, and the fix leaves nothing behind", () => {
    const text = 'import Card from "@/components/Crad";\nexport default () => <Card />;\n';
    expect(mended(text)).toBe(files[0]!.content);
    expect(diagnose(mended(text))).toEqual([]);
  });

  it("brings none where only a guess would do", () => {
    const [problem] = diagnose("export default () => <p>{somethingThatNobodyWrote}</p>;\n");
    expect(problem).toMatchObject({ message: expect.stringContaining("somethingThatNobodyWrote") });
    expect(problem!.fix).toBeUndefined();
  });

  it.each([
    "",
    "\n",
    "export default () => {",
    "<",
    '"',
    "const a = `${",
    "export default () => <p>\n\n",
    "😀 = 1",
    "import",
  ])("marks something within the text, whatever it is: %j", (text) => {
    for (const { start, end } of diagnose(text)) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(text.length);
      expect(end).toBeGreaterThanOrEqual(start);
    }
  });
});

describe("validation.diagnose", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());

  it("looks at unsaved text and saves nothing", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Notes" });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => files);
    expect(
      await api.validation.diagnose({ appId, path: "pages/Home.jsx", content: "export default () => <Nope />;" }),
    ).toHaveLength(1);
    expect((await api.files.list({ appId })).find(({ path }) => path === "pages/Home.jsx")?.content).toBe(
      files[0]!.content,
    );
  });
});
