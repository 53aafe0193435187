import "server-only";
import { plural, singular } from "../language/inflect";
import { knownAs } from "../lexicon/known";
import { kindsIn } from "../words/find";
import { plainBookings } from "./booked-at";
import { plainKeeping } from "./kept-at";
import { inOrder, rule } from "./phrase-rule";
import { plainSelling } from "./sold-at";

const own = {
  want: "(?:i |we )?(?:really )?(?:want|need|would like|'d like|like|wish)",
  trade: "(?:[\\w'-]+ ){0,3}?[\\w'-]+",
  place:
    "(?:school|company|office|church|parish|town|village|city|university|college|hotel|hospital|neighbou?rhood|firm|building|community|department|campus|kindergarten|library)",
  sport:
    "(?:soccer|football|basketball|volleyball|handball|hockey|rugby|tennis|swim(?:ming)?|gymnastics|baseball|softball|cricket|netball|sports?|team|choir|club)",
  group:
    "(?:[a-z]+ )?(?:club|band|school|church|team|village|company|family|choir|parish|association|society|street|neighbou?rhood|troop|orchestra|theatre|theater)",
  meeting: "(?:forum|community|app|site|website|group|platform|network|tracker|page)",
  party: "(?:party|wedding|birthday|reunion|festival|fair|gala|fundraiser|picnic|barbecue|bbq)",
  relative:
    "(?:daughter|son|kid|wife|husband|partner|mom|mum|mother|dad|father|brother|sister|grandma|grandpa|aunt|uncle|boss|friend|neighbou?r|girlfriend|boyfriend)",
  does: "(?:lends|rents out|plans|organi[sz]es|repairs|fixes|collects|hosts|restores)",
  /** "(web) app", and nothing that says of what. */
  anything:
    "(?:an? |some )?(?:[a-z]+ )?(?:place|app|application|tool|way|system|site|website|page|something|database|list|software|platform)",
};

/** Whoever is nothing but where they work or learn: a teacher's app is no school's. */
const employed =
  /\b(?:teacher|student|pupil|nurse|doctor|manager|professor|parent|mother|father|member|developer|engineer|designer|employee|secretary|assistant)$/i;
/** Where the trade names a kind of app: "a dog walker app to plan my walks". */
const asTrade = (trade: string): string | null =>
  kindsIn(trade).length > 0 && !employed.test(trade) ? `a ${trade} app to ` : null;

const asWe = (does: string): string => `we ${does.replace(/^(\w+?)(?:(?<=ch|sh|x)es|s)\b/i, "$1")} `;

/**
 * What those who have a house, a trade or a club want of an app, as the app that they want: "an app for my food truck where
 * customers can see …". In this order.
 */
