import { expect } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "./offline";

type Outcome = {
  /** What a message changed in the app, in the notation of differences, then the rows that it added: "rows Fine 3". */
  lines: string[];
  /** What the reply says. */
  text: string;
};

/**
 * Apps to change, each made by its first message once.
 * @param scenes first messages by name
 */
export function changesOf<Name extends string>(
  scenes: Record<Name, string>,
): (scene: Name, message: string) => Outcome {
  const begun = new Map<Name, ReturnType<typeof conversation>["begun"]>();
  return (scene, message) => {
    if (!begun.has(scene)) {
      const first = conversation();
      first.say(scenes[scene]);
      begun.set(scene, first.begun);
    }
    const app = conversation(undefined, undefined, begun.get(scene));
    const before = readModel(app.files, "Untitled").model;
    const { text, staged } = app.say(message);
    return {
      lines: [
        ...differencesBetween(before, readModel(app.files, "Untitled").model).map(({ line }) => line),
        ...staged.records.map(({ entity, rows }) => `rows ${entity} ${rows.length}`),
      ],
      text,
    };
  };
}

/** A message to an app of some scenes, what it changes in any order, and a part of what the reply says. */
export type Told<Name extends string> = [scene: Name, message: string, lines: string[], says?: string];

/** Expects of a message what its row says. @param after what messages change, as of `changesOf` */
export const toldBy =
  <Name extends string>(after: (scene: Name, message: string) => Outcome) =>
  ([scene, message, lines, says]: Told<Name>): void => {
    const found = after(scene, message);
    expect(found.lines.toSorted()).toEqual(lines.toSorted());
    if (says) expect(found.text).toContain(says);
  };
