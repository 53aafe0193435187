import "server-only";
import { initTRPC } from "@trpc/server";
import { eq, sql } from "drizzle-orm";
import superjson from "superjson";
import { z, ZodError } from "zod";
import { oncePer } from "@/db/prepare";
import { app } from "@/db/schema/app";
import { mintOwnedApp, mintVisitedApp, type VisitedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { AppError, errors } from "@/errors";
import type { Account, Actor } from "./actor";

export type { Account };

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

/** An app's row that the door read on the way. It is good for one procedure: the next one may come after a change. */
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

const findApp = ({ platform, known }: Context, appId: string) => known?.take(appId) ?? lookUp(platform, appId);

export type Context = {
  platform: Platform;
  actor: Actor;
  /** Headers that the answer carries, such as a session cookie. */
  responseHeaders: Headers;
  /** The app that this request is about, when its door has read it already. */
  known?: KnownApp;
  /** The caller's address as the server's own socket saw it, for rate limits. */
  address: string;
};

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  // What leaves the server: our own refusals as they are, bad input by field, and nothing at all of anything else.
  errorFormatter({ shape, error }) {
    const { reason, message, details } = describeError(error);
    return { ...shape, message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus, reason, details } };
  },
});

/** The reason, words and details that a client may see of any error. */
export function describeError(error: Error): { reason: string; message: string; details?: unknown } {
  if (error instanceof AppError) return { reason: error.reason, message: error.message, details: error.details };
  const cause = error instanceof ZodError ? error : error.cause;
  if (cause instanceof AppError) return { reason: cause.reason, message: cause.message, details: cause.details };
  if (cause instanceof ZodError) {
    const { fieldErrors, formErrors } = z.flattenError(cause);
    const first = cause.issues[0];
    return {
      reason: "invalid-input",
      message: first?.message ?? errors["invalid-input"].message,
      details: { fields: fieldErrors, form: formErrors },
    };
  }
  const code = "code" in error ? error.code : undefined;
  if (code === "NOT_FOUND") return { reason: "not-found", message: errors["not-found"].message };
  if (code === "METHOD_NOT_SUPPORTED" || code === "BAD_REQUEST" || code === "PARSE_ERROR")
    return { reason: "invalid-input", message: errors["invalid-input"].message };
  if (code === "UNSUPPORTED_MEDIA_TYPE")
    return { reason: "wrong-content-type", message: errors["wrong-content-type"].message };
  return { reason: "internal", message: errors.internal.message };
}

export const { router, createCallerFactory, mergeRouters } = t;

/** Anybody, signed in or not. */
export const publicProcedure = t.procedure;

/** A signed-in builder. */
export const accountProcedure = t.procedure.use(({ ctx, next }) => {
  if (ctx.actor.kind !== "account") throw new AppError("not-signed-in");
  return next({ ctx: { account: ctx.actor.account } });
});

export const appIdSchema = z.string().min(1).max(40);

/** The input of a procedure about one app. Unknown keys (`ownerId`, `isAdmin`, …) are refused, not ignored. */
export const appInput = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ appId: appIdSchema, ...shape });

/** The owner of the app that the input names. Gives the app's row, and a scope that stores accept. */
export const ownerProcedure = accountProcedure
  .input(z.object({ appId: appIdSchema }))
  .use(async ({ ctx, input, next }) => {
    const row = await findApp(ctx, input.appId);
    if (row?.ownerId !== ctx.account.id) throw new AppError("app-not-found");
    return next({ ctx: { app: row, owned: mintOwnedApp(ctx.platform.db, row.id) } });
  });

/** The owner, when they are also an admin of this installation: code, secrets, function deploys, validators (1-platform.md §6). */
export const ownerAdminProcedure = ownerProcedure.use(({ ctx, next }) => {
  if (!ctx.account.isAdmin) throw new AppError("admin-only");
  return next();
});

/**
 * Whoever uses an app's data: its owner (in the builder, over everything; in the preview, as the app's admin), a member, or nobody in particular.
 * An unpublished app exists for its owner alone.
 * @throws app-not-found
 */
export async function visit(ctx: Context, appId: string): Promise<{ app: AppRow; visited: VisitedApp }> {
  const { actor, platform } = ctx;
  const row = await findApp(ctx, appId);
  const isOwner = row !== undefined && actor.kind === "account" && actor.account.id === row.ownerId;
  const isVisitor = row !== undefined && actor.kind === "visitor" && actor.appId === row.id;
  if (!row || !(isOwner || isVisitor || row.publishedVersionId)) throw new AppError("app-not-found");
  const visitor = isOwner
    ? ({ id: actor.account.id, role: "builder", email: actor.account.email } as const)
    : isVisitor
      ? actor.visitor
      : null;
  return { app: row, visited: mintVisitedApp(platform.db, row.id, visitor) };
}

/** A visitor of the app that the input names. */
export const visitorProcedure = publicProcedure
  .input(z.object({ appId: appIdSchema }))
  .use(async ({ ctx, input, next }) => next({ ctx: await visit(ctx, input.appId) }));