export const plainAsker = inOrder([
  // "for our school's lost and found": that, and no school.
  rule("…(?<of>for|of) ((my|our|the|this|an?) )?{place}['’]s (?=[a-z]+ [a-z]|[a-z]+$)…", "{of} ", own),
  // "our company's vehicles": those.
  rule("…(our|my|the) (company|office|firm|business|organi[sz]ation|department)['’]s (?=[a-z]+s\\b)…", "our "),
  // "a girls' soccer team": who plays there is no row of its own.
  rule("…(girls|boys|women|men|ladies|kids|children)(['’]?s|['’])? (?={sport}\\b)…", "", own),
  rule(
    "…q ?(&|and) ?a {software}( for [a-z]+s)?\\b(?<list> with (?!questions\\b))…",
    "Q&A {software} with questions, answers, ",
  ),
  rule("…q ?(&|and) ?a {software}( for [a-z]+s)?\\b…", "Q&A {software}"),
  rule("{few}event (page|site|website) for (?=(our|my|the) ([a-z]+ ){0,2}{party}\\b)…", "{few}website for ", own),
  // "Schedule interviews with applicants".
  rule("(please )?(?<deed>schedule|coordinate|arrange) (?=(our |my |the )?([a-z]+ )?[a-z]+s\\b)…", "an app to {deed} "),
  // What such a form asks for anyway.
  rule(
    "…(?<what>feedback|review|survey|evaluation) (?<form>form|page|app|site),? (with|for|where (people|customers|guests|visitors) (can )?leave) ((star )?ratings?|stars)( and|,) (comments?|a comment|feedback|notes?)",
    "{what} {form}",
  ),
  rule("i(['’]d| would)? (really )?love (?=an? )…", "I need "),
  // "a support forum for people with diabetes": who they are.
  rule(
    "…(?<=\\b{meeting}) for (people|parents|women|men|families|patients|those) (with|who have|living with) ([a-z' -]{3,30})(?=[.!]?$)…",
    "",
    own,
  ),
  // "a rating site for local dentists": what it is about, whoever they are.
  rule(
    "(an? )?(ratings?|reviews?) {software} (for|of) {few}{rows}(( (near|around) [a-z ]+)?(?=[.!,]|$)|(?= in ))…",
    "a {software} with {rows} and ratings",
  ),
  rule(
    "((i|we) (want|need|would like) )?(a|one|some) (single |central |nice |simple )?place to (?=(collect|keep|store|share|save|track|note|write|gather|organi[sz]e|list|log|manage|plan|post)\\b)…",
    "an app to ",
  ),
  rule("{few}{group} {site} with …", "a website for our {group} with ", own),
  plainSelling,
  plainBookings,
  plainKeeping,
  // "our fire brigade wants to log every call-out: date, place": call-outs.
  rule(
    "{our} [\\w' -]{2,40}? (wants?|needs?|would like) to (log|record|track|document|register|note|keep track of) (every|each|all|all the|our|its) {row}(?=\\s*:)…",
    ({ row }) => plural(singular(row)),
    { ...own, row: "[\\w-]+(?: [\\w-]+)?" },
  ),
  // "a restaurant wants to track table bookings": as its owner would say it.
  rule(
    "{our} {who} (?<wants>wants|needs) to (?=(track|manage|plan|keep|organi[sz]e|record|log|know|see|show|book|collect|schedule|list|share)\\b)…",
    "our {who} {wants} to ",
    { ...own, who: "(?:[a-z'-]+ ){0,3}[a-z]+" },
  ),
  // "a personal training app: clients, workout plans": what it keeps is listed, whatever the app's name is of.
  rule(
    "(an? |our |my )?{name}(app|application|tool|software): (?=[a-z]+( [a-z]+)?, [a-z]+( [a-z]+)?,)…",
    ({ name }) => (knownAs(name.trim().split(" ").at(-1)!) ? `${name.trim()}: ` : null),
    { ...own, name: "(?:[a-z]+ ){1,3}?" },
  ),
  // "our daycare needs daily reports": those.
  rule(
    "(our|my|the) ([a-z'-]+ ){0,3}?[a-z'-]+ (needs|wants|could use) (?!to\\b|[a-z' ]{1,40} to \\b|{anything}\\b)(?=[^.]* (for|of|per) (each|every) )…",
    "",
    own,
  ),
  // "daily reports for each child: meals, naps": whom a row is about is one of its fields.
  rule("{reports} (for|of|per) (each|every|one) {word}: (?=[a-z])…", "{reports}: {word}, ", {
    ...own,
    reports: "(?:[a-z]+ ){0,3}[a-z]+s",
    word: "[a-z]+",
  }),
  // "our youth center lends games": what those who ask do.
  rule("(the|our|my) (?!{relative}\\b)([a-z'-]+ ){1,3}?{does} (?=[a-z])…", ({ does }) => asWe(does), own),
  // "I'm a dog walker and need to plan my walks".
  rule(
    "(i['’]?m|i am) (an?|the) {trade},? (and|who) (now )?{want} (an? (app|tool|site|website) )?to …",
    ({ trade }) => asTrade(trade),
    { ...own, trade: "(?:[a-z-]+ ){0,2}?[a-z-]+" },
  ),
  // "I run a food truck and want customers to see where I am".
  rule(
    "(i|we) (run|own|manage|operate|have|lead) (an?|our|my) {trade},? and (now )?{want} (my |our |the )?{customers} to (be able to )?…",
    "an app for my {trade} where {customers} can ",
    own,
  ),
  rule("(i|we) (run|own|manage|operate) (an?|our|my) {trade}", "an app for my {trade}", own),
]);
