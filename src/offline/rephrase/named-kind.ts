import "server-only";
import { kindsIn } from "../words/find";
import { wordKey } from "../words/word-key";
import { asking, few } from "./asked";

const who =
  "(?:(?:[a-z]+ )?(?:team|office|company|department|business|staff|firm|organi[sz]ation)|(?:our|my|the) (?:employees|staff|colleagues))";
/** "an employee onboarding checklist app for our HR team". */
const named = new RegExp(
  `^${asking}${few}([a-z]+(?: [a-z]+){1,3}) (?:app|application|tool|system|software|program)( for (?:our |my |the )?${who})?[.!]*$`,
  "i",
);

/** A first message that names one kind of app by all of its words, without "app" and who uses it: "employee onboarding checklist". */
export function plainKind(text: string): string {
  const [, name, users] = named.exec(text.trim()) ?? [];
  if (!name) return text;
  const key = ` ${wordKey(name)} `;
  const isAllOf = kindsIn(name).some(({ kind }) => {
    const rest = kind.phrases
      .map(wordKey)
      .filter((phrase) => key.includes(` ${phrase} `))
      .reduce((words, phrase) => words.filter((word) => !phrase.split(" ").includes(word)), key.trim().split(" "));
    // What is somebody's own otherwise is a team's here.
    return rest.length === 0 && !(users && kind.purpose === "personal");
  });
  return isAllOf ? name : text;
}
