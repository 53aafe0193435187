import "server-only";
import { eq, sql } from "drizzle-orm";
import { oncePer } from "@/db/prepare";
import { app } from "@/db/schema/app";
import { type Database } from "@/db/open";
import { mintOwnedApp, mintVisitedApp, type OwnedApp, type VisitedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import type { Account, Actor } from "./actor";

type AppRow = typeof app.$inferSelect;

const appById = oncePer((db) =>
  db
    .select()
    .from(app)
    .where(eq(app.id, sql.placeholder("id")))
    .prepare("app_by_id"),
);

const lookUp = async ({ db }: Platform, appId: string): Promise<AppRow | undefined> =>
  (await appById(db).execute({ id: appId }))[0];

/**
 * An app's row that the door has already read, to save the gate a query. Good for one procedure: the next one could see
 * stale data.
 */
export class KnownApp {
  #row: AppRow | undefined;

  constructor(row: AppRow) {
    this.#row = row;
  }

  take(appId: string): AppRow | undefined {
    if (appId !== this.#row?.id) return undefined;
    const row = this.#row;
    this.#row = undefined;
    return row;
  }
}

const findApp = ({ platform, known }: Pick<Context, "platform" | "known">, appId: string) =>
  known?.take(appId) ?? lookUp(platform, appId);

export type Context = {
  platform: Platform;
  actor: Actor;
  /** Headers of the response, such as a session cookie. */
  responseHeaders: Headers;
  /** The app of this request, when its door has read it already. */
  known?: KnownApp;
  /** The caller's user agent. */
  device?: string;
  /** The caller's address from the socket or a trusted proxy, for rate limits. */
  address: string;
};

/**
 * Refuses accounts whose address is not verified. The first account of an installation is exempt, or nobody could set
 * it up. Without a mail server only the pages wait (features/account/rules.ts), since a script could not read the
 * outbox.
 * @throws email-unverified
 */
export function checkVerified({ env }: Platform, account: Account): void {
  if (env.SMTP_URL && !account.emailVerifiedAt && !account.isAdmin) throw new AppError("email-unverified");
}

/**
 * The owner's gate: returns the app's row and a scope for stores.
 * @throws app-not-found for everybody else
 */
export async function own(
  ctx: Pick<Context, "platform" | "known">,
  account: Account,
  appId: string,
): Promise<{ app: AppRow; owned: OwnedApp }> {
  checkVerified(ctx.platform, account);
  const row = await findApp(ctx, appId);
  if (row?.ownerId !== account.id) throw new AppError("app-not-found");
  return { app: row, owned: mintOwnedApp(ctx.platform.db, row.id) };
}

/**
 * Whoever uses an app's data: its owner (in the builder, over everything; in the preview, as the app's admin), a
 * member, or nobody in particular, which a member of a paid app is until they have paid. An unpublished app exists for
 * its owner alone.
 * @throws app-not-found
 */
export async function visit(ctx: Context, appId: string): Promise<{ app: AppRow; visited: VisitedApp }> {
  const { actor, platform } = ctx;
  const row = await findApp(ctx, appId);
  const isOwner = row !== undefined && actor.kind === "account" && actor.account.id === row.ownerId;
  const isVisitor = row !== undefined && actor.kind === "visitor" && actor.appId === row.id;
  if (!row || !(isOwner || isVisitor || row.publishedVersionId)) throw new AppError("app-not-found");
  const paying = isVisitor && !actor.isUnpaid ? actor.visitor : null;
  const visitor = isOwner ? ({ id: actor.account.id, role: "builder", email: actor.account.email } as const) : paying;
  return { app: row, visited: mintVisitedApp(platform.db, row.id, visitor) };
}

/** The gate of an app's host, where the host names the app and the app's own bearer token the visitor. */
export function visitHost(platform: Platform, appId: string, actor: Actor): VisitedApp {
  const isPaying = actor.kind === "visitor" && actor.appId === appId && !actor.isUnpaid;
  const visitor = isPaying ? actor.visitor : null;
  return mintVisitedApp(platform.db, appId, visitor);
}

/** The server's own scope: for jobs, whose owner was checked when they were queued, and for an app being created. */
export function ownedByServer(db: Database, appId: string): OwnedApp {
  return mintOwnedApp(db, appId);
}
