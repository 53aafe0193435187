import "server-only";
import { isPlural, plural } from "../../language/inflect";
import { stepsBetween } from "../../words/scales";

/** "level from A1 to C2", "size S-XXL": a field, and the ends of its scale. */
const scale =
  /\b([a-z]{3,})\b[ (:,]{1,2}(?:(?:goes |ranging |ranges |is )?(?:from|between|von) )?([a-z]\w*) ?(?:to|until|till|through|bis|-|–) ?([a-z]\w*)\b\)?/gi;
/** "players min and max", "min/max temperature": two fields that share their noun. */
const ends = "(min(?:imum)?|max(?:imum)?|from|lowest|highest)";
const joinedEnds = "(?: ?(?:/|-|–|&|\\+) ?| and | to | or )";
const others = "(min(?:imum)?|max(?:imum)?|until|lowest|highest)";
const endsBehind = new RegExp(
  `(?<=(?:^|[,:;(]|\\b(?:with|and|have|has))\\s*)((?:(?!with |and |have |has )[a-z]+ ){0,2}[a-z]{3,}) ${ends}${joinedEnds}${others}\\b`,
  "gi",
);
const endsBefore = new RegExp(`\\b${ends}\\.?${joinedEnds}${others}\\.? ([a-z]{3,})\\b`, "gi");
const isEnd = /^(?:min|max|lowest|highest)/i;

/** "book places on tours": what is booked is the tour. */
const placesOn =
  /\b(books?|reserves?|booking|reserving) (?:(?:their|a|an|one|some|free|the|our) )*(?:places?|seats?|spots?|slots?) (?:on|in|at|for|of) (?:(?:our|the|my|all|a|an|one of (?:our|the)) )*([a-z][\w-]+)/gi;

/** "Risk register (ISO 27001):", "HR tool (v2):": a norm or a version behind the title, and no list. */
const aside = /(?<=^[^.:;!?()\n]{2,60}) \([^(),:;]*\d[^(),:;]*\)(?=\s*:)/;

/** "Vet? No, dog school!", "SaaS for yoga… no, for shops": what was taken back. */
const instead =
  /^(?:[^.!?:;,…]{2,40}\?\s*(?:no|nope|nein)\b,?\s*(?:just |it's |only |eher )?|((?:[\w'-]+ ){1,4})for [^.!?:;,…]{2,30}(?:…|\.\.\.)\s*(?:no|nope),?\s*(?=for\s))/i;

