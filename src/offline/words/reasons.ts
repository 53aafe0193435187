import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** Why something is not built, by the names that `beyond.json`, `notices.json` and `not-built.json` use. "{model}" stands for how to get a model. */
const schema = z.strictObject({
  beyond: z.string(),
  mail: z.string(),
  payment: z.string(),
  map: z.string(),
  device: z.string(),
  model: z.string(),
  alone: z.string(),
});
type Reasons = z.infer<typeof schema>;
export type Reason = keyof Reasons;

let loaded: Reasons | undefined;
const load = (): Reasons => (loaded ??= read(schema, "reasons.json"));

export const reasonOf = (name: Reason): string => load()[name];

export const isReason = (name: string): name is Reason => Object.hasOwn(load(), name);
