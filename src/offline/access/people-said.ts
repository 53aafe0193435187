import "server-only";
import { singular } from "../language/inflect";
import { isSomebody } from "../lexicon/nouns";
import { accessWords } from "../words/access";
import { customerWords } from "../words/customers";
import type { Who } from "./statement";
import type { Token } from "./tokens";

const told = new Set(["strangers", "anyone", "everyone", "signed", "admins", "author"]);
/** "everyone at the desk", "nobody outside the practice": where somebody is does not say who. */
const place = /^(?:at|on|in|of|from|outside|inside|within|with|for|near|im|in|aus|bei)$/;
const wordsMax = 3;

const ranked = (noun: string) => {
  const { superior, serving } = accessWords();
  return superior.has(noun) || serving.has(noun);
};

/** What a word says of people: who leads, who serves, whom a place serves. */
function rankOf(noun: string): Extract<Who, { is: "people" }>["rank"] {
  const words = accessWords();
  const last = singular(noun.split(" ").at(-1)!);
  const is = (names: ReadonlySet<string>) => names.has(last) || names.has(noun) || names.has(singular(noun));
  if (is(words.superior)) return "superior";
  if (is(words.serving)) return "serving";
  return is(customerWords().people) || isSomebody(last) ? "served" : "unknown";
}

/** Who some words speak of; null where they are none, or more than a name. */
export function peopleIn(tokens: readonly Token[]): Who[] | null {
  const found: Who[] = [];
  let name: string[] = [];
  let isTold = false;
  const close = () => {
    if (name.length > 0) found.push({ is: "people", noun: name.join(" "), rank: rankOf(name.join(" ")) });
    name = [];
  };
  for (const { tag, text } of tokens) {
    if (place.test(text) && found.length + name.length > 0) break;
    if (tag === "word") {
      // "whoever of us breaks something", "users whose": no name.
      if (isTold) return null;
      if (name.length === wordsMax || /\d/.test(text)) return null;
      name.push(text);
    } else if (told.has(tag)) {
      // "our support team".
      if (tag === "signed" && ranked([...name, text].join(" "))) {
        name.push(text);
        continue;
      }
      // "wedding guests", "our family members": the word before tells only of which.
      name = [];
      isTold = true;
      found.push(
        tag === "admins" ? { is: "admins", noun: text } : { is: tag as Exclude<Who["is"], "people" | "admins"> },
      );
    } else if (tag !== "filler" && tag !== "only" && tag !== "not" && tag !== "all" && tag !== "pronoun") return null;
    else if (/^(?:and|or|und|oder)$/.test(text)) {
      close();
      isTold = false;
    }
  }
  close();
  return found;
}
