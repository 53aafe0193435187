import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { eq } from "drizzle-orm";
import { defaultTitle } from "@/features/validation/ui/tester";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const faulty = [
  {
    path: "pages/Home.jsx",
    content: 'export default function Home() {\n  const [a] = useState(1);\n  return <p class="x">{a}</p>;\n}\n',
  },
  { path: "pages/Other.jsx", content: "export default function Other() {\n  return <button>Export</button>;\n}\n" },
];

async function appWith(files: { path: string; content: string }[]) {
  const admin = await world.signUp();
  const { appId } = await admin.api.apps.create({ name: "Tested" });
  const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => files);
  return { ...admin, appId, versionId: written!.version.id };
}

describe("the validation tester", () => {
  it("validates a version: issues, detectors and the time it took", async () => {
    const { token, appId, versionId } = await appWith(faulty);
    const { status, body } = await world.rest(`POST /api/apps/${appId}/versions/${versionId}/validate`, {
      token,
      body: { messageId: "m1", messageContent: "make it" },
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["detectors", "executionTimeMs", "issues"]);
    expect(
      body.issues.map(({ detectorId, componentName, line, severity }: Record<string, unknown>) => [
        detectorId,
        componentName,
        line,
        severity,
      ]),
    ).toEqual([
      ["undefined-name", "Home", 2, "error"],
      ["dom-attribute", "Home", 3, "warning"],
      ["dead-control", "Other", 2, "warning"],
    ]);
  });

  it("repairs a version with every field of the result, and writes nothing", async () => {
    const { token, appId, versionId } = await appWith(faulty);
    const issues = (await world.rest(`POST /api/apps/${appId}/versions/${versionId}/validate`, { token, body: {} }))
      .body.issues;
    const { status, body } = await world.rest(`POST /api/apps/${appId}/versions/${versionId}/repair`, {
      token,
      body: { messageId: null, messageContent: "", initialIssues: issues, iterations: 2 },
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      "appBundle",
      "initialIssues",
      "iterationsPerformed",
      "model",
      "previousVersionId",
      "repairProcessDetails",
      "repairedFiles",
      "timingBreakdown",
      "unresolvedIssues",
    ]);
    expect(body.unresolvedIssues.map(({ detectorId }: { detectorId: string }) => detectorId)).toEqual(["dead-control"]);
    expect(body.previousVersionId).toBe(versionId);
    expect([body.model, defaultTitle(body)]).toEqual([null, "Default model (none, fixed rules only)"]);
    expect(defaultTitle({ model: "qwen3-coder" })).toBe("Default model (qwen3-coder)");
    expect((await world.rest(`GET /api/apps/${appId}/versions`, { token })).body).toHaveLength(2);
  });

  it("clamps iterations, and takes 1 when they are no number", async () => {
    const { token, appId, versionId } = await appWith(faulty);
    const repair = (iterations: unknown) =>
      world.rest(`POST /api/apps/${appId}/versions/${versionId}/repair`, { token, body: { iterations } });
    expect([
      (await repair(0)).body.iterationsPerformed,
      (await repair("many")).body.iterationsPerformed,
      (await repair(99)).body.iterationsPerformed,
    ]).toEqual([1, 1, 2]);
  });

  it("applies a repair as one version, which a restore can undo", async () => {
    const { api, appId, versionId } = await appWith(faulty);
    const { repairedFiles, previousVersionId } = await api.validation.repair({ appId, versionId, iterations: 2 });
    const applied = await api.validation.applyBundle({ appId, previousVersionId, repairedFiles });
    expect(applied.changes).toEqual([{ path: "pages/Home.jsx", kind: "modified" }]);
    const [newest] = await api.versions.list({ appId });
    expect(newest).toMatchObject({ id: applied.versionId, kind: "repair" });
  });

  it("does not overwrite a file that changed since it was repaired", async () => {
    const { api, appId, versionId } = await appWith(faulty);
    const { repairedFiles, previousVersionId } = await api.validation.repair({ appId, versionId, iterations: 2 });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, (files) =>
      files.map((file) => ({ ...file, content: `${file.content}// mine\n` })),
    );
    await expect(api.validation.applyBundle({ appId, previousVersionId, repairedFiles })).rejects.toMatchObject({
      reason: "stale-file",
    });
  });

  it("tells the editor what is wrong with the app as it stands", async () => {
    const { api, appId, versionId } = await appWith(faulty);
    expect(await api.validation.issues({ appId })).toMatchObject({
      versionId,
      issues: [{ detectorId: "undefined-name" }, { detectorId: "dom-attribute" }, { detectorId: "dead-control" }],
    });
  });

  it("warns before a publish of errors, and of access that became wider than in the published version", async () => {
    const entity = (read: string) => ({
      path: "entities/Deal.json",
      content: JSON.stringify({
        name: "Deal",
        type: "object",
        properties: { title: { type: "string" } },
        "x-accessControl": { permissions: { read, write: "creator" } },
      }),
    });
    const { api, appId, versionId } = await appWith([entity("creator"), ...faulty]);
    await world.db.update(app).set({ publishedVersionId: versionId }).where(eq(app.id, appId));
    expect(await api.validation.publishCheck({ appId })).toMatchObject({
      errors: [{ detectorId: "undefined-name" }],
      isWider: false,
    });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [entity("anonymous")]);
    expect(await api.validation.publishCheck({ appId })).toMatchObject({
      errors: [],
      isWider: true,
      access: [{ entity: "Deal", before: { read: "creator" }, after: { read: "anonymous" }, isWider: true }],
    });
  });

  it("is for owners who are admins", async () => {
    await world.signUp();
    const { token, appId, versionId, accountId } = await appWith(faulty);
    await world.db.update(account).set({ isAdmin: false }).where(eq(account.id, accountId));
    const { status, body } = await world.rest(`POST /api/apps/${appId}/versions/${versionId}/validate`, {
      token,
      body: {},
    });
    expect([status, body.error.code]).toEqual([403, "admin-only"]);
  });
});
