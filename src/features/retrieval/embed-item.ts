import "server-only";
import { eq, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { newId } from "@/db/id";
import { joiningMany } from "@/db/join-many";
import { rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { type Embedded, type Embedder, openEmbedder } from "@/engines/model/embedding";
import type { Platform } from "@/engines/platform";
import { bookCall, checkBudget } from "@/features/usage/spend";
import { isAt } from "./look-up";
import { bytesOf, codeOf } from "./vectors";

/** Chunks of one request: about as many tokens as services take at once, and what a crash loses at most. */
const batchMax = 64;

type Wanted = { number: number; hash: string; heading: string; text: string };

/**
 * Embeds the chunks of an item that have no vector of the configured model yet. Each batch is stored when it is there,
 * so that whoever repeats this after a crash or a failure goes on. The same heading and text is never paid for twice.
 * Without an embedding service it does nothing: words alone then answer.
 * @throws ModelError where the service fails, usage-cap where the owner's budget is spent
 */
export async function embedItem(
  platform: Platform,
  scope: OwnedApp,
  itemId: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (done: number, total: number) => Promise<void> },
): Promise<{ embedded: number }> {
  const embedder = openEmbedder(platform.env);
  if (!embedder) return { embedded: 0 };
  const { model } = embedder;
  const missing = await countWanted(scope, itemId, model);
  if (missing > 0)
    await inTransaction(scope, ({ db }) =>
      joiningMany(db, missing, () => copyKnown({ db, appId: scope.appId }, itemId, model)),
    );
  const total = await countWanted(scope, itemId, embedder.model);
  let embedded = 0;
  for (;;) {
    const batch = await wantedOf(scope, itemId, embedder.model);
    if (batch.length === 0) return { embedded };
    await onProgress?.(embedded, total);
    // Of passages that stand in an item several times, each is sent once.
    const texts = new Map(batch.map(({ hash, heading, text }) => [hash, `${heading}\n${text}`.trim() || "-"]));
    const { vectors } = await embedPaid(platform, scope, embedder, [...texts.values()], signal);
    const byHash = new Map([...texts.keys()].map((hash, index) => [hash, vectors[index]!]));
    await storeVectors(
      scope,
      embedder.model,
      batch.map(({ number, hash }) => ({ number, vector: byHash.get(hash)! })),
    );
    embedded += batch.length;
  }
}

/** Embeds texts within the budget of the app's owner, and books what they cost. */
export async function embedPaid(
  { env }: Platform,
  { db, appId }: Pick<OwnedApp, "db" | "appId">,
  embedder: Embedder,
  texts: string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const [owner] = await db.select({ id: app.ownerId }).from(app).where(eq(app.id, appId));
  if (owner) await checkBudget(db, owner.id, env.MODEL_MONTHLY_USD_MAX);
  const embedded = await embedder.embed(texts, signal);
  const call = { accountId: owner?.id ?? "", callId: newId("t"), appId };
  const usage = { modelInfo: { model: embedder.model }, totalTokens: embedded.tokens, totalCost: embedded.costUsd };
  if (owner) await bookCall(db, call, usage);
  return embedded;
}

/** The chunks of an item without a vector of the model, each looked up by its key. */
const wantedIn = (appId: string, itemId: string, model: string) => sql`from chunk c
  left join lateral (
    select v.number from chunk_vector v where v.app_id = ${appId} and v.model = ${model} and ${isAt("v.number", "c.number")}
  ) v on true
  where c.app_id = ${appId} and c.item_id = ${itemId} and v.number is null`;

const wantedOf = ({ db, appId }: OwnedApp, itemId: string, model: string): Promise<Wanted[]> =>
  rowsOf<Wanted>(
    db,
    sql`select c.number, c.hash, c.heading, c.text ${wantedIn(appId, itemId, model)} order by c.position limit ${batchMax}`,
  );

async function countWanted({ db, appId }: OwnedApp, itemId: string, model: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count ${wantedIn(appId, itemId, model)}`,
  );
  return row!.count;
}

/** Takes the vectors of passages that another item of the app has as well. */
async function copyKnown({ db, appId }: Pick<OwnedApp, "db" | "appId">, itemId: string, model: string): Promise<void> {
  await db.execute(
    sql`with known as (
        select distinct on (c.number) c.app_id, c.number, v.model, o.code, v.vector
        from chunk c
        join chunk k on k.app_id = c.app_id and k.hash = c.hash and k.number <> c.number
        join chunk_vector v on v.app_id = k.app_id and v.number = k.number and v.model = ${model}
        join chunk_code o on o.app_id = k.app_id and o.number = k.number and o.model = ${model}
        where c.app_id = ${appId} and c.item_id = ${itemId}
          and not exists (select from chunk_vector h where h.app_id = c.app_id and h.number = c.number and h.model = ${model})
        order by c.number
      ), ${writeBoth("known")}`,
  );
}

/** Writes rows of { app_id, number, model, code, vector } of a query to both tables, in one statement. */
const writeBoth = (source: "known" | "fresh") => sql`codes as (
    insert into chunk_code (app_id, number, model, code) select app_id, number, model, code from ${sql.raw(source)}
    on conflict (app_id, number) do update set model = excluded.model, code = excluded.code
  )
  insert into chunk_vector (app_id, number, model, vector) select app_id, number, model, vector from ${sql.raw(source)}
  on conflict (app_id, number) do update set model = excluded.model, vector = excluded.vector`;

/** Only of chunks that are still there: the item may have been replaced meanwhile. */
async function storeVectors(
  { db, appId }: OwnedApp,
  model: string,
  vectors: { number: number; vector: number[] }[],
): Promise<void> {
  const rows = vectors.map(({ number, vector }) => ({
    number,
    code: codeOf(vector),
    data: bytesOf(vector).toString("hex"),
  }));
  await db.execute(
    sql`with fresh as (
        select c.app_id, c.number, ${model}::text as model, r.code::varbit as code, decode(r.data, 'hex') as vector
        from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(number int, code text, data text)
        cross join lateral (
          select c.app_id, c.number from chunk c where c.app_id = ${appId} and ${isAt("c.number", "r.number")}
        ) c
      ), ${writeBoth("fresh")}`,
  );
}
