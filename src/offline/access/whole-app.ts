import "server-only";
import { rowOperations } from "@/shipped/contract";
import { accessWords } from "../words/access";
import { peopleIn } from "./people-said";
import { isWho } from "./pieces";
import type { Said } from "./read-piece";
import type { Rows, Who } from "./statement";
import type { Token } from "./tokens";

const plainly = { isOnly: false, isNot: false, isAll: false, limit: null, isDeed: false, isStrong: true } as const;
const strangers: Who[] = [{ is: "strangers" }];

const isState = /^(?:is|are|stay|stays|remain|remains|be|must|should|ist|sind|bleiben)$/;

/** What says no verb: "strictly private", "the answers are private", "public", "for staff only", "a public directory". */
export function readWholeApp(tokens: readonly Token[]): Said[] | null {
  const said = tokens.filter(({ tag }) => tag !== "filler");
  const words = said.filter(({ tag }) => tag === "word");
  const isTold = tokens.some(({ text }) => isState.test(text));
  const rows: Rows = words.length > 0 ? { nouns: [words.map(({ text }) => text).join(" ")] } : "before";
  const isPrivate = said.some(({ tag }) => tag === "private");
  const isPublic = said.some(({ tag }) => tag === "public" || tag === "noLogin");
  const isAlone =
    words.length === 0 && said.every(({ tag }) => /^(?:private|public|noLogin|may|not|pronoun)$/.test(tag));
  const isOf =
    isTold &&
    words.length < 4 &&
    tokens.at(-1) === said.at(-1) &&
    said.every(({ tag }) => /^(?:word|private|public|noLogin|may|pronoun)$/.test(tag));
  if (isPrivate && isAlone) return [{ ...plainly, who: strangers, isNot: true, may: [...rowOperations], rows: "all" }];
  if (isPrivate && isOf && words.length > 0)
    return [
      {
        ...plainly,
        who: [{ is: "author" }],
        isOnly: true,
        may: [...rowOperations].filter((one) => one !== "create"),
        rows,
      },
    ];
  if (isPublic && (isAlone || isOf)) return [{ ...plainly, who: strangers, may: ["read"], rows, isWord: isAlone }];
  return readFor(tokens) ?? readAttribute(tokens);
}

/** "adoption requests are for staff only", "members only". */
function readFor(tokens: readonly Token[]): Said[] | null {
  const only = tokens.findIndex(({ tag }) => tag === "only");
  if (only < 0) return null;
  const at = tokens.findIndex(({ text }) => text === "for" || text === "für");
  const who = at < 0 ? tokens.filter(isWho) : tokens.slice(at + 1);
  const rest = tokens.filter((token) => !who.includes(token) && token.tag !== "filler" && token.tag !== "only");
  const people = peopleIn(who);
  if (!people || people.length !== 1 || rest.some(({ tag }) => tag !== "word") || rest.length > 3) return null;
  const [one] = people;
  // "a club for members only" is of the whole app, "requests are for staff only" of these.
  const isOfRows = rest.length > 0 && tokens.some(({ text }) => isState.test(text));
  if (one!.is === "people" && one!.rank !== "superior" && one!.rank !== "serving") return null;
  return [
    {
      ...plainly,
      who: people,
      isOnly: true,
      may: [...rowOperations],
      rows: isOfRows ? { nouns: [rest.map(({ text }) => text).join(" ")] } : "all",
      isTold: !isOfRows,
    },
  ];
}

/** "a public directory of local businesses", and no public transport. */
function readAttribute(tokens: readonly Token[]): Said[] | null {
  const at = tokens.findIndex(({ tag }) => tag === "public");
  const next = tokens[at + 1];
  if (at < 0 || next?.tag !== "word" || accessWords().notPublic.has(next.text) || tokens[at - 1]?.tag === "not")
    return null;
  return [{ ...plainly, who: strangers, may: ["read"], rows: "before", isDeed: true, isTold: true }];
}
