import { z } from "zod";

/** The first entry of an archive. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  version: z.string(),
  database: z.enum(["embedded", "postgres"]),
  /** When the archived database's last migration was made, milliseconds. */
  schemaAt: z.number().int().optional(),
  /** Instead of it in archives of before migrations were squashed: their number. */
  migrations: z.number().int().optional(),
  /** Identifies the encryption key without revealing it: SHA-256 of its text. */
  keyHash: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Tables of a Postgres archive in loading order. Their rows follow in COPY's text format. */
export const tableListSchema = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));

/** The last entry; an archive without it is incomplete. */
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
