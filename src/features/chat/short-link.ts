/** "Link display truncated at 100 characters" (2-builder.md §9). */
const linkShownMax = 100;

/** Link labels longer than 100 characters are truncated. */
export const shortLink = (text: string): string =>
  text.length > linkShownMax ? `${text.slice(0, linkShownMax)}…` : text;
