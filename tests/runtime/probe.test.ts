import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { member } from "@/db/schema/app";
import { mintOwnedApp } from "@/db/scope";
import { answerAppHost } from "@/doors/answer-app";
import { closePreviews } from "@/features/runtime/previews";
import { writeVersion } from "@/features/versions/store";
import { goodPassword, type Json, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(async () => { await closePreviews(); await world.close(); });
beforeEach(() => world.reset());
const home = (w: string) => [{ path: "pages/Home.jsx", content: `export default () => <p>${w}</p>;` }];
async function start() {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name: "Notes" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => home("one"));
  return { ...owner, appId, published: `${slug}.localhost:3000`, preview: `${appId}.localhost:3000` };
}
async function visit(host: string, line: string, { token, body, signal }: { token?: string; body?: unknown; signal?: AbortSignal } = {}) {
  const [method, path] = line.split(" ") as [string, string];
  const h = new Headers({ host, ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { "content-type": "application/json" }) });
  return answerAppHost(world.platform, new Request(`http://${host}${path}`, { method, headers: h, signal, body: body === undefined ? undefined : JSON.stringify(body) }));
}
const scriptOf = (html: string) => /src="(\/_joinery\/assets\/[^"]+)"/.exec(html)![1]!;

it("D: old build's script after a rebuild", async () => {
  const { api, appId, preview } = await start();
  const { token } = await api.runtime.previewSession({ appId });
  const first = scriptOf(await (await visit(preview, "GET /_joinery/page", { token })).text());
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => home("two"));
  await visit(preview, "GET /_joinery/page", { token });
  expect((await visit(preview, `GET ${first}`)).status).toBe(200);
});
it("E: rename and publish again shows the new title", async () => {
  const { api, appId, published } = await start();
  await api.runtime.publish({ appId });
  await visit(published, "GET /");
  const { revision } = (await api.apps.get({ appId })) as Json;
  await api.apps.rename({ appId, name: "Ledger", revision } as Json).catch(async (e: Error) => { throw new Error(`rename: ${e.message}`); });
  await api.runtime.publish({ appId });
  expect(await (await visit(published, "GET /")).text()).toContain("<title>Ledger</title>");
});
it("H: an admin member reads the preview's page", async () => {
  const { api, appId, preview, published } = await start();
  await api.runtime.publish({ appId });
  const { token, user } = await (await visit(published, `POST /api/apps/${appId}/sign-up`, { body: { email: "m@example.com", password: goodPassword } })).json() as Json;
  await world.db.update(member).set({ role: "admin" }).where(eq(member.id, user.id));
  expect((await visit(preview, "GET /_joinery/page", { token })).status).toBe(401);
});
it("G: owner updates me in preview", async () => {
  const { api, appId, preview } = await start();
  const { token } = await api.runtime.previewSession({ appId });
  const r = await visit(preview, `PUT /api/apps/${appId}/me`, { token, body: { nick: "x" } });
  expect([r.status, await r.json()]).toEqual([200, expect.anything()]);
});
it.each(["cancel-then-abort", "abort-then-cancel", "aborted before"])("C: stream survives %s", async (order) => {
  const { api, appId, preview } = await start();
  const { token } = await api.runtime.previewSession({ appId });
  const caught: unknown[] = [];
  const take = (e: unknown) => caught.push(e);
  process.prependListener("uncaughtException", take);
  const hang = new AbortController();
  if (order === "aborted before") hang.abort();
  const r = await visit(preview, "GET /_joinery/live", { token, signal: hang.signal });
  const reader = r.body!.getReader();
  if (order !== "aborted before") await reader.read();
  if (order === "cancel-then-abort") { await reader.cancel(); hang.abort(); } else { hang.abort(); await reader.cancel().catch(() => 0); }
  await new Promise((d) => setTimeout(d, 100));
  process.off("uncaughtException", take);
  expect(caught).toEqual([]);
});
