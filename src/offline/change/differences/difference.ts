import "server-only";

/** One way in which the app differs from before. */
export type Difference = {
  /** For tests and benches: "+field Contact.phone phone". */
  line: string;
  /** For people. */
  said: string;
  /** What the difference is about, in words that a request may have used. */
  about: string[];
};

export const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
