import { createServer, request as ask, type Server } from "node:http";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { answerAppHost } from "@/doors/answer-app";
import { sendResponse, toRequest } from "@/doors/web";
import { closePreviews } from "@/features/runtime/previews";
import { writeVersion } from "@/features/versions/store";
import { findChromium } from "../support/chromium.mjs";
import { World } from "../support/world";

let world: World, server: Server, builderPage = "";
const port = 4160;
beforeAll(async () => {
  world = await World.open();
  Object.assign(world.platform.env, { APP_URL: `http://localhost:${port}` });
  server = createServer((i, o) => i.headers.host === `localhost:${port}` ? void o.setHeader("content-type", "text/html").end(builderPage) : void answerAppHost(world.platform, toRequest(i, o, `http://${i.headers.host}`)).then((r) => sendResponse(r, o, i.method === "HEAD")));
  await new Promise<void>((d) => server.listen(port, "127.0.0.1", d));
});
afterAll(async () => { server.closeAllConnections(); server.close(); await closePreviews(); await world.close(); });
const page = (body: string) => `import { useState } from "react";\nexport default function Home() { ${body} }`;
async function start(body: string) {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name: "Notes" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [{ path: "pages/Home.jsx", content: page(body) }]);
  const { token } = await owner.api.runtime.previewSession({ appId });
  return { ...owner, appId, slug, token };
}
async function browser(block: boolean) {
  const found = (await findChromium()) as unknown;
  const executablePath = typeof found === "string" ? found : (found as { path: string })?.path;
  const b = await chromium.launch({ executablePath, args: ["--no-sandbox", ...(block ? ["--test-third-party-cookie-phaseout"] : [])] });
  return b;
}
it("HEAD of the live stream over HTTP", async () => {
  const { appId, token } = await start("return <p>hi</p>");
  const caught: unknown[] = [];
  const take = (e: unknown) => caught.push(e);
  process.prependListener("uncaughtException", take);
  await new Promise<void>((d) => ask({ port, host: "127.0.0.1", path: "/_joinery/live", method: "HEAD", headers: { host: `${appId}.localhost:${port}`, authorization: `Bearer ${token}` } }, (r) => { r.resume(); r.on("end", () => d()); }).end());
  await new Promise((d) => setTimeout(d, 300));
  process.off("uncaughtException", take);
  console.log("HEAD /_joinery/live uncaught:", caught.map(String));
});
it.each([false, true])("a framed preview, third-party storage blocked: %s", async (block) => {
  const bad = await start(`const [broken, set] = useState(false); if (broken) throw new Error("broken render"); return <><button onClick={() => set(true)}>Break</button><p>{typeof window.name} {window.name}</p><button onClick={() => location.reload()}>Again</button></>`);
  const evil = await start("return <p>evil</p>");
  const b = await browser(block);
  const p = await b.newPage();
  p.on("console", (m) => console.log("console:", m.text().slice(0, 300).replace(bad.token, "TOKEN")));
  p.on("requestfailed", (r) => console.log("failed:", r.url().replace(bad.token, "TOKEN"), r.failure()?.errorText));
  p.on("response", (r) => r.status() >= 400 && console.log("response:", r.status(), r.url()));
  builderPage = `<script>heard=[];addEventListener("message",e=>heard.push(e.data))</script><iframe sandbox="allow-scripts allow-same-origin allow-forms" src="http://${bad.appId}.localhost:${port}/#joinery-token=${bad.token}" style="width:800px;height:600px"></iframe>`;
  await p.goto(`http://localhost:${port}/`);
  const f = p.frameLocator("iframe");
  await f.getByText("Break").waitFor({ timeout: 8000 }).catch(async (e) => { console.log("body:", await p.frames()[1]?.evaluate("document.documentElement.outerHTML.slice(0,800)").catch(String)); throw e; });
  await f.getByText("Again").click();
  await p.waitForTimeout(1500);
  console.log("blocked", block, "after reload:", (await f.locator("body").innerText()).replace(bad.token, "TOKEN").slice(0, 80));
  await f.getByText("Break").click();
  await p.waitForTimeout(800);
  console.log("errors", JSON.stringify((await p.evaluate("heard") as { type: string; error?: { title: string; componentName: string } }[]).filter((x) => x.type === "app_error").map((x) => [x.error!.componentName, x.error!.title])));
  const frame = p.frames()[1]!;
  await frame.evaluate(`location.href = "http://${evil.slug}.localhost:${port}/"`).catch(() => 0);
  await p.waitForTimeout(800);
  console.log("other app's frame sees name =", String(await p.frames()[1]!.evaluate("window.name")).replace(bad.token, "TOKEN"), "at", p.frames()[1]!.url());
  await b.close();
});
it("a published app opened by a link with somebody else's token", async () => {
  const a = await start("return <p>hi</p>");
  await a.api.runtime.publish({ appId: a.appId });
  const b = await browser(false);
  const p = await b.newPage();
  await p.goto(`http://${a.slug}.localhost:${port}/#joinery-token=attackers`);
  await p.waitForTimeout(1000);
  console.log("kept token:", await p.evaluate(`localStorage.getItem("joinery.token.published")`));
  await b.close();
  expect(1).toBe(1);
});
