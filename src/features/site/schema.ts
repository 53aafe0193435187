import { z } from "zod";

export const [titleMax, descriptionMax] = [70, 300];

/** A picture that was uploaded to the app ("/files/…"), one of elsewhere, or "" for none. */
const pictureSchema = z
  .string()
  .max(500)
  .refine((url) => url === "" || /^\/files\/[\w\-./%~()]+$/.test(url) || /^https?:\/\/[^\s"'<>]+$/.test(url), {
    error: "Enter an address that begins with https://",
  });

/** What search engines, chats and browsers show of a published app. "" takes the app's own name or description. */
export const siteSchema = z.strictObject({
  title: z
    .string()
    .trim()
    .max(titleMax, { error: `A title has at most ${titleMax} characters` }),
  description: z
    .string()
    .trim()
    .max(descriptionMax, { error: `A description has at most ${descriptionMax} characters` }),
  iconUrl: pictureSchema,
  /** The social picture: what a chat shows beside a link. */
  imageUrl: pictureSchema,
  /** Search engines are asked to leave it out. */
  isHidden: z.boolean(),
});
export type Site = z.infer<typeof siteSchema>;

export const plainSite: Site = { title: "", description: "", iconUrl: "", imageUrl: "", isHidden: false };

/** Where a published app finds its service worker, which keeps its shell for when there is no network. */
export const offlinePath = "/_joinery/offline.js";
