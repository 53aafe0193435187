import "server-only";
import type { Database } from "./open";

declare const owned: unique symbol;
declare const visited: unique symbol;

/**
 * Proof that the caller may act on this app as its owner. Only the `owner` procedures and the server's own jobs mint
 * one.
 */
export type OwnedApp = { readonly db: Database; readonly appId: string; readonly [owned]: true };

/**
 * Who acts on an app's rows: its builder in the builder, the builder in the preview and members as the app sees them.
 * `null` is anonymous and never trusted.
 */
export type Visitor = {
  id: string;
  /** "builder" is the owner; any other is a member's. */ role: string;
  email: string;
} | null;

/** Proof that a visitor of a running app was resolved. Row access still passes the entity's permission pair. */
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

/** Runs work in one transaction; the scope given to it speaks through that transaction only. */
export function inTransaction<S extends OwnedApp | VisitedApp, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  return scope.db.transaction((tx) => work({ ...scope, db: tx }));
}
