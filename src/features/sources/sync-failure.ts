/**
 * A sync that could not go on, in words for the owner.
 * @param retry whether the same may go well later by itself, and after how many seconds where the other side says so
 */
export class SyncFailure extends Error {
  readonly isRetryable: boolean;
  readonly afterSeconds: number | undefined;

  constructor(words: string, retry: { afterSeconds?: number } | false = false) {
    super(words);
    this.isRetryable = retry !== false;
    this.afterSeconds = retry === false ? undefined : retry.afterSeconds;
  }
}
