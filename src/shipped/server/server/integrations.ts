import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, firstOf } from "./db/open";
import { AppError } from "./errors";

const askSchema = z.strictObject({
  prompt: z.string().min(1).max(20_000),
  schema: z.record(z.string(), z.unknown()).optional(),
});
const mailSchema = z.strictObject({
  to: z.email().max(254),
  subject: z.string().min(1).max(200),
  body: z.string().max(50_000),
});
const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given);
  if (!result.success) throw new AppError("invalid-input", z.flattenError(result.error));
  return result.data;
}

/** `InvokeLLM`: calls the model named in .env. With a schema the result is an object of that shape. */
export async function askModel(given: unknown): Promise<{ answer: unknown }> {
  const { prompt, schema } = parsed(askSchema, given);
  const { MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME } = process.env;
  if (!MODEL_BASE_URL) throw new AppError("no-model");
  const instructions = schema
    ? `Answer with one JSON object and nothing else. It must fit this JSON schema:\n${JSON.stringify(schema)}`
    : "Answer briefly and plainly.";
  const response = await fetch(`${MODEL_BASE_URL.replace(/\/$/, "")}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(MODEL_API_KEY && { authorization: `Bearer ${MODEL_API_KEY}` }) },
    body: JSON.stringify({
      model: MODEL_NAME,
      messages: [
        { role: "system", content: instructions },
        { role: "user", content: prompt },
      ],
    }),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
  const completion = response?.ok ? completionSchema.safeParse(await response.json()) : undefined;
  if (!completion?.success) throw new AppError("unavailable", undefined, "The model did not answer");
  const text = completion.data.choices[0]!.message.content;
  return { answer: schema ? parseAnswer(text) : text };
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/^\s*```(?:json)?\s*|\s*```\s*$/g, ""));
  } catch {
    throw new AppError("unavailable", undefined, "The model did not answer in the shape that was asked for");
  }
}

/** `SendEmail`: to the app's members only, by SMTP_URL; without it into the outbox folder. */
export async function sendMail(
  { db, dataDir }: { db: Database; dataDir: string },
  given: unknown,
): Promise<Record<string, never>> {
  const { to, subject, body } = parsed(mailSchema, given);
  if (!(await firstOf(db, sql`select 1 from member where email = ${to.toLowerCase()}`)))
    throw new AppError("recipient-not-allowed");
  const mail = { from: process.env.MAIL_FROM ?? "app@localhost", to, subject, text: body };
  if (process.env.SMTP_URL) {
    const { createTransport } = await import("nodemailer");
    await createTransport(process.env.SMTP_URL).sendMail(mail);
    return {};
  }
  const folder = join(dataDir, "outbox");
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.json`),
    JSON.stringify(mail, null, 2),
  );
  return {};
}
