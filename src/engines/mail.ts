import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { createTransport, type Transporter } from "nodemailer";
import { newId } from "@/db/id";
import type { Database } from "@/db/open";
import { mail as mailTable } from "@/db/schema/mail";
import type { Env } from "./env";
import type { Jobs, Retries } from "./jobs";
import { log } from "./log";
import type { Platform } from "./platform";
import type { Sealer } from "./sealing";

/** `fromName`: in whose name it comes, beside MAIL_FROM's address; without it, MAIL_FROM as it is. */
export type MailBody = { text: string; html?: string; fromName?: string };
export type Mail = MailBody & { to: string; subject: string };

export type Mailer = {
  kind: "smtp" | "outbox";
  /** Stores a mail for delivery by a job or the outbox. Inside a transaction it exists if and only if that commits. */
  send(mail: Mail, db?: Database): Promise<void>;
  /** Decrypts a stored mail; undefined once a server has accepted it. */
  open(row: { id: string; sealed: string }): MailBody | undefined;
  /** Sends a mail by SMTP. @returns the server's response @throws its refusal */
  transmit(id: string, mail: Mail): Promise<string>;
  /** Requeues a mail that could not be sent. */
  requeue(id: string): Promise<boolean>;
};

export const mailJob = "mail";

/** Backoff 30 s, 1 min, 2 min … 1 h: a server outage of three hours loses no mail. */
export const mailRetries: Retries = { limit: 9, seconds: 30, secondsMax: 3_600 };

const answerMax = 1_000;
const contextOf = (id: string) => `mail:${id}`;

// oxlint-disable-next-line no-control-regex -- control characters are what must not pass
const controls = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g;

/**
 * Guards against header injection: one recipient and a one-line subject.
 * @throws for no address or more than one
 */
export function checkedMail({ to, subject, fromName, ...body }: Mail): Mail {
  if (!/^[^\s<>(),;:"[\]\\@]+@[^\s<>(),;:"[\]\\@]+$/.test(to)) throw new Error("This is not one address");
  const line = (text: string, max: number) => text.replaceAll(controls, " ").trim().slice(0, max);
  return { ...body, to, subject: line(subject, 200), ...(fromName && { fromName: line(fromName, 80) }) };
}

/** "Joinery <joinery@example.com>" → "joinery@example.com". */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

type Engines = { env: Env; db: Database; jobs: Jobs; sealer: Sealer };

/** SMTP when SMTP_URL is set; otherwise mails stay in the outbox for an administrator to read. */
export function openMail({ env, db, jobs, sealer }: Engines): Mailer {
  const kind = env.SMTP_URL ? "smtp" : "outbox";
  let transport: Transporter | undefined;
  return {
    kind,
    async send(given, tx = db) {
      const { to, subject, ...body } = checkedMail(given);
      const id = newId("e");
      const sealed = sealer.seal(JSON.stringify(body), contextOf(id));
      const state = kind === "smtp" ? "queued" : "outbox";
      await tx.insert(mailTable).values({ id, recipient: to, subject, sealed, state });
      if (kind === "smtp") await jobs.send(tx, mailJob, { mailId: id });
    },
    open: ({ id, sealed }) =>
      sealed === "" ? undefined : (JSON.parse(sealer.open(sealed, contextOf(id))) as MailBody),
    async transmit(id, { fromName, ...mail }) {
      transport ??= createTransport({
        url: env.SMTP_URL,
        connectionTimeout: 15_000,
        greetingTimeout: 15_000,
        socketTimeout: 60_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      } as Parameters<typeof createTransport>[0]);
      const info: { response?: string } = await transport.sendMail({
        ...mail,
        from: fromName ? { name: fromName, address: addressOf(env.MAIL_FROM) } : env.MAIL_FROM,
        to: { name: "", address: mail.to },
        // The same for every retry, so that a server can deduplicate when its response was lost.
        messageId: `<${id}@${new URL(env.APP_URL).hostname}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      return info.response ?? "";
    },
    async requeue(id) {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .update(mailTable)
          .set({ state: "queued", tries: 0 })
          .where(and(eq(mailTable.id, id), sql`${mailTable.state} in ('refused', 'failed', 'outbox')`))
          .returning({ id: mailTable.id });
        if (row) await jobs.send(tx, mailJob, { mailId: id });
        return row !== undefined;
      });
    },
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** Permanent SMTP errors are 5xx, except a failed login (535): the administrator can correct the password. */
const isFinal = ({ code, responseCode = 0 }: SmtpError) => responseCode >= 500 && code !== "EAUTH";

/** Delivers one mail. Throws retryable errors; the server's response is stored for the administrator. */
export async function deliverMail({ db, mail: mailer }: Platform, id: string): Promise<void> {
  const [row] = await db
    .update(mailTable)
    .set({ tries: sql`${mailTable.tries} + 1`, triedAt: sql`now()` })
    .where(and(eq(mailTable.id, id), eq(mailTable.state, "queued")))
    .returning();
  const body = row && mailer.open(row);
  if (!row || !body) return;
  const note = (set: Partial<typeof mailTable.$inferInsert>) =>
    db.update(mailTable).set(set).where(eq(mailTable.id, id));
  try {
    const answer = await mailer.transmit(id, { to: row.recipient, subject: row.subject, ...body });
    await note({ state: "sent", sealed: "", answer: answer.slice(0, answerMax) });
  } catch (thrown) {
    const error = thrown as SmtpError;
    const answer = (error.response ?? error.message).slice(0, answerMax);
    const isLast = row.tries > mailRetries.limit;
    await note({ answer, ...(isFinal(error) ? { state: "refused" } : isLast ? { state: "failed" } : {}) });
    log("warn", "mail", { mailId: id, tries: row.tries, answer });
    if (!isFinal(error) && !isLast) throw error;
  }
}