/** "Our karate dojo needs: students, gradings": who needs it is no row. */
const needing =
  /^(?:(?:my|our|the|a|an) )(?:[\w'-]+ ){1,4}(?:needs|wants|keeps|tracks|manages|would like|has to (?:keep|track|manage))\s*:\s*/i;
/** "for every grading which student got which belt and if passed": a row for each of them. */
const ofEach =
  /(?:,? and|[,;.])\s+for (?:every|each) ([a-z]+(?: [a-z]+)?),? (?:which|what) ([a-z]+)s? (?:\w+ ){1,2}(?:which|what) ([a-z]+)((?:(?:,| and|, and) (?:if|whether) (?:they |he |she |it )?(?:[a-z]+ )?[a-z]+)?)(?=\s*(?:[.;,\n]|$))/i;

/** "and which vendor is booked for which couple with status asked/booked": a booking for each pair. */
const pairs =
  /(?:,? and|[,;.])\s+(?:which|what) ([a-z]+(?: [a-z]+)?) (?:is|are|was|were|has been) (booked|assigned|lent|rented|hired|sold|matched|invited) (?:for|to|in|on|at|by|with|into) (?:which|what) ([a-z]+)(?: with (?:an? |the )?([^.;\n]+))?(?=\s*(?:[.;\n]|$))/i;
const dealOf: Record<string, string> = {
  booked: "bookings",
  hired: "bookings",
  lent: "loans",
  rented: "rentals",
  sold: "sales",
  invited: "invitations",
};

/** "a call comes in: name, plate", "when an order is placed we note: customer, cake": rows, by the noun for what happens. */
const comingIn =
  /(?<=^|[.;!?\n]\s*)(?:(?:when|if|once|as soon as|each time|every time|whenever) )?(?:an? |the |each |every )?([a-z]{3,}) (?:comes in|gets in|is (?:placed|made|reported|taken|called in))\s*[:,]?\s*(?:(?:i|we) (?:note|write down|record|need)\s*)?:\s*/gi;

/** "crime novels so that i dont buy them twice: author, title": what for. */
const meant = /(?<=^[^.:;!?\n]{3,60}) so (?:that )?(?:i|we|they|nobody|people) [^.:;!?\n]{3,60}:(?= )/i;

/** "our club rents out its hut". */
const owned = /\b((?:rents?|lends?|hires?|sells?|lets?)(?: out)?) (?:its|their) (?=([a-z]+))/gi;

/** "a to-do list for my team with priorities": the list has them. */
const forTeam =
  /(?<=^[^.,:;\n]{3,60}) for (?:my|our) (?:team|company|office|department|group|family|staff|colleagues|employees|business) (?=with )/i;

/** "an app that helps me water my plants". */
const helping =
  /\b(app|tool|website|site|system|something|program) (?:that|which) (?:helps?|lets?|allows?) (?:me|us)(?: to)? /i;

/** "something for our running group to plan runs". */
const something =
  /^((?:(?:i|we) (?:just |really )?(?:need|want|am looking for|are looking for) )?)something (?=(?:for|to|that|where) )/i;

/** "All the trees in our orchard": trees. */
const allOf = /^all (?:of )?(?:the|my|our) (?=[a-z]+s\b)/i;

const tells = "(?:tells|shows|reminds|warns)(?: me| us)?(?: about| of)?";
/** "a pantry app that tells me what expires soon": a day of each. */
const expiring = new RegExp(
  ` that ${tells} (?:what|which \\w+|when \\w+)(?: things)? (?:expires?|runs? out|goes? (?:bad|off))\\b[^.,;:\\n]*`,
  "i",
);
/** "a tool that shows which bills are due". */
const dueSaid = new RegExp(
  `^(?:an? |the )?(?:[a-z]+ )?(?:app|tool|list|page|tracker) that ${tells} (?:which|what) ([a-z]+) (?:are|is|will be) (?:due|overdue|late|open)\\b(?: soon| next)?`,
  "i",
);

/** "machines (type, per day, deposit)": what they cost. */
const perTime = /(?<=[,(:] ?)per (?:hour|day|night|week|month|year)(?=\s*[,.;)])/gi;

/** "price/month": one field, and no two. */
const perUnit =
  /\b(price|rent|fee|cost|rate|charge|pay|salary|wage|hours|km)\/(month|year|week|day|hour|night|person|piece|kg|unit|seat|head|class|lesson)\b/gi;

/** "a site offering yoga classes": what it has. */
const offering =
  /^((?:an? |the |our |my )?(?:[a-z'-]+ ){0,4}?(?:app|application|website|site|platform|portal|tool|shop|store|studio|service)) (?:offering|providing|featuring|that offers|which offers|that provides) (?=[a-z])/i;

/** "a difficulty of easy, medium or hard". */
const choicesOf =
  /\b(difficulty|status|priority|level|type|kind|category|condition|stage|severity|mood) of ([a-z-]+), ([a-z-]+),? or ([a-z-]+)\b/gi;

/** "an app that tells me what is in which drawer": the things, and where they are. */
const inWhich =
  /^(?:.*\b(?:tells?|shows?|know(?:ing)?|see|remember(?:ing)?|find|track(?:ing)?|note|app for|list of) (?:me |us )?(?:of )?)?(?:what(?:['’]?s| is| are| lies| stands)?|which things? (?:is|are|lies?|stands?))(?: (?:kept|stored|packed|lying))? (?:in|on) which ([a-z]+(?: [a-z]+)?)(?=\s*(?:[.,;!?]|$))/i;

/**
 * Writes out what a first message shortens, before either reader sees it: the steps of a scale, the two ends of a range,
 * what it is that places are booked on.
 */
export function inFull(text: string): string {
  return text
    .replaceAll(/\bincl\.\s+/gi, "including ")
    .replaceAll(/\b(?:write|jot|put|note) (?:it |this |them |everything )?down\b/gi, "note")
    .replace(forTeam, " ")
    .replace(helping, "$1 to ")
    .replace(something, "$1an app ")
    .replaceAll(owned, (_, verb: string, noun: string) => (isPlural(noun) ? `${verb} ` : `${verb} a `))
    .replace(instead, "$1")
    .replace(aside, "")
    .replace(needing, "")
    .replace(comingIn, (_, noun: string) => `${plural(noun)}: `)
    .replace(allOf, "")
    .replace(expiring, " with best before date")
    .replace(dueSaid, "$1 with due date")
    .replaceAll(perTime, "price $&")
    .replaceAll(perUnit, "$1 per $2")
    .replace(offering, "$1 with ")
    .replaceAll(choicesOf, "$1 ($2/$3/$4)")
    .replace(scale, (all: string, noun: string, first: string, last: string) => {
      const steps = stepsBetween(first, last);
      return steps ? `${noun} (${steps.join("/")})` : all;
    })
    .replace(endsBehind, (all: string, noun: string, low: string, high: string) =>
      isEnd.test(low) && isEnd.test(high) ? `${low} ${noun}, ${high} ${noun}` : all,
    )
    .replace(endsBefore, (all: string, low: string, high: string, noun: string) =>
      isEnd.test(low) && isEnd.test(high) ? `${low} ${noun}, ${high} ${noun}` : all,
    )
    .replace(placesOn, "$1 $2")
    .replace(
      ofEach,
      (_, event: string, who: string, what: string, whether: string) =>
        `, ${event} results (${event}, ${who}, ${what}${whether.replace(/^(?:,| and|, and) (?:if|whether) (?:they |he |she |it )?/i, ", ")}${whether === "" ? "" : " yes/no"})`,
    )
    .replace(
      pairs,
      (_, what: string, deed: string, whom: string, fields = "") =>
        `, ${what} ${dealOf[deed.toLowerCase()] ?? "assignments"} (${what}, ${whom}${fields === "" ? "" : `, ${fields.replaceAll(" and ", ", ")}`})`,
    )
    .replace(meant, ":")
    .replace(inWhich, (_, place: string) => `items (name, photo, ${place}), ${plural(place)} (name, location)`);
}
