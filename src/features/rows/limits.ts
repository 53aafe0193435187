/** An entity's name is its file name and appears in URLs: PascalCase by convention. */
export const entityNamePattern = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;

/** "text cell: 10,000 characters" (design §6). */
export const textCellMax = 10_000;

/** A longer row (as JSON) is a file in disguise. */
export const rowCharactersMax = 500_000;

/** Budget of one filter: nesting of $and, $or and $not; conditions and groups in total; comparison values in total. */
export const filterBudget = { depth: 5, operators: 50, values: 1_000 };

/** Above this count rows are estimated. */
export const countedExactly = 10_000;
export type Count = { count: number; isEstimate?: boolean };

/** "9,876", and "~12,000" for an estimate, rounded. */
export const countWords = ({ count, isEstimate }: Count): string =>
  isEstimate ? `~${count.toLocaleString("en-US", { maximumSignificantDigits: 2 })}` : count.toLocaleString("en-US");

/** Full-text search has no index: it scans so many of the newest rows, and ranks so many of those. */
export const searchedRows = 10_000;
export const searchedHits = 300;

/** One page of rows: 50 unless asked, at most 1000 (design §7). */
export const pageRows = 50;
export const pageRowsMax = 1_000;
/** Rows per bulk call. Larger imports are CSV. */
export const bulkRowsMax = 5_000;
