import "server-only";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Env } from "./env";
import { newId } from "@/db/id";

export type Mail = { to: string; subject: string; text: string; html?: string };
export type Mailer = { kind: "smtp" | "outbox"; send(mail: Mail): Promise<void> };

/** SMTP when SMTP_URL is set; else each mail becomes a file in DATA_DIR/outbox that a person can open. */
export function openMail(settings: Env): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from } = settings;
  if (url) {
    const transport = createTransport(url);
    return { kind: "smtp", send: async (mail) => void (await transport.sendMail({ from, ...mail })) };
  }
  const folder = join(settings.DATA_DIR, "outbox");
  const writer = createTransport({ streamTransport: true, buffer: true });
  return {
    kind: "outbox",
    async send(mail) {
      const { message } = await writer.sendMail({ from, ...mail });
      await mkdir(folder, { recursive: true });
      await writeFile(
        join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${newId("m")}.eml`),
        message as Buffer,
      );
    },
  };
}
