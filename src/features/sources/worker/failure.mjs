/** What is wrong with a document, in words for its owner. Every other error means that it is damaged. */
export class Unreadable extends Error {}
