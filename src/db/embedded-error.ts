/** A Postgres error as the embedded engine reports it; `code` is the SQLSTATE. */
export class EmbeddedDatabaseError extends Error {
  override name = "EmbeddedDatabaseError";
  code?: string;
  constraint?: string;
}

export const failure = (message: string, code?: string): EmbeddedDatabaseError =>
  Object.assign(new EmbeddedDatabaseError(message), code && { code });
