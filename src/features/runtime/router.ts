import "server-only";
import { z } from "zod";
import { newId } from "@/db/id";
import { type Context } from "@/api/gates";
import { appInput, router, viewerProcedure, visitorProcedure } from "@/api/procedures";
import { openModel } from "@/engines/model/open";
import { signInTriesOf, withinLimit } from "@/api/limit";
import { hashPassword, isStrong, matchesPassword } from "@/features/account/password";
import { emailSchema, signInSchema } from "@/features/account/schema";
import { passwordMax, passwordMin } from "@/features/account/limits";
import { bookCall, checkBudget } from "@/features/usage/spend";
import { previewUrl } from "@/features/apps/address";
import { invitationTokenSchema } from "@/features/members/schema";
import { admitMember, checkAdmission, type MemberRow } from "@/features/members/store";
import { AppError } from "@/errors";
import { mailLimits } from "@/features/triggers/schema";
import { noteEvent } from "@/features/triggers/store";
import { emailSignInProcedures } from "./email-sign-in";
import { memberPasswordProcedures } from "./member-password";
import { proveAddressProcedures } from "./prove-address";
import { publishProcedures } from "./publish";
import { mailSchema, type MemberView, promptMax } from "./schema";
import { closeVisitorSession, findMember, isRecipient, openVisitorSession, updateProfile } from "./store";

const quarterHour = 15 * 60;

/** Counts a try of something that costs, per app and address or person. */
async function limit(ctx: Context, key: string, tries: number, seconds = quarterHour): Promise<void> {
  if (!(await withinLimit(ctx.platform.db, key, tries, seconds))) throw new AppError("too-many-requests");
}

const toView = ({ id, email, role, data, createdAt, emailVerifiedAt }: MemberRow): MemberView => ({
  ...data,
  id,
  email,
  isEmailVerified: emailVerifiedAt !== null,
  role,
  createdAt: createdAt.toISOString(),
});

/** A member or the owner: somebody with a name. */
const memberProcedure = visitorProcedure.use(({ ctx, next }) => {
  if (!ctx.visited.visitor) throw new AppError("not-signed-in");
  return next({ ctx: { ...ctx, visitor: ctx.visited.visitor } });
});

