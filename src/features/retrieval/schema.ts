/** What an item's chunks are made from. `position` counts from 0 in the order of the document. */
export type ChunkDraft = { position: number; heading: string; text: string };
