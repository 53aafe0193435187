import type { PastChange } from "@/features/context/history";
import type { SourceFile } from "@/shipped/contract";

/** A request at one moment: the files, earlier changes, and the ground truth, which is what was changed next. */
export type Case = { text: string; files: SourceFile[]; history: PastChange[]; truth: string[] };

/** Larger changes move or rename everything and cannot be predicted. */
export const changedMax = 12;
/** Versions that a prompt looks back on. */
export const historyMax = 60;
