/** Limits of one turn: calls of tools, rounds of calls, and characters of their answers together. */
export const callsMax = 30;
export const roundsMax = 12;
export const totalCharactersMax = 200_000;
/** Limits of one answer: characters, and milliseconds. */
export const answerCharactersMax = 16_000;
export const answerMs = 5_000;
/** Characters of an answer that the chat's message keeps, for people to read. */
export const keptCharactersMax = 2_000;

/** Limits of single tools. */
export const listedFilesMax = 400;
export const hitsMax = 60;
export const hitLineMax = 200;
export const readLinesMax = 400;
export const sampleRowsMax = 5;
export const sampleValueMax = 200;
export const errorsShownMax = 30;
export const changesShownMax = 10;

/** Pictures of one turn, what one counts as in characters, and how long one may take with its wait for others. */
export const picturesMax = 4;
export const pictureCharacters = 6_000;
