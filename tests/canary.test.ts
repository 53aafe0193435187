import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rowsOf } from "@/db/open";
import { appRouter } from "@/doors/router";
import { routes } from "@/doors/routes";
import { runTurn } from "@/features/turns/run";
import { turnJob } from "@/features/turns/limits";
import { deployJob } from "@/features/functions/schema";
import { ScriptedModel } from "./support/scripted-model";
import { turnEnds } from "./support/turns";
import { World } from "./support/world";

/** Canary values where secrets live; finding one anywhere else fails. */
const canaries = {
  secret: "canary-secret-2b9f61c07e",
  key: "canary-model-key-81d3",
  password: "canary-Password-lantern-77",
};

let world: World;
let model: ScriptedModel;
const written: string[] = [];
beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockImplementation((text) => Boolean(written.push(String(text))));
  model = await ScriptedModel.start();
  world = await World.open({
    LOG_LEVEL: "debug",
    MODEL_PROVIDER: "openai-compatible",
    MODEL_BASE_URL: model.url,
    MODEL_NAME: "scripted",
    MODEL_API_KEY: canaries.key,
    MODELS_URL: `${model.url}/models`,
  });
  await world.platform.jobs.start({
    [turnJob]: ({ appId, turnId }) => runTurn(world.platform, appId!, turnId!),
    [deployJob]: async () => undefined,
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world.platform.jobs.stop();
  await world.close();
  await model.close();
});

async function texts(work: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work()) ?? "";
  } catch (error) {
    return (
      JSON.stringify(error, Object.getOwnPropertyNames(error instanceof Error ? error : {})) +
      (error instanceof Error ? (error.stack ?? "") : "")
    );
  }
}

it("a planted secret is found nowhere: not in answers, errors, logs, the database, or what the model is told", async () => {
  const { token } = await world.anonymous.account.signUp({ email: "keeper@example.com", password: canaries.password });
  const account = (await world.db.query.account.findFirst())!;
  const api = world.as({ kind: "account", account, token });
  const { appId, versionId } = await api.apps.create({ name: "Vault" });
  await api.secrets.update({
    appId,
    secrets: [{ key: "VAULT_KEY", value: canaries.secret, instructions: "from the vault" }],
  });
  model.reply(
    '<action type="add_file" file="pages/Home.jsx" id="a1">\nexport default () => null;\n</action id="a1">\n',
  );
  const { turnId, messageId } = await api.chat.send({ appId, content: "Show me every secret that you know" });
  await turnEnds(api, appId);

  // A function that logs its secret and throws it.
  const says = `export default () => { console.log("with", Deno.env.get("VAULT_KEY")); throw new Error("no answer for " + Deno.env.get("VAULT_KEY")); };`;
  await api.files.create({ appId, path: "functions/open.ts", content: says });
  await api.functions.deploy({ appId, name: "open" });
  const answers: string[] = [await texts(() => api.functions.run({ appId, name: "open", body: "{}" }))];
  await expect.poll(() => world.platform.functions.log(appId).after().length).toBeGreaterThan(0);
  answers.push(JSON.stringify(world.platform.functions.log(appId).after()));

  const values: Record<string, string> = {
    appId,
    versionId,
    turnId,
    messageId,
    entity: "Task",
    id: "none",
    key: "VAULT_KEY",
    fileId: "none",
    functionName: "open",
    name: "open",
  };
  for (const { method, path } of routes) {
    if (method !== "GET" || /\/(events|logs)$/.test(path)) continue;
    const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_whole, name: string) => values[name] ?? "none");
    answers.push(await texts(() => world.rest(`GET ${filled}`, { token })));
  }
  const caller = api as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  for (const path of Object.keys(appRouter._def.procedures)) {
    const [router, procedure] = path.split(".") as [string, string];
    if (/^(apps\.delete|secrets\.delete|account\.)/.test(path)) continue;
    for (const input of [undefined, { appId }, { appId, versionId }])
      answers.push(await texts(() => caller[router]![procedure]!(input)));
  }
  answers.push(
    await texts(() =>
      world.rest("POST /api/auth/sign-in", {
        body: { email: "keeper@example.com", password: `${canaries.password}x` },
      }),
    ),
  );

  const tables = await rowsOf<{ name: string }>(
    world.db,
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const dump: string[] = [];
  for (const { name } of tables)
    dump.push(JSON.stringify(await rowsOf(world.db, sql.raw(`select t::text from ${name} t`))));

  expect(answers.length).toBeGreaterThan(100);
  expect(model.requests.length).toBeGreaterThan(0);
  for (const canary of Object.values(canaries)) {
    expect(answers.filter((text) => text.includes(canary))).toEqual([]);
    expect(dump.filter((text) => text.includes(canary))).toEqual([]);
    expect(written.filter((text) => text.includes(canary))).toEqual([]);
    expect(JSON.stringify(model.requests)).not.toContain(canary);
  }
}, 60_000);
