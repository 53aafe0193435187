import { paymentPoll, saleTries } from "./limits";

type Wait = (ms: number) => Promise<void>;
const sleep: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Binds a payment to the account that returns from it. The provider's confirmation may come later than the person:
 * "retried up to 7 times, 4 seconds apart" (1-platform.md §7), after a first wait of 3 s.
 * @param isUnknownYet whether an error means that the payment is not known yet (401)
 * @returns false when it stayed unknown @throws any other failure, at once
 */
export async function confirmSale(
  claim: () => Promise<unknown>,
  isUnknownYet: (error: unknown) => boolean,
  wait: Wait = sleep,
): Promise<boolean> {
  await wait(saleTries.firstWaitMs);
  for (let tries = 1; tries <= saleTries.count; tries += 1) {
    if (tries > 1) await wait(saleTries.waitMs);
    try {
      await claim();
      return true;
    } catch (error) {
      if (!isUnknownYet(error)) throw error;
    }
  }
  return false;
}

/**
 * "After a payment, the account is polled until done" (2-builder.md §4): 15 times, 4 seconds apart. A failed fetch
 * counts as an attempt.
 */
export async function pollAccount<T>(
  fetch: () => Promise<T>,
  isDone: (account: T) => boolean,
  wait: Wait = sleep,
): Promise<boolean> {
  for (let tries = 1; tries <= paymentPoll.count; tries += 1) {
    const account = await fetch().catch(() => undefined);
    if (account !== undefined && isDone(account)) return true;
    if (tries < paymentPoll.count) await wait(paymentPoll.waitMs);
  }
  return false;
}
