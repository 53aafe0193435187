import "server-only";
import type { VisitedApp } from "@/db/scope";
import type { AppRow } from "@/features/apps/store";
import type { MailContent } from "@/features/mail/schema";
import { memberSettingsOf } from "@/features/members/store";
import { colorIn } from "@/features/site/dress-page";
import { publicationOf } from "./store";

/** In whose name and colour an app's mails come, and whom to ask. */
export async function lookOfMail(
  visited: VisitedApp,
  { name, publishedVersionId, publishedAt }: AppRow,
): Promise<Pick<MailContent, "from" | "color" | "support">> {
  const live = publishedVersionId
    ? await publicationOf(visited, { versionId: publishedVersionId, publishedAt })
    : undefined;
  const { links } = await memberSettingsOf(visited);
  const color = live && colorIn(live.html);
  return { from: name, ...(color && { color }), ...(links.supportEmail && { support: links.supportEmail }) };
}
