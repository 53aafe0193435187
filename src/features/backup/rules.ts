import type { Manifest } from "./schema";

/** A migration of this release: its file's name, and when it was made (milliseconds). */
export type Migration = { tag: string; when: number };

/** Archives with so many migrations have the tables of the first one, into which these were squashed. */
const squashed = 29;

/**
 * The migrations that an archived database had.
 * @param known this release's, ascending
 * @throws when the archive is of a newer release, or of one from before migrations were squashed
 */
export function archivedMigrations(
  { schemaAt, migrations }: Pick<Manifest, "schemaAt" | "migrations">,
  known: Migration[],
): Migration[] {
  const first = known[0]!.when;
  const at = schemaAt ?? (migrations === squashed ? first : 0);
  if (at > known.at(-1)!.when) throw new Error("This backup is of a newer release of Joinery. Update this one first.");
  if (at < first)
    throw new Error(
      `This backup is of an earlier release of Joinery, whose tables this one cannot bring up to date. Restore it with that release, start the release of ${new Date(first).toISOString().slice(0, 10)} on it once, and back it up there.`,
    );
  return known.filter(({ when }) => when <= at);
}
