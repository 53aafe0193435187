import { z } from "zod";

/** What an item's chunks are made from. `position` counts from 0 in the order of the document. */
export type ChunkDraft = { position: number; heading: string; text: string };

/** Ways by which a chunk is found: BM25 over its words, and the distance of its embedding. */
export const retrievalMethods = ["bm25", "vectors"] as const;
export type RetrievalMethod = (typeof retrievalMethods)[number];

/** A chunk in the list of one method, best first. `number` is its place in the index. */
export type Hit = { number: number; score: number };

/** The values of the setting `aiQueryMethod` (1-platform.md §3), whose words the spec does not show. */
export const queryMethods = ["automatic", "words", "meaning"] as const;
export type QueryMethod = (typeof queryMethods)[number];

/** Characters of a question that are searched for, and how many chunks answer it. */
export const questionMax = 10_000;
export const chunksDefault = 8;
export const chunksMax = 100;
export const chunksPerAnswerMax = 50;

/** The settings of an app or tool that retrieval goes by. A wrong one counts as not set. */
export const querySettingsSchema = z.object({
  aiQueryMethod: z.enum(queryMethods).catch("automatic"),
  numOfChunks: z.number().int().min(1).max(chunksPerAnswerMax).catch(chunksDefault),
  /** Whether a model puts the passages that were found in order: better, later and paid for. */
  isReranked: z.boolean().catch(false),
});

export type QuerySettings = z.infer<typeof querySettingsSchema>;

/** A passage that answers a question. `ranks` count from 1, with the method's own score: BM25's, or the cosine. */
export type Passage = {
  id: string;
  contextItemId: string;
  /** What the item is called. */
  name: string;
  /** The headings above it, the document's title first. */
  heading: string;
  text: string;
  position: number;
  /** What the list is ordered by: the method's own score, or of several methods their fused ranks. */
  score: number;
  methods: RetrievalMethod[];
  ranks: Partial<Record<RetrievalMethod, { rank: number; score: number }>>;
};

/** A passage that an answer cites as `[number]`, kept with the answer: what a reader opens is what was quoted. */
export type Citation = { number: number; chunkId: string; contextItemId: string; heading: string; text: string };
