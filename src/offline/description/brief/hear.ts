import "server-only";
import { singular } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { briefs } from "../../words/briefs";
import { fieldWishes, filteredBy } from "./criteria";
import type { Deed, Heard } from "./heard";
import { hearRows } from "./hear-rows";
import { type VerbPhrase, verbPhrases } from "./verb-phrases";

const pronoun = /^(?:it|them|these|those)$/i;
const isPersonRow = (noun: string): boolean => knownAs(singular(noun))?.kind === "person";

/** "the support team": whom visitors write to. */
const isWhoRuns = (object: string): boolean =>
  briefs().running.has(object.toLowerCase().replace(/^(?:the|our|your) /, ""));

/** "guests" and "book rooms" of "let guests book rooms". */
const othersOf = ({ verb, object }: Deed): [who: string, does: string] | null => {
  const [, who, does] = briefs().letting.has(verb) ? (/^(\S+) (?:to )?(.+)$/.exec(object) ?? []) : [];
  return who && does ? [who, does] : null;
};

const isAdding = /^(?:add|attach|include)$/;
const isPicture = /^(?:photos?|pictures?|images?)$/i;
/** What people show to others or tell them, with what it is of. */
const isPosted =
  /^(?:post|share(?=.* (?:of|about|from|and) )) (?:(?:their|own|the|new|some) )*(?:photos?|pictures?|images|videos?|thoughts|experiences|updates|progress|moments)(?: (?:and|or) (?:photos?|pictures?|images|videos?|thoughts|experiences|updates))?(?: (?:of|about|from|with|on) .*)?$/i;

/** What a deed leaves by its verb, the first that fits. What no line is about is done to rows. */
const leaves: [is: (deed: Deed, heard: Heard) => boolean, hear: (deed: Deed, heard: Heard) => void][] = [
  [
    ({ verb, object }) => briefs().asking.has(verb) || (verb === "contact" && isWhoRuns(object)),
    (_, { rows }) => rows.push("inquiries"),
  ],
  [
    (deed) => othersOf(deed) !== null,
    (deed, heard) => {
      const [who, does] = othersOf(deed)!;
      for (const phrase of verbPhrases(does, "base") ?? []) hear(phrase, who, heard);
    },
  ],
  [({ verb }) => briefs().beyond.has(verb) && !briefs().finding.has(verb), ({ said }, { left }) => left.push(said)],
  [({ verb }) => verb === "filter", ({ object }, heard) => heard.wishes.push(...filteredBy(object, heard))],
  [({ verb }) => briefs().nothing.has(verb), () => undefined],
  // "follow other cooks": those who use it, too.
  [
    ({ verb, object }) => verb === "follow" && /^(?:each )?other\b/i.test(object),
    ({ said }, { left }) => left.push(said),
  ],
  // "post photos of their plants": what is posted is a post.
  [({ said }) => isPosted.test(said), (_, { rows }) => rows.push("posts")],
  // "writing entries, adding photos": of each entry.
  [
    ({ verb, object }, { rows }) => isAdding.test(verb) && isPicture.test(object) && rows.length > 0,
    ({ object }, heard) => heard.wishes.push(...fieldWishes(heard.rows.at(-1)!, [singular(object)], heard)),
  ],
  [({ verb, object }) => verb === "report" && object === "", (_, { rows }) => rows.push("dashboard")],
];

const verbAlone = /^(?:apply|sign up|enrol|enroll)$/;

/** Works one thing that people do into what is kept. */
export function hear(phrase: VerbPhrase, who: string, heard: Heard): void {
  const named = pronoun.test(phrase.object) ? (heard.rows.find((one) => !isPersonRow(one)) ?? "") : phrase.object;
  // "volunteers to apply": for what was told of last.
  const last = heard.rows.at(-1);
  if (verbAlone.test(phrase.verb) && named === "" && last)
    return hear({ ...phrase, object: `for ${last}` }, who, heard);
  // "filter by size".
  const isBy = phrase.verb.endsWith(" by");
  const verb = isBy ? phrase.verb.slice(0, -" by".length) : phrase.verb;
  const deed: Deed = { verb, said: phrase.said, isDeed: phrase.isDeed, object: isBy ? `by ${named}` : named, who };
  const [, leave = hearRows] = leaves.find(([is]) => is(deed, heard)) ?? [];
  leave(deed, heard);
}
