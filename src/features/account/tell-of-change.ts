import "server-only";
import type { Context } from "@/api/gates";
import type { Database } from "@/db/open";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";

/** Mails the account's holder what changed about signing in, in the transaction of the change. */
export async function tellOfChange(
  { platform }: Pick<Context, "platform">,
  tx: Database,
  email: string,
  what: string,
): Promise<void> {
  await platform.mail.send({ to: email, ...renderMail(mails.signInChanged({ email, what })) }, tx);
}
