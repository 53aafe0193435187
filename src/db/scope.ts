import "server-only";
import type { Database } from "./open";

declare const owned: unique symbol;
declare const visited: unique symbol;

/** Proof that the caller may act on this app as its owner. Only src/api/gates.ts mints one. */
export type OwnedApp = { readonly db: Database; readonly appId: string; readonly [owned]: true };

/**
 * Who acts on an app's rows: the owner in the builder, or a visitor of the running app (a member, or the owner in the
 * preview). `null` is anonymous.
 */
export type Visitor = {
  id: string;
  /** "builder" is the owner; all others are roles of members. */ role: string;
  email: string;
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
