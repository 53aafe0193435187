import "server-only";
import { plural } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { isEvent } from "./happenings";
import type { Plan } from "./plan";

const naming = /^(?:(?:first |last |full |sur)?name|title|label|number(?! of)|no|code|id|what|who)\b/i;

/** "wine cellar: wine, vintage, grape": what opens the list of its own fields is the name of each row. */
export function nameRows({ tables }: Plan, message: string): void {
  for (const table of tables) {
    const { noun, said, thing, isExact } = table;
    if (!isExact || said.length < 2 || isEvent(table) || said.some((phrase) => naming.test(phrase))) continue;
    const opens = new RegExp(`(?:^|[:.!]\\s*|\\s[-–]\\s)(?:${noun}|${plural(noun)})\\s*,`, "im");
    if (opens.test(message))
      said.unshift(
        loadWords()
          .things.get(thing?.name ?? "")
          ?.titleField.label.toLowerCase() ?? "name",
      );
  }
}
