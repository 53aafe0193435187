import "server-only";

/** How much likelier than the next reading one must be, by what depends on it. */
export const certainty = {
  /** A table that no word of a request names. */
  unnamed: 8,
  /** Which one of two tables belongs to the other. */
  linked: 10,
  /** The sort of a request that is believed. */
  least: 11,
  /** One of whose words nobody may know some, that is done though the rest of its message is not understood, or that is about the look. */
  sure: 15,
  /** A request of which the rules saw nothing. */
  missed: 15,
  /** One that is believed against the usual meaning of a word. */
  certain: 25,
  /** A right that no word tells. */
  told: 30,
  /** A request of which the rules saw nothing, though they made as many changes as there are requests. */
  alone: 40,
} as const;
