import { z } from "zod";

const answered = z.object({ file_url: z.url() });
const refused = z.object({ error: z.object({ message: z.string() }) });

/** Stores a picture among the app's files. @returns its path on the app's own host @throws Error with words */
export async function uploadPicture(appId: string, file: File): Promise<string> {
  const path = `/api/apps/${encodeURIComponent(appId)}/uploads?name=${encodeURIComponent(file.name)}`;
  const headers = { "content-type": file.type || "application/octet-stream" };
  const answer = await fetch(path, { method: "POST", headers, body: file }).catch(() => undefined);
  const body: unknown = await answer?.json().catch(() => undefined);
  const stored = answered.safeParse(body);
  if (stored.success) return new URL(stored.data.file_url).pathname;
  throw new Error(refused.safeParse(body).data?.error.message ?? "Failed to upload image. Please try again.");
}
