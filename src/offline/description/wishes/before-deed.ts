import "server-only";

/** Source of a pattern: who may do something, and what they do further on in the sentence: "can book a table and order dishes". */
export const beforeDeed = String.raw`\b(?:to|can|should|may|must|will|users?|members)\b(?: |[^.;:!?\n]*(?:,|\band|\bor) (?:also |then )?)`;
