/** "Link display truncated at 100 characters" (2-builder.md §9). */
const linkShownMax = 100;

/** What a link says: an address that was never meant to be read ends in dots. */
export const shortLink = (text: string): string =>
  text.length > linkShownMax ? `${text.slice(0, linkShownMax)}…` : text;
