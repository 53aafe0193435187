import "server-only";

/** Longer than the work that some of the callers cause, and short enough to wait for. */
const evenMs = 250;

/**
 * Answers after the same time whether there was something to do or not, where an answer must not tell which addresses have an account.
 * A failure keeps the time too.
 */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, evenMs))]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
