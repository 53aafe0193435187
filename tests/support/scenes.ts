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
