import "server-only";
import type { RowOperation } from "@/shipped/contract";

/** Who is spoken of. "anyone" and "everyone" are strangers or whoever is signed in, by what the app is. */
export type Who =
  | { is: "strangers" | "anyone" | "everyone" | "signed" | "author" }
  | { is: "admins"; noun?: string }
  /** People by what they are: `rank` says whether the word alone makes a role of it. */
  | { is: "people"; noun: string; rank: "superior" | "serving" | "served" | "unknown" };

/** Whose rows: null where that is not limited. */
export type Limit = "own" | "assigned" | null;

/** The rows that a statement is about: by what they are called, those that were spoken of before, or all of the app. */
export type Rows = { nouns: string[] } | "before" | "all";

/** Who may do what with which rows, as one clause of a message says it. */
export type Statement = {
  who: Who[];
  /** Nobody else may. */
  isOnly: boolean;
  /** They may not. */
  isNot: boolean;
  may: RowOperation[];
  /** They may do nothing else: "can only view". */
  isAll: boolean;
  rows: Rows;
  limit: Limit;
  /** What is done is more than that rows come and change: "book", "approve". It says nothing of other deeds. */
  isDeed: boolean;
  /** It tells what the app is for, besides: its words stay in the description. */
  isTold?: boolean;
  /** What is done, by its verbs. */
  verbs?: string[];
  /** What is added is a row about the rows that are named: "book a court". */
  isTaking?: boolean;
  /** One word says it of the app: "public". */
  isWord?: boolean;
  /** Whether it tells of rights by itself; "users can add recipes" tells what an app is for, and of rights only beside others. */
  isStrong: boolean;
  /** Where it stands. */
  start: number;
  end: number;
  text: string;
};
