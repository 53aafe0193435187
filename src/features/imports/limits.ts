export const mappingPreviewRows = 5;
/** Rows that tell whether a column's numbers have a decimal comma. */
export const numberSampleRows = 1_000;

/** The largest CSV file. It is streamed, but stored in the blob store. */
export const importBytesMax = 5_000_000_000;

/** "CSV import sends batches of 10 rows, 3 batches in parallel" (2-builder.md §7, §9). */
export const importBatchRows = 10;
export const importBatchesAtOnce = 3;
/**
 * A file up to this size is sent in batches by the browser; larger ones are imported by the server alone, much faster.
 */
export const batchedImportMax = { bytes: 1_000_000, records: 1_000 };
