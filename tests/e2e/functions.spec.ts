import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { adminEmail, openEditor } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const greet = `Deno.serve(async (request) => {
  const { name } = await request.json();
  console.log("greeting", name);
  return Response.json({ greeting: \`\${Deno.env.get("GREETING")}, \${name}\` });
});
`;
const home = `import { useState } from "react";
import { greet } from "@/api/functions";

export default function Home() {
  const [words, setWords] = useState("");
  return <button onClick={async () => setWords((await greet({ name: "Grace" })).greeting)}>{words || "Greet"}</button>;
}
`;

test("a function is deployed once its secret is there, run, watched, and called by the app", async ({ context }) => {
  const { page, appId } = await openEditor(server, context, adminEmail);
  for (const [path, content] of [
    ["functions/greet.ts", greet],
    ["pages/Home.jsx", home],
  ]) {
    expect(
      (
        await context.request.post(`${server.url}/api/trpc/files.create`, { data: { json: { appId, path, content } } })
      ).ok(),
    ).toBe(true);
  }
  await page.goto(`${server.url}/build/app/${appId}?panel=code&file=${encodeURIComponent("functions/greet.ts")}`);
  const dock = page.getByRole("region", { name: "Function greet" });
  await expect(dock.getByText("Not deployed")).toBeVisible();

  await dock.getByRole("button", { name: "Deploy" }).click();
  await expect(dock.getByText("Missing required secrets")).toBeVisible();
  await expect(page.getByRole("button", { name: "1 problem" })).toBeVisible();
  await expect(dock.getByText("GREETING")).toBeVisible();
  await dock.getByRole("button", { name: "Manage Secrets" }).click();
  const secrets = page.getByRole("dialog", { name: "Manage App Secrets" });
  await expect(secrets.getByRole("textbox", { name: /key/i }).last()).toHaveValue("GREETING");
  await expect(secrets.locator("input[type=password]")).toBeFocused();
  await secrets.locator("input[type=password]").fill("Good day");
  await secrets.getByRole("button", { name: "Save" }).click();
  await expect(secrets).toBeHidden();
  await expect(dock.getByText("Missing required secrets")).toBeHidden();
  await expect(page.getByRole("button", { name: /problem/ })).toBeHidden();

  await dock.getByRole("button", { name: "Deploy" }).click();
  await expect(dock.getByText("Deployed", { exact: true })).toBeVisible();
  await dock.getByRole("button", { name: "greet", exact: true }).click();
  await dock.getByLabel("Request body").fill('{ "name": "Ada" }');
  await dock.getByLabel("Request body").press("Control+Enter");
  await expect(dock.getByText('"greeting": "Good day, Ada"')).toBeVisible();
  await dock.getByRole("tab", { name: "Logs" }).click();
  await expect(dock.getByText("greeting Ada")).toBeVisible();

  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.frameLocator("iframe").getByRole("button", { name: "Greet" }).click();
  await expect(page.frameLocator("iframe").getByRole("button", { name: "Good day, Grace" })).toBeVisible();
});
