import { z } from "zod";

const answered = z.object({ file_url: z.string().min(1) });

export type Uploaded = { ok: true; url: string } | { ok: false; message: string };

const refuse = (message: string): Uploaded => ({ ok: false, message });

/** Whether a file is still readable: it may have been moved since it was chosen. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Uploads an image to the app. Refusals are worded as in 2-builder.md §8. */
export async function uploadImage(appId: string, file: File | undefined, bytesMax: number): Promise<Uploaded> {
  if (!file || !(await isReadable(file))) return refuse("File not found");
  if (file.size > bytesMax) return refuse("File size to large");
  try {
    const response = await fetch(
      `/api/apps/${encodeURIComponent(appId)}/uploads?name=${encodeURIComponent(file.name)}`,
      { method: "POST", headers: { "content-type": file.type || "application/octet-stream" }, body: file },
    );
    if (!response.ok) return refuse("Failed to upload image. Please try again.");
    const answer = answered.safeParse(await response.json());
    return answer.success ? { ok: true, url: answer.data.file_url } : refuse("Failed to upload image");
  } catch {
    return refuse("Failed to upload image. Please try again.");
  }
}
