import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { chunk } from "@/db/schema/chunk";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { findByWords } from "./find-words";
import { fuseLists, spreadSources } from "./rules";
import { chunksDefault, type Passage, questionMax } from "./schema";

/** Chunks of one method that are fused, at least: what is last in one list may be first in the other. */
const depthMin = 50;

type Options = { limit?: number };

/**
 * The passages of an app's data sources that answer a question, best first. What the owner switched off answers
 * nothing, and no passage of another app is ever read.
 */
export async function queryContext(
  scope: OwnedApp | VisitedApp,
  question: string,
  { limit = chunksDefault }: Options = {},
): Promise<Passage[]> {
  const asked = question.slice(0, questionMax);
  const depth = Math.max(depthMin, limit * 2);
  const ranked = fuseLists({ bm25: await findByWords(scope, asked, depth) });
  if (ranked.length === 0) return [];
  const { db, appId } = scope;
  const isAnswering = and(eq(chunk.appId, appId), eq(chunk.isEnabled, true));
  const answering = await db
    .select({ number: chunk.number, itemId: chunk.itemId, hash: chunk.hash })
    .from(chunk)
    .where(
      and(
        isAnswering,
        inArray(
          chunk.number,
          ranked.map(({ number }) => number),
        ),
      ),
    );
  const found = new Map(answering.map((row) => [row.number, row]));
  const chosen = spreadSources(
    ranked.flatMap((one) => {
      const row = found.get(one.number);
      return row ? [{ ...one, ...row }] : [];
    }),
    limit,
  );
  if (chosen.length === 0) return [];
  const rows = await db
    .select({ number: chunk.number, id: chunk.id, heading: chunk.heading, text: chunk.text, position: chunk.position })
    .from(chunk)
    .where(
      and(
        isAnswering,
        inArray(
          chunk.number,
          chosen.map(({ number }) => number),
        ),
      ),
    );
  const texts = new Map(rows.map((row) => [row.number, row]));
  return chosen.flatMap(({ number, itemId, score, methods, ranks }) => {
    const row = texts.get(number);
    if (!row) return [];
    const { id, heading, text, position } = row;
    return [{ id, contextItemId: itemId, heading, text, position, score, methods, ranks }];
  });
}
