/**
 * Finding chunks by embeddings: its time, and how many of the ten nearest it finds, on vectors that lie in clusters as
 * embeddings of passages about the same things do.
 */
import { sql } from "drizzle-orm";
import type { OwnedApp } from "@/db/scope";
import { findByVector } from "@/features/retrieval/find-vectors";
import { bytesOf, codeOf } from "@/features/retrieval/vectors";
import { seeded } from "./collection";

const [dimensions, clusters, questions, batch] = [1_536, 400, 100, 200];
const model = "bench";

/** Roughly normal: the sum of uniform numbers. */
const normalFrom = (random: () => number) => () => random() + random() + random() - 1.5;

export async function measureVectors(scope: OwnedApp, count: number): Promise<Record<string, unknown>> {
  const normal = normalFrom(seeded(23));
  // All of them point a little the same way, as embeddings do.
  const common = Array.from({ length: dimensions }, () => normal() * 0.5);
  const centres = Array.from({ length: clusters }, () => common.map((value) => value + normal()));
  const near = (index: number) => Float32Array.from(centres[index % clusters]!, (value) => value + normal() * 0.9);
  const stored: Float32Array[] = [];
  for (let start = 0; start < count; start += batch) {
    const rows = Array.from({ length: Math.min(batch, count - start) }, (_, index) => {
      const vector = near(start + index);
      stored.push(vector);
      const plain = Array.from(vector);
      return { number: start + index, code: codeOf(plain), data: bytesOf(plain).toString("hex") };
    });
    await scope.db.execute(
      sql`with fresh as (
          select ${scope.appId}::text as app_id, r.number, ${model}::text as model, r.code::varbit as code, decode(r.data, 'hex') as vector
          from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(number int, code text, data text)
        ), codes as (insert into chunk_code select app_id, number, model, code from fresh)
        insert into chunk_vector select app_id, number, model, vector from fresh`,
    );
  }
  const norms = stored.map((vector) => Math.hypot(...vector));
  const times: number[] = [];
  let found = 0;
  for (let question = 0; question < questions; question += 1) {
    const asked = Array.from(near(question * 7));
    const from = performance.now();
    const hits = await findByVector(scope, { model, vector: asked }, 50);
    times.push(performance.now() - from);
    const exact = stored
      .map((vector, number) => {
        let product = 0;
        for (let at = 0; at < dimensions; at += 1) product += vector[at]! * asked[at]!;
        return { number, score: product / norms[number]! };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, 10);
    const first = new Set(hits.slice(0, 10).map(({ number }) => number));
    found += exact.filter(({ number }) => first.has(number)).length;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]!.toFixed(1)} ms`;
  return {
    vectors: count,
    dimensions,
    "of the 10 nearest": `${((found / questions / 10) * 100).toFixed(1)} %`,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}
