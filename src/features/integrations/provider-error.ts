/**
 * A provider refused, in words for the owner.
 * @param retry whether the same may go well later by itself, and after how many seconds where the provider says so
 */
export class ProviderError extends Error {
  constructor(
    words: string,
    readonly retry: { afterSeconds?: number } | false = false,
    /** The connection itself is over. */
    readonly isUnauthorized = false,
  ) {
    super(words);
  }
}
