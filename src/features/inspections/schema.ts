import { z } from "zod";

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

const folder = z.string().max(300).optional().describe("Only under this folder, such as components");
const lineNumber = z.coerce.number().int().min(1).max(1_000_000).optional();

/** What the model may look at while it answers. Every tool only reads. */
export const inspections = {
  list_files: {
    description: "Lists the app's files with their numbers of lines.",
    input: z.object({ folder }),
  },
  search_files: {
    description: "Finds lines of the app's files that contain a text, whatever its case. Plain text, no pattern.",
    input: z.object({ text: z.string().min(2).max(200), folder }),
  },
  read_file: {
    description: `Reads a file of the app as it is now, your finished actions included: at most ${readLinesMax} lines at once.`,
    input: z.object({
      path: z.string().min(1).max(300),
      from: lineNumber.describe("First line, from 1"),
      to: lineNumber.describe("Last line"),
    }),
  },
  find_references: {
    description: "Finds where a component, function, variable, field or table is defined, imported and used.",
    input: z.object({ name: z.string().regex(/^[\p{L}_$][\p{L}\p{N}_$.-]{0,99}$/u, "a name, such as DealCard") }),
  },
} as const satisfies Record<string, { description: string; input: z.ZodType }>;
export type InspectionName = keyof typeof inspections;

/** An answer to the model. `summary` says to people what was looked at. */
export type Seen = { summary: string; text: string };
