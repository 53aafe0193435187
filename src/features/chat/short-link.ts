/** "Link display truncated at 100 characters" (2-builder.md §9). */
const linkShownMax = 100;

/** A link's label. */
export const shortLink = (text: string): string =>
  text.length > linkShownMax ? `${text.slice(0, linkShownMax)}…` : text;
