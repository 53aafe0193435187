import "server-only";
import { initTRPC } from "@trpc/server";
import { z, ZodError } from "zod";
import { isCanceled } from "@/db/caller";
import { AppError, errors } from "@/errors";
import { describeInput } from "@/input-words";
import type { Account } from "./actor";
import { lookingRole, refusalOf, type Right, rights, roleRefusals } from "./app-role";
import { checkVerified, type Context, own, visit } from "./gates";
import { transformer } from "./transformer";

export type { Account };

const t = initTRPC.context<Context>().create({
  transformer,
  // Errors as clients see them: our own refusals whole, invalid input by field, everything else masked.
  errorFormatter({ shape, error }) {
    const { reason, message, details } = describeError(error);
    return { ...shape, message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus, reason, details } };
  },
});

/** The reason, message and details of any error that a client may see. */
export function describeError(error: Error): { reason: string; message: string; details?: unknown } {
  if (error instanceof AppError) return { reason: error.reason, message: error.message, details: error.details };
  const cause = error instanceof ZodError ? error : error.cause;
  if (cause instanceof AppError) return { reason: cause.reason, message: cause.message, details: cause.details };
  if (cause instanceof ZodError) {
    const { message, ...details } = describeInput(cause);
    return { reason: "invalid-input", message: message || errors["invalid-input"].message, details };
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

/** Anybody, signed in or not. A statement that exceeds the caller's deadline becomes a refusal. */
export const publicProcedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && isCanceled(result.error)) throw new AppError("too-slow");
  return result;
});

/** Signed in, verified or not: what somebody needs to get verified, and to leave. */
export const unverifiedProcedure = publicProcedure.use(({ ctx, next }) => {
  if (ctx.actor.kind !== "account") throw new AppError("not-signed-in");
  return next({ ctx: { account: ctx.actor.account, token: ctx.actor.token } });
});

/** A signed-in builder. */
export const accountProcedure = unverifiedProcedure.use(({ ctx, next }) => {
  checkVerified(ctx.platform, ctx.account);
  return next();
});

/** An admin of this installation. */
export const adminProcedure = accountProcedure.use(({ ctx, next }) => {
  if (!ctx.account.isAdmin) throw new AppError("admin-only");
  return next();
});

export const appIdSchema = z.string().min(1).max(40);

/**
 * A schema that tRPC parses at once: it prefers `parseAsync`, by which zod takes none of its short cuts. For procedures
 * that are called for each row.
 */
export const inOneStep = <Schema extends z.ZodType>(schema: Schema): Schema =>
  Object.create(schema, { parseAsync: { value: undefined } }) as Schema;

/** The input of a procedure about one app. Unknown keys (`ownerId`, `isAdmin`, …) are refused, not ignored. */
export const appInput = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ appId: appIdSchema, ...shape });

/** A builder of the app that the input names, with this right. Adds the app's row, a scope and the role. */
const builderProcedure = (right: Right) =>
  accountProcedure.input(z.object({ appId: appIdSchema })).use(async ({ ctx, input, next }) => {
    const standing = await own(ctx, ctx.account, input.appId, rights[right].least);
    // `own` has checked the role.
    if (refusalOf({ role: standing.role, isAdmin: ctx.account.isAdmin }, right)) throw new AppError("admin-only");
    return next({ ctx: standing });
  });

/** Reads what an app is made of. */
export const viewerProcedure = builderProcedure("viewer");

/** Builds the app and edits its data. */
export const editorProcedure = builderProcedure("editor");

/** Publishes, and manages people, payments and addresses. */
export const managerProcedure = builderProcedure("manager");

/** The owner alone: deletes the app, hands it over, acts with their own accounts elsewhere. */
export const ownerProcedure = builderProcedure("owner");

/**
 * Builders who are also admins of this installation: code, secrets, function deploys, validators (1-platform.md §6).
 */
export const viewerAdminProcedure = builderProcedure("viewerAdmin");
export const editorAdminProcedure = builderProcedure("editorAdmin");
export const managerAdminProcedure = builderProcedure("managerAdmin");
export const ownerAdminProcedure = builderProcedure("ownerAdmin");

/**
 * A visitor of the app that the input names. A collaborator who may only look changes nothing, not even as a visitor
 * would, until the app is open to everybody.
 */
export const visitorProcedure = publicProcedure
  .input(z.object({ appId: appIdSchema }))
  .use(async ({ ctx, input, type, next }) => {
    const entered = await visit(ctx, input.appId);
    const isLooking = entered.visited.visitor?.role === lookingRole;
    if (type === "mutation" && isLooking && !entered.app.publishedVersionId)
      throw new AppError("app-role", { needed: "edit" }, roleRefusals.edit);
    return next({ ctx: entered });
  });
