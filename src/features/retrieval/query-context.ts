import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { log } from "@/engines/log";
import { openEmbedder } from "@/engines/model/embedding";
import type { Platform } from "@/engines/platform";
import { embedPaid } from "./embed-item";
import { findByVector } from "./find-vectors";
import { findByWords } from "./find-words";
import { isAt } from "./look-up";
import { rerank, rerankedMax } from "./rerank";
import { type Fused, fuseLists, spreadSources } from "./rules";
import { chunksDefault, type Hit, type Passage, questionMax, type QueryMethod } from "./schema";

/** Chunks of one method that are fused, at least: what is last in one list may be first in the other. */
const depthMin = 50;
/** A question waits no longer for its embedding: words then answer alone. */
const embeddingMs = 5_000;
/** Characters of a question that are embedded: models take fewer than words do. */
const embeddedMax = 4_000;

type Scope = OwnedApp | VisitedApp;
type Options = { limit?: number; method?: QueryMethod; isReranked?: boolean };

/**
 * The passages of an app's data sources that answer a question, best first: those that share its words and, where an
 * embedding service is configured, those that mean the same, fused by their ranks. What the owner switched off, or what is not
 * synced yet, answers nothing, and no passage of another app is ever read.
 * @param options.isReranked lets a model put the first ones in order
 * @param options.method "words" or "meaning" alone; without an embedding service, or when it fails, words answer
 */
export async function queryContext(
  platform: Platform,
  scope: Scope,
  question: string,
  { limit = chunksDefault, method = "automatic", isReranked = false }: Options = {},
): Promise<Passage[]> {
  const asked = question.slice(0, questionMax);
  const depth = Math.max(depthMin, limit * 2);
  const words = method === "meaning" ? undefined : findByWords(scope, asked, depth);
  const [vectors, found] = await Promise.all([
    method === "words" ? undefined : findByMeaning(platform, scope, asked, depth),
    words,
  ]);
  // Until its chunks are embedded, an item is found by its words.
  const bm25 = found ?? (vectors?.length ? undefined : await findByWords(scope, asked, depth));
  const ranked = fuseLists({ ...(bm25 && { bm25 }), ...(vectors?.length && { vectors }) });
  if (!isReranked) return readPassages(scope, ranked, limit);
  const passages = await readPassages(scope, ranked, Math.max(limit, rerankedMax));
  return (await rerank(platform, scope, asked, passages)).slice(0, limit);
}

/** Undefined where there is no answer by embeddings: none is configured, the service failed, the budget is spent. */
async function findByMeaning(
  platform: Platform,
  scope: Scope,
  question: string,
  depth: number,
): Promise<Hit[] | undefined> {
  const embedder = openEmbedder(platform.env);
  if (!embedder) return undefined;
  try {
    const signal = AbortSignal.timeout(embeddingMs);
    const { vectors } = await embedPaid(platform, scope, embedder, [question.slice(0, embeddedMax)], signal);
    return await findByVector(scope, { model: embedder.model, vector: vectors[0]! }, depth);
  } catch (error) {
    log("warn", "retrieval", { appId: scope.appId, error });
    return undefined;
  }
}

/** In one statement where the first ones have room for several sources, which is nearly always; else in two. */
async function readPassages(scope: Scope, ranked: Fused[], limit: number): Promise<Passage[]> {
  const early = ranked.slice(0, limit + Math.max(5, Math.ceil(limit / 2)));
  const first = await readRows(scope, early);
  const { chosen, isFull } = spreadSources(first, limit);
  if (isFull || early.length === ranked.length) return chosen.map(asPassage);
  const others = await readRows(scope, ranked.slice(early.length));
  return spreadSources([...first, ...others], limit).chosen.map(asPassage);
}

type Row = Passage & { itemId: string; hash: string };

const asPassage = ({ itemId: _itemId, hash: _hash, ...passage }: Row): Passage => passage;

/**
 * The chunks behind numbers that may answer, in the order of these. An item that is synced once more answers with what
 * it has.
 */
async function readRows({ db, appId }: Scope, ranked: Fused[]): Promise<Row[]> {
  if (ranked.length === 0) return [];
  const numbers = ranked.map(({ number }) => number);
  const rows = await rowsOf<Omit<Row, "contextItemId" | "score" | "methods" | "ranks"> & { number: number }>(
    db,
    // One parameter however many there are: the statement is prepared once.
    sql`select c.number, c.item_id as "itemId", c.hash, c.id, c.heading, c.text, c.position, i.name
      from unnest(${`{${numbers.join(",")}}`}::int[]) as n(number)
      cross join lateral (
        select * from chunk c where c.app_id = ${appId} and ${isAt("c.number", "n.number")}
      ) c
      cross join lateral (
        select i.name, i.last_synced_at from context_item i where i.app_id = ${appId} and ${isAt("i.id", "c.item_id")}
      ) i
      where c.is_enabled and i.last_synced_at is not null`,
  );
  const found = new Map(rows.map(({ number, ...row }) => [number, row]));
  return ranked.flatMap(({ number, score, methods, ranks }) => {
    const row = found.get(number);
    return row ? [{ ...row, contextItemId: row.itemId, score, methods, ranks }] : [];
  });
}
