import "server-only";
import { z } from "zod";
import { log } from "@/engines/log";
import type { SourceFile } from "@/shipped/contract";
import { findReferences, listFiles, readFile, searchFiles, type Unseen } from "./rules";
import { answerCharactersMax, answerMs, type InspectionName, inspections, type Seen } from "./schema";

/** What tools look at: the app with the turn's finished actions. */
export type Sight = { files: SourceFile[]; signal: AbortSignal };

type Looks = {
  [Name in InspectionName]: (input: z.infer<(typeof inspections)[Name]["input"]>, sight: Sight) => Answer;
};
type Answer = Seen | Unseen | Promise<Seen | Unseen>;

const looks: Looks = {
  list_files: ({ folder }, { files }) => listFiles(files, folder),
  search_files: ({ text, folder }, { files }) => searchFiles(files, text, folder),
  read_file: ({ path, from, to }, { files }) => readFile(files, path, from, to),
  find_references: ({ name }, { files }) => findReferences(files, name),
};

const isKnown = (name: string): name is InspectionName => Object.hasOwn(inspections, name);

/**
 * Runs one call of a tool. Never throws for what the model asked: a wrong name, wrong input, a limit or a fault is
 * answered in words, so that it can ask again.
 */
export async function inspect(name: string, input: unknown, sight: Sight): Promise<Seen | Unseen> {
  if (!isKnown(name)) return { fault: `There is no tool ${name}. There are ${Object.keys(inspections).join(", ")}.` };
  const read = inspections[name].input.safeParse(input);
  if (!read.success) return { fault: `The input cannot be read: ${z.prettifyError(read.error)}` };
  try {
    const seen = await inTime(answerMs, sight.signal, async () => looks[name](read.data as never, sight));
    if ("fault" in seen) return seen;
    const text = seen.text.slice(0, answerCharactersMax).toWellFormed();
    const cut = text.length < seen.text.length ? "\n(Cut here: ask for less at once.)" : "";
    return { summary: seen.summary, text: text + cut };
  } catch (error) {
    if (sight.signal.aborted) return { fault: "Stopped" };
    if (!(error instanceof Late)) log("warn", "inspection", { name, error });
    return { fault: error instanceof Late ? "This took too long" : "This could not be looked at" };
  }
}

class Late extends Error {}

function inTime<T>(ms: number, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Late());
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
    act()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
      });
  });
}