export const runtimeRouter = router({
  ...emailSignInProcedures,
  ...memberPasswordProcedures,
  ...proveAddressProcedures,
  ...publishProcedures,

  /** Where the builder's frame finds the preview, with a token that is good for that host alone. */
  previewSession: viewerProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    const url = previewUrl(ctx.platform.env, ctx.app.id);
    const token = await openVisitorSession(ctx.owned, { accountId: ctx.account.id });
    return { url, token };
  }),

  /** By invitation; without one while the owner has enabled sign-up. */
  signUp: visitorProcedure
    .input(
      appInput({
        email: emailSchema,
        password: z.string().min(passwordMin, { error: "This password is too weak" }).max(passwordMax),
        invitation: invitationTokenSchema.optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, `member-sign-up:${ctx.app.id}:${ctx.address}`, 20);
      const { email, password, invitation } = input;
      await checkAdmission(ctx.visited, invitation);
      if (!isStrong(password, email)) throw new AppError("weak-password");
      const row = await admitMember(ctx.visited, { email, passwordHash: await hashPassword(password), invitation });
      return { token: await openVisitorSession(ctx.visited, { memberId: row.id }), user: toView(row) };
    }),

  signIn: visitorProcedure.input(appInput(signInSchema.shape)).mutation(async ({ ctx, input }) => {
    const tries = signInTriesOf(ctx.platform.db, `member-sign-in:${ctx.app.id}`, ctx.address, input.email);
    if (!(await tries.count())) throw new AppError("too-many-logins");
    const row = await findMember(ctx.visited, { email: input.email });
    if (!(await matchesPassword(row?.passwordHash, input.password)) || !row) throw new AppError("invalid-credentials");
    if (row.disabledAt) throw new AppError("account-disabled");
    await tries.clear();
    return { token: await openVisitorSession(ctx.visited, { memberId: row.id }), user: toView(row) };
  }),

  signOut: visitorProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    if (ctx.actor.kind === "visitor") await closeVisitorSession(ctx.visited, ctx.actor.token);
    return {};
  }),

  me: memberProcedure.input(appInput({})).query(async ({ ctx }): Promise<MemberView> => {
    const row = await findMember(ctx.visited, { id: ctx.visitor.id });
    if (row) return toView(row);
    return { id: ctx.visitor.id, email: ctx.visitor.email, isEmailVerified: true, role: "admin", createdAt: null };
  }),

  /** A member's own fields. Who they are and what they may do is not theirs to set. */
  updateMe: memberProcedure
    .input(appInput({ data: z.record(z.string().max(60), z.unknown()) }))
    .mutation(async ({ ctx, input }) => {
      if (ctx.visitor.isBuilder) throw new AppError("preview-profile");
      const {
        id: _id,
        email: _email,
        isEmailVerified: _proof,
        role: _role,
        createdAt: _createdAt,
        ...data
      } = input.data;
      return toView(await updateProfile(ctx.visited, ctx.visitor.id, data));
    }),

  /** Whether the caller may store a file in this app, and who they are. The bytes come by the upload path. */
  mayUpload: visitorProcedure.input(appInput({})).query(async ({ ctx }) => {
    const { visitor } = ctx.visited;
    await limit(ctx, `upload:${ctx.app.id}:${visitor?.id ?? ctx.address}`, visitor ? 300 : 20);
    return { visitorId: visitor?.id ?? null, base: previewUrl(ctx.platform.env, ctx.app.id) };
  }),

  /** Asks the installation's model on behalf of the app. */
  invokeModel: memberProcedure
    .input(appInput({ prompt: z.string().min(1).max(promptMax), schema: z.record(z.string(), z.unknown()).optional() }))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, `llm:${ctx.app.id}:${ctx.visitor.id}`, 30);
      const { env } = ctx.platform;
      if (env.MODEL_PROVIDER === "offline") throw new AppError("no-model");
      const instructions = input.schema
        ? `Answer with one JSON object and nothing else. It must fit this JSON schema:\n${JSON.stringify(input.schema)}`
        : "Answer briefly and plainly.";
      // How much an owner spends is not for their app's members to know.
      await checkBudget(ctx.platform.db, ctx.app.ownerId, env.MODEL_MONTHLY_USD_MAX).catch((error: unknown) => {
        throw error instanceof AppError ? new AppError("unavailable") : error;
      });
      let text = "";
      const request = {
        instructions,
        messages: [{ role: "user" as const, content: input.prompt }],
        workspace: { files: [], appName: ctx.app.name },
        signal: AbortSignal.timeout(60_000),
      };
      for await (const event of openModel(env).stream(request)) {
        if (event.kind === "text") text += event.text;
        if (event.kind === "finish")
          await bookCall(
            ctx.platform.db,
            { accountId: ctx.app.ownerId, callId: newId("t"), appId: ctx.app.id },
            event.usage,
          );
      }
      return { answer: input.schema ? parseAnswer(text) : text };
    }),

  /**
   * A mail in the app's name. From a page: by somebody signed in, to the app's own people. From a function, which an
   * admin deployed: to anybody, within a day's limit.
   */
  sendEmail: visitorProcedure
    .input(appInput(mailSchema.shape))
    .mutation(async ({ ctx, input: { to, subject, body } }) => {
      if (ctx.isFunction) {
        await limit(ctx, `function-mail:${ctx.app.id}`, mailLimits.perMinute, 60);
        await limit(ctx, `function-mail-day:${ctx.app.id}`, mailLimits.perDay, 86_400);
      } else {
        if (!ctx.visited.visitor) throw new AppError("not-signed-in");
        await limit(ctx, `mail:${ctx.app.id}`, 60, 3_600);
        if (!(await isRecipient(ctx.visited, ctx.app.ownerId, to.toLowerCase())))
          throw new AppError("recipient-not-allowed");
      }
      await ctx.platform.mail.send({ to, subject, text: body, fromName: ctx.app.name });
      if (ctx.isFunction)
        await noteEvent(
          { db: ctx.platform.db, appId: ctx.app.id },
          { kind: "mail", function: "", detail: `${to}: ${subject}` },
        );
      return {};
    }),
});

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ""));
  } catch {
    throw new AppError("unavailable", undefined, "The model did not answer in the shape that was asked for");
  }
}
