import "server-only";
import type { Database } from "./open";

declare const owned: unique symbol;
declare const visited: unique symbol;

/** Proof that the caller may act on this app as its builder. Only src/api/gates.ts mints one. */
export type OwnedApp = { readonly db: Database; readonly appId: string; readonly [owned]: true };

/**
 * Who acts on an app's rows: a builder, or a visitor of the running app (a member, or a builder in the preview). `null`
 * is anonymous.
 */
export type Visitor = {
  id: string;
  /** "builder" may do everything, "builder:view" reads everything; all others are roles of members. */
  role: string;
  email: string;
  /** A member's address in small letters, once they have proven that they read its mail. */
  address?: string | undefined;
  /** The owner or a collaborator, who sees the newest version, published or not. */
  isBuilder?: boolean;
} | null;

/** Proof that a visitor of a running app was resolved. Row access still passes the entity's permissions. */
export type VisitedApp = {
  readonly db: Database;
  readonly appId: string;
  readonly visitor: Visitor;
  readonly [visited]: true;
};

export function mintOwnedApp(db: Database, appId: string): OwnedApp {
  return { db, appId } as OwnedApp;
}

export function mintVisitedApp(db: Database, appId: string, visitor: Visitor): VisitedApp {
  return { db, appId, visitor } as VisitedApp;
}

/** Runs the work in one transaction, with a scope bound to it. */
export function inTransaction<S extends OwnedApp | VisitedApp, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  return scope.db.transaction((tx) => work({ ...scope, db: tx }));
}
