import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { app, appSettings, tool } from "@/db/schema/app";
import { mintOwnedApp } from "@/db/scope";
import { answerAppHost } from "@/doors/answer-app";
import { runTool } from "@/features/runs/run";
import { runJob } from "@/features/runs/schema";
import { headFiles, writeVersion } from "@/features/versions/store";
import type { SourceFile } from "@/shipped/contract";
import { type Json, World } from "./world";

/** A world with running tool runs and the given environment, for a file or group of tests. */
export function withRuns(use: (world: World) => void, settings: () => Promise<Record<string, string>>): void {
  let world: World;
  beforeAll(async () => {
    world = await World.open(await settings());
    await world.platform.jobs.start({ [runJob]: ({ appId, runId }) => runTool(world.platform, appId!, runId!) });
    use(world);
  });
  afterAll(async () => {
    await world.platform.jobs.stop();
    await world.close();
  });
  beforeEach(() => world.reset());
}

/** Key of an anonymous browser. */
export const browser = "a-browser-of-somebody-1";

type ToolOptions = { data: Record<string, unknown>; settings?: Record<string, unknown>; files?: SourceFile[] };
type Call = { token?: string; body?: unknown; key?: string | null };

/** A published app with one live tool at "planner", and access as its visitors. */
export async function toolApp(world: World, { data, settings = {}, files = [] }: ToolOptions) {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name: "Meals" });
  const scope = mintOwnedApp(world.db, appId);
  await writeVersion(scope, { kind: "turn" }, () => files);
  const { versionId } = await headFiles(scope);
  await world.db.update(app).set({ publishedVersionId: versionId, publishedAt: new Date() }).where(eq(app.id, appId));
  await world.db
    .insert(tool)
    .values({ appId, id: "tplanner", title: "Planner", path: "planner", status: "active", data });
  await world.db.update(appSettings).set({ data: settings }).where(eq(appSettings.appId, appId));
  const host = `${slug}.localhost:3000`;
  const answer = (line: string, { token, body, key = browser }: Call = {}) => {
    const [method, path] = line.split(" ") as [string, string];
    const headers = new Headers({
      host,
      ...(key !== null && { "x-session": key }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    });
    const url = `http://${host}${path.startsWith("/api/") ? path : `/api/apps/${appId}/tools/planner${path}`}`;
    return answerAppHost(
      world.platform,
      new Request(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
    );
  };
  const call = async (line: string, options: Call = {}) => {
    const response = await answer(line, options);
    const isJson = response.headers.get("content-type")?.includes("json");
    const value: Json = isJson ? await response.json() : await response.text();
    return { status: response.status, body: value };
  };
  const begin = async (body: Record<string, unknown>, options: Call = {}): Promise<string> => {
    const { status, body: made } = await call("POST /runs", { ...options, body });
    if (status !== 200) throw new Error(JSON.stringify(made));
    return made.runId as string;
  };
  /** Waits for a run's end; the test's own timeout applies. */
  const ended = async (runId: string, options: Call = {}): Promise<Json> => {
    for (;;) {
      const { body } = await call(`GET /runs/${runId}`, options);
      if (!["queued", "streaming"].includes(body.status)) return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const run = async (body: Record<string, unknown>, options: Call = {}) => ended(await begin(body, options), options);
  return { ...owner, owner, appId, host, call, answer, begin, ended, run };
}
