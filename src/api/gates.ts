import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { oncePer } from "@/db/prepare";
import { account as accountTable } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import { collaborator } from "@/db/schema/collaborator";
import { type Database } from "@/db/open";
import { mintOwnedApp, mintVisitedApp, type OwnedApp, type VisitedApp, type Visitor } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import type { Account, Actor } from "./actor";
import { type AppRole, lookingRole, reaches, roleRefusals } from "./app-role";

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

/** Headers to be sent: a native `Headers`, or the doors' cheaper list. */
export type AnswerHeaders = {
  append(name: string, value: string): void;
  forEach(take: (value: string, name: string) => void): void;
};

export type Context = {
  platform: Platform;
  actor: Actor;
  /** Headers of the response, such as a session cookie. */
  responseHeaders: AnswerHeaders;
  /** The app of this request, when its door has read it already. */
  known?: KnownApp;
  /** The caller passes rows on unread: procedures answer with their JSON text (`JsonText`). */
  takesText?: boolean;
  /** One of the app's own functions calls, on behalf of a visitor or by itself. */
  isFunction?: boolean;
  /** The role by which a gate let the caller in: a stream ends when it changes, however soon. */
  role?: AppRole;
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

const collaboratorOf = oncePer((db) =>
  db
    .select({ role: collaborator.role, owner: accountTable })
    .from(collaborator)
    .innerJoin(app, eq(app.id, collaborator.appId))
    .innerJoin(accountTable, eq(accountTable.id, app.ownerId))
    .where(
      and(eq(collaborator.appId, sql.placeholder("appId")), eq(collaborator.accountId, sql.placeholder("accountId"))),
    )
    .prepare("collaborator_of"),
);

type Standing = {
  role: AppRole;
  /**
   * Whose plan and budget apply: the owner's account. `isAdmin` is the caller's own, since what only an admin of the
   * installation may do depends on who does it.
   */
  payer: Account;
};

/** What an account may do with an app; undefined for strangers. The owner needs no query. */
async function standingIn(
  { db }: Platform,
  row: Pick<AppRow, "id" | "ownerId">,
  account: Account,
): Promise<Standing | undefined> {
  if (row.ownerId === account.id) return { role: "owner", payer: account };
  const [found] = await collaboratorOf(db).execute({ appId: row.id, accountId: account.id });
  return found && { role: found.role, payer: { ...found.owner, isAdmin: account.isAdmin } };
}

/** An account's role in an app, by which streams of events end when it changes. */
export const roleIn = async (
  platform: Platform,
  row: Pick<AppRow, "id" | "ownerId"> | null | undefined,
  actor: Actor,
): Promise<AppRole | undefined> =>
  row && actor.kind === "account" ? (await standingIn(platform, row, actor.account))?.role : undefined;

/**
 * A builder as a visitor of the running app, in its preview above all: its admin, or somebody who looks and changes
 * nothing.
 */
export const visitingBuilder = (role: AppRole, { id, email }: Pick<Account, "id" | "email">): NonNullable<Visitor> => ({
  id,
  email,
  role: role === "view" ? lookingRole : "admin",
  isBuilder: true,
});

/** Who an account is to an app's visitors, in jobs that outlive their request; null for strangers and the disabled. */
export async function findVisitingBuilder(platform: Platform, appId: string, accountId: string): Promise<Visitor> {
  const [row] = await platform.db
    .select({ app: { id: app.id, ownerId: app.ownerId }, account: accountTable })
    .from(app)
    .innerJoin(accountTable, eq(accountTable.id, accountId))
    .where(eq(app.id, appId));
  if (!row || row.account.disabledAt) return null;
  const standing = await standingIn(platform, row.app, row.account);
  return standing ? visitingBuilder(standing.role, row.account) : null;
}

/**
 * The builders' gate: the owner and collaborators. Returns the app's row, a scope for stores, and the caller's standing.
 * @param least the role that the call needs
 * @throws app-not-found for everybody else; app-role for a collaborator with too small a role
 */
export async function own(
  ctx: Pick<Context, "platform" | "known" | "role">,
  account: Account,
  appId: string,
  least: AppRole = "owner",
): Promise<Standing & { app: AppRow; owned: OwnedApp }> {
  checkVerified(ctx.platform, account);
  const row = await findApp(ctx, appId);
  const standing = row && (await standingIn(ctx.platform, row, account));
  if (!standing) throw new AppError("app-not-found");
  if (!reaches(standing.role, least)) throw new AppError("app-role", { needed: least }, roleRefusals[least]);
  ctx.role = standing.role;
  return { app: row, owned: mintOwnedApp(ctx.platform.db, row.id), ...standing };
}

/**
 * Whoever uses an app's data: its builders (in the builder, over everything; in the preview, as the app's admins), a
 * member, or nobody in particular, which a member of a paid app is until they have paid. An unpublished app exists for
 * its builders alone.
 * @throws app-not-found
 */
export async function visit(ctx: Context, appId: string): Promise<{ app: AppRow; visited: VisitedApp }> {
  const { actor, platform } = ctx;
  const row = await findApp(ctx, appId);
  const role = await roleIn(platform, row, actor);
  if (role) ctx.role = role;
  const isVisitor = row !== undefined && actor.kind === "visitor" && actor.appId === row.id;
  if (!row || !(role || isVisitor || row.publishedVersionId)) throw new AppError("app-not-found");
  const paying = isVisitor && !actor.isUnpaid ? actor.visitor : null;
  const visitor =
    role && actor.kind === "account"
      ? {
          id: actor.account.id,
          role: role === "view" ? lookingRole : "builder",
          email: actor.account.email,
          isBuilder: true,
        }
      : paying;
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
