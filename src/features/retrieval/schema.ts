import { z } from "zod";

/** Characters of a chunk's heading path and text. A chunk of 1000 tokens has about 4,000. */
export const headingMax = 1_000;
export const chunkTextMax = 40_000;

/** What an item's chunks are made from. `position` counts from 0 in the order of the document. */
export type ChunkDraft = { position: number; heading: string; text: string };

/** Chunks of one answer, by default and at most, and characters of a question. */
export const limitDefault = 8;
export const limitMax = 200;
export const questionMax = 4_000;

export const queryShape = {
  question: z.string().trim().min(1, { error: "Ask a question" }).max(questionMax),
  limit: z.number().int().min(1).max(limitMax).optional(),
};

/** By which ways a chunk was found. */
export const methods = ["bm25", "vector"] as const;
export type Method = (typeof methods)[number];
