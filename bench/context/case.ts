import type { PastChange } from "@/features/context/history";
import type { SourceFile } from "@/shipped/contract";

/** One request at one moment: the files of then, what was changed before, and (the truth) what was changed next. */
export type Case = { text: string; files: SourceFile[]; history: PastChange[]; truth: string[] };

/** More files than this are a move or a rename of everything, which no retrieval could or should foresee. */
export const changedMax = 12;
/** Versions that a prompt looks back on. */
export const historyMax = 60;
