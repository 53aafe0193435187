import "server-only";

/** Names of people that say no more than that they sign in. */
export const isAnyone = (word: string): boolean =>
  /^(?:member|user|people|customer|client|guest|employee|staff|colleague)s?$/.test(word);
