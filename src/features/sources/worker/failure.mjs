/** What is wrong with a document, in words for its owner. Every other error means that it is damaged. */
export class Unreadable extends Error {}

/** @param {number} charactersMax */
export const tooLong = (charactersMax) =>
  new Unreadable(`This document has more than ${charactersMax / 1_000_000} million characters. Split it.`);
