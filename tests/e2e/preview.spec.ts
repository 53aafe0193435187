import { expect, test } from "@playwright/test";
import { Server } from "../support/server";
import { makeApp } from "../support/talk";

let server: Server;
test.beforeAll(async () => void (server = await Server.start()));
test.afterAll(() => server.close());

const page = (body: string) => `import { useState } from "react";\n\nexport default function Home() {\n  ${body}\n}\n`;

test("a preview tells of an error once, survives a reload, and leaves its token to nobody", async ({ context }) => {
  await context.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: "ada@example.com", password: "copper-lantern-42-fjord" },
  });
  const write = async (header: string, body: string) => {
    const appId = await makeApp(server, context, header);
    const created = await context.request.post(`${server.url}/api/trpc/files.create`, {
      data: { json: { appId, path: "pages/Home.jsx", content: page(body) } },
    });
    expect(created.ok(), await created.text()).toBe(true);
    return appId;
  };
  const appId = await write(
    "Fragile",
    'const [isBroken, setBroken] = useState(false);\n  if (isBroken) throw new Error("broken render");\n  return <><button onClick={() => setBroken(true)}>Break</button><button onClick={() => location.reload()}>Again</button></>;',
  );
  const stranger = await write("Stranger", "return <p>I am another app: {window.name || 'nothing'}</p>;");
  const tab = await context.newPage();
  await tab.goto(`${server.url}/build/app/${appId}`);
  const frame = tab.frameLocator("iframe[title]");
  await frame.getByRole("button", { name: "Again" }).click();
  await frame.getByRole("button", { name: "Break" }).click();
  await expect(frame.getByText("This page stopped working")).toBeVisible();
  await expect(tab.getByText("1 issue", { exact: true })).toBeVisible();
  const inside = tab.frames().find((one) => one.url().includes(appId))!;
  await inside.evaluate((url) => void (location.href = url), `http://${stranger}.localhost:${server.port}/`);
  const moved = () => tab.frames().find((one) => one.url().includes(stranger));
  await expect.poll(() => moved()?.evaluate(() => document.body.innerText)).toBe("Open this preview from the builder.");
  expect(await moved()!.evaluate(() => window.name)).toBe("");
});
