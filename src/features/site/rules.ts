import { plainSite, type Site, siteSchema } from "./schema";

/** The site of an app's record, as far as it was set. */
export function siteOf(data: Record<string, unknown>): Site {
  const read = siteSchema.partial().safeParse(data.site);
  return { ...plainSite, ...(read.success ? read.data : {}) };
}
