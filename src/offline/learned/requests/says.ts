import "server-only";
import { loadWords } from "../../words/load";

/** Whether words say something by one of its phrases in `words/said.json`. */
export function says(text: string, what: string): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll(/['’]/g, "")
      .match(/[\p{L}\d]+/gu) ?? [];
  const line = ` ${words.join(" ")} `;
  return (loadWords().said.get(what) ?? []).some((phrase) => line.includes(` ${phrase} `));
}
