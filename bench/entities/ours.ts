import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { ownedByServer } from "../../src/api/gates";
import { parseEnv, setEnv } from "../../src/engines/env";
import { openPlatform } from "../../src/engines/platform";
import { writeVersion } from "../../src/features/versions/store";
import { call, type Side } from "./calls";
import { dataOf, schema } from "./rows";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type Member = { id: string; token: string };
/** A published app of the bench's table with four members. */
export type App = { app: Side; appId: string; members: Member[] };
export type Ours = App & {
  child: ChildProcess;
  builder: Side;
  owner: { authorization: string };
  /** The first app's neighbours. */
  others: App[];
};

const password = "copper-lantern-42-fjord";
const json = async <T>(answer: Promise<string>) => JSON.parse(await answer) as T;

/** Starts the product by `npm start` and waits until it answers. */
async function start(settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["src/doors/start.mjs"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...settings },
  });
  process.on("exit", () => child.kill());
  const side = { port: Number(settings.PORT), host: `localhost:${settings.PORT}` };
  while (!(await call(side, { method: "GET", path: "/api/health" }).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error("The server did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Starts it with published apps of the bench's table, each with four invited members. */
export async function startOurs(url: string | undefined, dataDir: string, appCount = 1): Promise<Ours> {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? "",
    LOG_LEVEL: "warn",
    APP_STORAGE_MB: "20000",
  };
  let child = await start(settings);
  const builder: Side = { port, host: `localhost:${port}` };
  const { token } = await json<{ token: string }>(
    call(builder, {
      method: "POST",
      path: "/api/auth/sign-up",
      body: JSON.stringify({ email: `bench${Date.now()}@example.com`, password }),
    }),
  );
  const owner = { authorization: `Bearer ${token}` };
  const post = <T>(path: string, body: unknown) =>
    json<T>(call(builder, { method: "POST", path, headers: owner, body: JSON.stringify(body) }));
  const ids: string[] = [];
  for (let number = 0; number < appCount; number += 1)
    ids.push((await post<{ appId: string }>("/api/apps", { appType: "gen-app", genApp: { header: "Bench" } })).appId);
  // Tables come from the assistant; the bench inserts its own while the server is stopped.
  await stop(child);
  setEnv(settings);
  const platform = await openPlatform(parseEnv(settings));
  for (const appId of ids)
    await writeVersion(ownedByServer(platform.db, appId), { kind: "turn" }, () => [
      { path: "entities/Row.json", content: JSON.stringify(schema) },
      { path: "pages/Home.jsx", content: "export default function Home() {\n  return <h1>Bench</h1>;\n}\n" },
    ]);
  await platform.close();
  child = await start(settings);
  const apps: App[] = [];
  for (const appId of ids) {
    await post(`/api/apps/${appId}/publish`, {});
    const app: Side = { port, host: `${appId}.localhost:${port}` };
    const members: Member[] = [];
    for (let number = 0; number < 4; number += 1) members.push(await join(post, app, appId, number));
    apps.push({ app, appId, members });
  }
  const [first, ...others] = apps as [App, ...App[]];
  return { child, builder, owner, ...first, others };
}

type Post = <T>(path: string, body: unknown) => Promise<T>;

/** Invites a member, who signs up. */
async function join(post: Post, app: Side, appId: string, number: number): Promise<Member> {
  const email = `member${number}@example.com`;
  const { url: invitation } = await post<{ url: string }>(`/api/apps/${appId}/invitations`, { email, role: "user" });
  const joined = await json<{ token: string; user: { id: string } }>(
    call(app, {
      method: "POST",
      path: `/api/apps/${appId}/sign-up`,
      body: JSON.stringify({ email, password, invitation: invitation.split("#")[1] }),
    }),
  );
  return { id: joined.user.id, token: joined.token };
}

/** Rows `from` … `from + count - 1` as one bulk's body. */
export const bulkOf = (from: number, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => dataOf(from + index)));
