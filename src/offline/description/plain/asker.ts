import "server-only";
import { plural, singular } from "../../language/inflect";
import { kindsIn } from "../../words/find";

const whom =
  "(customers?|clients?|people|guests?|members?|patients?|visitors?|parents?|students?|families|neighbou?rs|tenants?|employees|volunteers?|fans|pupils|kids|staff)";
const wants = "(?:i |we )?(?:really )?(?:want|need|would like|'d like|like|wish)";
/** "I run a food truck and want customers to see where I am". */
const ownersOf = new RegExp(
  `^(?:i|we) (?:run|own|manage|operate|have|lead) (?:an?|our|my) ((?:[\\w'-]+ ){0,3}?[\\w'-]+),? and (?:now )?${wants} (?:my |our |the )?${whom} to (?:be able to )?`,
  "i",
);
/** "I'm a dog walker and need to plan my walks". */
const being = new RegExp(
  `^(?:i['’]?m|i am) (?:an?|the) ((?:[a-z-]+ ){0,2}?[a-z-]+),? (?:and|who) (?:now )?${wants} (?:an? (?:app|tool|site|website) )?to `,
  "i",
);
/** Whoever is nothing but where they work or learn: a teacher's app is no school's. */
const employed =
  /\b(?:teacher|student|pupil|nurse|doctor|manager|professor|parent|mother|father|member|developer|engineer|designer|employee|secretary|assistant)$/i;
/** Where the trade names a kind of app: "a dog walker app to plan my walks". */
const asTrade = (said: string, trade: string): string =>
  kindsIn(trade).length > 0 && !employed.test(trade) ? `a ${trade} app to ` : said;
/** "I'm selling handmade jewellery, customers can ask for custom pieces". */
const selling =
  /^(?:i|we)(?:['’]?m|['’]?re| am| are)? sell(?:ing)? ((?:[a-z-]+ ){0,3}[a-z-]+)(?: online)?(?=,? (?:and )?(?:customers|people|buyers|fans|visitors|clients) (?:can|should|may) )/i;
/** "a place to collect quotes". */
const placeTo =
  /^(?:(?:i|we) (?:want|need|would like) )?(?:a|one|some) (?:single |central |nice |simple )?place to (?=(?:collect|keep|store|share|save|track|note|write|gather|organi[sz]e|list|log|manage|plan|post)\b)/i;
/** "our club site with news and photos". */
const siteOfUs =
  /^(?:an? |the |our |my )?((?:[a-z]+ )?(?:club|band|school|church|team|village|company|family|choir|parish|association|society|street|neighbou?rhood|troop|orchestra|theatre|theater)) (?:web ?site|site|home ?page|web ?page) with /i;
/** "a restaurant wants to track table bookings": as its owner would say it. */
const askingFor =
  /^(?:an?|the|our|my) ((?:[a-z'-]+ ){0,3}[a-z]+) (wants|needs) to (?=(?:track|manage|plan|keep|organi[sz]e|record|log|know|see|show|book|collect|schedule|list|share)\b)/i;
/** "our fire brigade wants to log every call-out: date, place": call-outs. */
const logsEach =
  /^(?:an?|the|our|my) [\w' -]{2,40}? (?:wants?|needs?|would like) to (?:log|record|track|document|register|note|keep track of) (?:every|each|all|all the|our|its) ([\w-]+(?: [\w-]+)?)(?=\s*:)/i;
/** "I own a bakery", and nothing else. */
const alone = /^(?:i|we) (?:run|own|manage|operate) (?:an?|our|my) ((?:[\w'-]+ ){0,3}?[\w'-]+)[.!]*$/i;

/** "for our school's lost and found": that, and no school. */
const ofOthers =
  /\b(for|of) (?:(?:my|our|the|this|an?) )?(?:school|company|office|church|parish|town|village|city|university|college|hotel|hospital|neighbou?rhood|firm|building|community|department|campus|kindergarten|library)['’]s (?=[a-z]+ [a-z]|[a-z]+$)/gi;
/** "a girls' soccer team": who plays there is no row of its own. */
const teamOf =
  /\b(?:girls|boys|women|men|ladies|kids|children)(?:['’]?s|['’])? (?=(?:soccer|football|basketball|volleyball|handball|hockey|rugby|tennis|swim(?:ming)?|gymnastics|baseball|softball|cricket|netball|sports?|team|choir|club)\b)/gi;

/** "I'd love a tracker for my knitting projects". */
const loving = /^i(?:['’]d| would)? (?:really )?love (?=an? )/i;
/** "a support forum for people with diabetes": who they are. */
const forPeopleWith =
  /(?<=\b(?:forum|community|app|site|website|group|platform|network|tracker|page)) for (?:people|parents|women|men|families|patients|those) (?:with|who have|living with) (?:[a-z' -]{3,30})(?=[.!]?$)/i;

/** "our youth center lends games": what those who ask do. */
const doing =
  /^(?:the|our|my) (?!(?:daughter|son|kid|wife|husband|partner|mom|mum|mother|dad|father|brother|sister|grandma|grandpa|aunt|uncle|boss|friend|neighbou?r|girlfriend|boyfriend)\b)(?:[a-z'-]+ ){1,3}?(lends|rents out|plans|organi[sz]es|repairs|fixes|collects|hosts|restores) (?=[a-z])/i;
const asWe = (said: string, does: string): string => `we ${does.replace(/^(\w+?)(?:(?<=ch|sh|x)es|s)\b/i, "$1")} `;

/** "a rating site for local dentists": what it is about, whoever they are. */
const ratingOf =
  /^(?:an? )?(?:ratings?|reviews?) (site|app|page|website|platform) (?:for|of) (?:(?:the|our|local|all|good|best) )*([a-z]+s)(?=[.!,]|$| in )/i;

/** What is said of who asks, and what stands for it. In this order. */
const turns: readonly [RegExp, string | ((said: string, caught: string) => string)][] = [
  [ofOthers, "$1 "],
  [teamOf, ""],
  [loving, "I need "],
  [forPeopleWith, ""],
  [ratingOf, "a $1 with $2 and ratings"],
  [placeTo, "an app to "],
  [siteOfUs, "a website for our $1 with "],
  [selling, "an online shop for $1"],
  [logsEach, (_, rows) => plural(singular(rows))],
  [askingFor, "our $1 $2 to "],
  [doing, asWe],
  [being, asTrade],
  [ownersOf, "an app for my $1 where $2 can "],
  [alone, "an app for my $1"],
];

/** What those who have a business want of an app, as the app that they want: "an app for my food truck where customers can see …". */
export const plainAsker = (text: string): string =>
  turns.reduce(
    (said, [turn, plain]) => (typeof plain === "string" ? said.replace(turn, plain) : said.replace(turn, plain)),
    text,
  );
