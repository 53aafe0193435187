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

/** The types that an app's host shows as pictures (engines/file-type.ts); it serves everything else as a download. */
export const pictureTypes = "image/png,image/jpeg,image/gif,image/webp";
const shown = [/^\x89PNG/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF[^]{4}WEBP/];

/** Whether pages can show it: a text that is called .jpg is no picture, nor is one of which only the head is there. */
async function isPicture(file: File): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!shown.some((magic) => magic.test(head))) return false;
  // As pages show it: createImageBitmap refuses pictures whose end is damaged, too.
  const url = URL.createObjectURL(file);
  const picture = new Image();
  try {
    return await new Promise((resolve) => {
      picture.addEventListener("load", () => resolve(picture.naturalWidth > 0));
      picture.addEventListener("error", () => resolve(false));
      picture.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Uploads an image to the app. Refusals are worded as in 2-builder.md §8. */
export async function uploadImage(appId: string, file: File | undefined, bytesMax: number): Promise<Uploaded> {
  if (!file || !(await isReadable(file))) return refuse("File not found");
  if (file.size > bytesMax) return refuse("File size to large");
  if (!(await isPicture(file)))
    return refuse(`“${file.name}” is no picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.`);
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
