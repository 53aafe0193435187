import "server-only";
import { z } from "zod";
import { adminProcedure, publicProcedure, router } from "@/api/procedures";
import { AppError } from "@/errors";
import { mailPageSize, type MailState } from "./schema";
import { countUnsent, findMail, listMails, type MailRow } from "./store";

const idSchema = z.string().min(1).max(40);

/** tRPC's infinite queries name their direction. */
const listInput = z.strictObject({ cursor: idSchema.optional(), direction: z.literal("forward").optional() });

const toView = ({ id, recipient, subject, state, tries, answer, createdAt, triedAt }: MailRow) => ({
  id,
  to: recipient,
  subject,
  state,
  tries,
  answer,
  createdAt: createdAt.toISOString(),
  triedAt: triedAt?.toISOString() ?? null,
});

export const mailRouter = router({
  /** Whether mails are sent. For screens that wait for one. */
  state: publicProcedure.query(({ ctx }): MailState => ({ kind: ctx.platform.mail.kind })),

  /** The outbox: every mail with the server's response. */
  list: adminProcedure.input(listInput).query(async ({ ctx, input }) => {
    const { db, mail } = ctx.platform;
    const rows = await listMails(db, input.cursor);
    const items = rows.slice(0, mailPageSize).map(toView);
    return {
      kind: mail.kind,
      unsent: await countUnsent(db),
      items,
      nextCursor: rows.length > mailPageSize ? (items.at(-1)?.id ?? null) : null,
    };
  }),

  /** One mail with its text and links, which are removed once a server has accepted it. */
  get: adminProcedure.input(z.strictObject({ mailId: idSchema })).query(async ({ ctx, input }) => {
    const { db, mail } = ctx.platform;
    const row = await findMail(db, input.mailId);
    if (!row) throw new AppError("mail-not-found");
    const body = mail.open(row);
    return { ...toView(row), text: body?.text ?? null, html: body?.html ?? null };
  }),

  /** Retries a mail that failed, or that was written before a server was configured. */
  resend: adminProcedure.input(z.strictObject({ mailId: idSchema })).mutation(async ({ ctx, input }) => {
    const { mail } = ctx.platform;
    if (mail.kind === "outbox") throw new AppError("no-mail-server");
    if (!(await mail.requeue(input.mailId))) throw new AppError("mail-not-found");
    return {};
  }),
});
