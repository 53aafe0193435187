import "server-only";

/** Longer than the work that some callers cause, short enough to wait for. */
const evenMs = 250;

/**
 * Constant-time responses, for answers that must not reveal which addresses have an account. Failures take the same
 * time.
 */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, evenMs))]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
