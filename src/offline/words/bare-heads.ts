import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** What an app keeps that is named by one phrase and nothing else, as in `bare-heads.json`. */
const schema = z.array(
  z.strictObject({
    /** The phrases: "time sheet, timesheet". */
    said: z.string(),
    /** Rows, as in a list: "time entries, employees". */
    keeps: z.string(),
    /** The same where food is sold. */
    food: z.string().optional(),
    /** What such an app is called, where its phrases name rows. */
    title: z.string().optional(),
    /** Whether it goes by the place that it is for: "school" would tell another kind. */
    isNamed: z.boolean().default(true),
    /** What those come to do whom such a page is for: "where people can donate". */
    deed: z.string().optional(),
    /** Whether `keeps` is a message of its own, for the phrase alone. */
    isWhole: z.boolean().default(false),
  }),
);

export type BareHead = {
  keeps: string;
  food: string;
  title?: string;
  deed?: string;
  isNamed: boolean;
  isWhole: boolean;
};

function load(): ReadonlyMap<string, BareHead> {
  return new Map(
    read(schema, "bare-heads.json").flatMap(({ said, keeps, food = keeps, title, deed, isNamed, isWhole }) =>
      said
        .split(", ")
        .map(
          (phrase) =>
            [phrase, { keeps, food, isNamed, isWhole, ...(title && { title }), ...(deed && { deed }) }] as const,
        ),
    ),
  );
}

let loaded: ReadonlyMap<string, BareHead> | undefined;

/** "donation page", "time sheet": what such an app keeps, by the phrase. Read once. */
export const bareHeads = (): ReadonlyMap<string, BareHead> => (loaded ??= load());
