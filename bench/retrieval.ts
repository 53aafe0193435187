/**
 * Retrieval with words alone: its quality on a judged collection (BEIR's files), and its time over many chunks.
 * With `--vectors=10000,100000`, finding by embeddings as well.
 * `[DATABASE_URL=postgres://… (an empty database)] node bench/run.mjs retrieval [folder] [--chunks=10000,100000] [--queries=300] [--vectors=10000]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownedByServer } from "@/api/gates";
import { newId } from "@/db/id";
import { openDatabase } from "@/db/open";
import { account, app } from "@/db/schema";
import type { OwnedApp } from "@/db/scope";
import { contextItem } from "@/db/schema/source";
import { parseEnv } from "@/engines/env";
import type { Platform } from "@/engines/platform";
import { queryContext } from "@/features/retrieval/query-context";
import { replaceChunks } from "@/features/retrieval/store";
import { measureVectors } from "./retrieval/vectors";
import { type Collection, ndcg, passages, readCollection, recall } from "./retrieval/collection";

const text = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "../shared/data/scifact";
const url = process.env.DATABASE_URL || undefined;
const sizes = (text("chunks") ?? "10000,100000").split(",").map(Number).filter(Boolean);
const vectorCounts = (text("vectors") ?? "").split(",").map(Number).filter(Boolean);
const queriesMax = Number(text("queries") ?? 300);
const clientCounts = [1, 16];
const goalsMs: Record<number, number> = { 10_000: 50, 100_000: 150 };
const itemChunks = 50;

const collection = readCollection(folder);
const dataDir = mkdtempSync(join(tmpdir(), "joinery-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) });

/** What a question needs of the platform where words alone answer. */
const platform = { env: parseEnv({}), db: database.db } as Platform;

/** An item that is synced: others answer nothing. */
async function addItem(scope: OwnedApp, id: string, drafts: Parameters<typeof replaceChunks>[2]): Promise<void> {
  const item = { appId: scope.appId, id, name: id, type: "txt", source: "local_files", lastSyncedAt: new Date() };
  await database.db.insert(contextItem).values(item);
  await replaceChunks(scope, id, drafts);
}

async function addApp(): Promise<OwnedApp> {
  const [ownerId, appId] = [newId("u"), newId("a")];
  await database.db.insert(account).values({ id: ownerId, email: `${ownerId}@example.com`, passwordHash: "" });
  await database.db.insert(app).values({ id: appId, ownerId, slug: appId, name: "Bench", kind: "gen-app" });
  return ownedByServer(database.db, appId);
}

async function measureQuality({ documents, queries, judged }: Collection): Promise<void> {
  const scope = await addApp();
  const started = performance.now();
  for (const { id, title, text: body } of documents)
    await addItem(scope, id, [{ position: 0, heading: title, text: body }]);
  const seconds = (performance.now() - started) / 1_000;
  const sums = { ndcg: 0, recall10: 0, recall100: 0 };
  const asked = queries.filter(({ id }) => judged.has(id));
  for (const { id, text: question } of asked) {
    const ranked = (await queryContext(platform, scope, question, { limit: 100 })).map((hit) => hit.contextItemId);
    sums.ndcg += ndcg(ranked, judged.get(id)!, 10);
    sums.recall10 += recall(ranked, judged.get(id)!, 10);
    sums.recall100 += recall(ranked, judged.get(id)!, 100);
  }
  const mean = (sum: number) => (sum / asked.length).toFixed(4);
  console.log(
    `${documents.length} documents of one chunk each, indexed in ${seconds.toFixed(1)} s one by one; ${asked.length} queries`,
  );
  console.table([
    { "nDCG@10": mean(sums.ndcg), goal: 0.689, "R@10": mean(sums.recall10), "R@100": mean(sums.recall100) },
  ]);
}

async function measureTime(chunks: number): Promise<Record<string, unknown>[]> {
  const scope = await addApp();
  const started = performance.now();
  let drafts: { position: number; heading: string; text: string }[] = [];
  let items = 0;
  for (const passage of passages(collection, chunks)) {
    drafts.push({ position: drafts.length, ...passage });
    if (drafts.length < itemChunks) continue;
    await addItem(scope, `item${(items += 1)}`, drafts);
    drafts = [];
  }
  const seconds = (performance.now() - started) / 1_000;
  const questions = collection.queries.map((query) => query.text).slice(0, queriesMax);
  const lines = [];
  for (const clients of clientCounts) {
    const times: number[] = [];
    const waiting = clients === 1 ? [...questions] : [...questions, ...questions, ...questions];
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let question = waiting.shift(); question !== undefined; question = waiting.shift()) {
          const from = performance.now();
          await queryContext(platform, scope, question, { limit: 10 });
          times.push(performance.now() - from);
        }
      }),
    );
    times.sort((a, b) => a - b);
    const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]!.toFixed(1)} ms`;
    const goal = clients === 1 ? goalsMs[chunks] : undefined;
    lines.push({
      chunks,
      clients,
      "indexed in": `${seconds.toFixed(0)} s`,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      goal: goal ? `p99 ≤ ${goal} ms` : "",
    });
  }
  return lines;
}

console.log(database.kind);
if (!process.argv.includes("--no-quality")) await measureQuality(collection);
const lines = [];
for (const chunks of sizes) lines.push(...(await measureTime(chunks)));
if (lines.length > 0) console.table(lines);
const vectorLines = [];
for (const count of vectorCounts) vectorLines.push(await measureVectors(await addApp(), count));
if (vectorLines.length > 0) console.table(vectorLines);
await database.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
