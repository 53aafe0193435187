import { z } from "zod";

/** The first entry of an archive. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  version: z.string(),
  database: z.enum(["embedded", "postgres"]),
  /** How many migrations the archived database had. */
  migrations: z.number().int(),
  /** Which key sealed the secrets, without telling it: SHA-256 of the key's text. */
  keyHash: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The tables of a Postgres archive, parents before their children. Their rows follow in COPY's text format. */
export const tableListSchema = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));

/** The last entry: an archive without it is not whole. */
export const endSchema = z.object({ files: z.number().int() });

export const entryOf = {
  manifest: "manifest.json",
  key: "secrets.key",
  database: "database/",
  tableList: "tables.json",
  tables: "tables/",
  blobs: "blobs/",
  end: "end.json",
} as const;
