import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { knownAs, quietAs } from "../../lexicon/known";
import { isSomebody, relatives } from "../../lexicon/nouns";
import { kindsIn } from "../../words/find";
import { websites } from "../../words/websites";
import { asking, few } from "./asked";

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
  /^(?:i|we)(?:['’]?m|['’]?re| am| are)? sell(?:ing)? (?:my |our )?((?:(?!from\b|at\b)[a-z-]+ ){0,3}?[a-z-]+)(?: from (?:my|our|the) [a-z]+)?(?: online)?(?=,? (?:and )?(?:customers|people|buyers|fans|visitors|clients) (?:(?:can|should|may) |(?:pre)?order|buy|pick))/i;
const ware = "((?:(?!online\\b|and\\b|to\\b|at\\b|in\\b|with\\b|for\\b)[a-z-]+ ){0,2}?(?!online\\b)[a-z-]+)";
/** "sell my handmade candles online", "I want to sell my paintings", and nothing else. */
const toSell = new RegExp(
  `^(?:${asking}${few}(?:app|site|website|page|tool|platform) (?:to|where i can|where we can|for me to|for us to) |(?:i|we)(?:['’]d| would)? (?:really )?(?:want|need|like|love) to (?:be able to )?|help me (?:to )?)?(?:sell|offer) (?:(?:my|our) ((?:own |home-?made |hand-?made |self-?made )?)${ware}(?: online| on the (?:internet|web))?|((?:own |home-?made |hand-?made |self-?made )?)${ware} (?:online|on the (?:internet|web))|((?:own|home-?made|hand-?made|self-?made) )${ware})[.!]*$`,
  "i",
);
/** "an online shop for honey": a shop is called by what it sells. */
const shopFor = new RegExp(
  `^${asking}${few}(?:web |online )?(shop|store) (?:for|that sells|selling|to sell) (?:my |our )?${ware}[.!]*$`,
  "i",
);
/** What has a price is offered as it is; of other goods a shop has products. */
function asShop(said: string): string {
  const ware = said.trim().toLowerCase();
  const known = knownAs(ware) ?? quietAs(ware) ?? knownAs(lastOf(ware)) ?? quietAs(lastOf(ware));
  const isOfProducts = ware.includes(" and ") || (known && !known.fields.some(({ spec }) => spec.name === "price"));
  return isOfProducts ? `${ware.replace(/[a-z]+$/, (noun) => singular(noun))} shop` : `an online shop for ${ware}`;
}
const lastOf = (noun: string): string => noun.split(" ").at(-1)!;

const deed = "(?:book|reserve)";
const house = "((?:(?!to\\b|where\\b|so\\b|that\\b)[a-z'-]+ ){0,2}?[a-z'-]+)";
const goods = "((?!(?:a|an|the|their|his|our|my)\\b)(?:(?!for\\b|at\\b|in\\b|with\\b|on\\b)[a-z]+,? ){0,4}?[a-z]+s)";
/** "An app for our rowing club to reserve boats": those in it do. */
const toBook = new RegExp(
  `^${asking}${few}(?:app|application|tool|system|site|website|page|software) (?:for|at) (?:our|my|the|a) ${house} to ${deed} ${goods}[.!]*$`,
  "i",
);
/** "a tool for our gym to track payments and members": these, whatever a gym's app keeps otherwise. */
const toKeep = new RegExp(
  `^${asking}${few}(app|application|tool|system|software|database|program) (?:for|at) (?:our|my|the|an?) ${house} to (?:track|manage|keep track of|organi[sz]e|record|log|administer|monitor|handle|document|plan|coordinate|collect) ((?:[a-z]+ ){0,2}[a-z]+(?:, (?:[a-z]+ ){0,2}[a-z]+)*,? and (?:our |the )?(?:[a-z]+ ){0,2}[a-z]+)[.!]*$`,
  "i",
);
/** "a tool for our church to schedule volunteers": that is what it is for, whatever a church's app has otherwise. */
const toDo = new RegExp(
  `^${asking}${few}(?:app|application|tool|system|software|program) (?:for|at) (?:our|my|the) ${house} to ((?:schedule|plan|manage|track|organi[sz]e|coordinate) [a-z]+(?: [a-z]+)?)[.!]*$`,
  "i",
);
/** "a church app to schedule volunteers". */
const houseApp = new RegExp(
  `^${asking}${few}([a-z]+) (?:app|application|tool|system|software) to ((?:schedule|plan|manage|track|organi[sz]e|coordinate) [a-z]+(?: [a-z]+)?)[.!]*$`,
  "i",
);
const doneAt = (said: string, place: string, does: string): string => {
  const rows = does.split(" ").slice(1).join(" ");
  const isPlace = websites().organisations.has(place.split(" ").at(-1)!.toLowerCase());
  return isPlace && kindsIn(rows).length > 0 && isPlural(rows) ? `${does} for our ${place}` : said;
};
const isRow = (noun: string): boolean => isPlural(noun) && (knownAs(noun) ?? quietAs(noun)) !== null;
const rowsIn = (list: string): string[] => list.toLowerCase().split(/,? and (?:our |the )?|, /);
const keptAt = (said: string, software: string, place: string, list: string): string =>
  rowsIn(list).every(isRow)
    ? `${software.toLowerCase()} for our ${place.toLowerCase()}: ${rowsIn(list).join(", ")}`
    : said;
/** "let members of our tennis club book courts", "members of our tennis club book courts". */
const letBook = new RegExp(
  `^(?:let |allow |i want |we want )?(?:the )?${whom} (?:of|in|at) (?:our|my|the) ${house} (?:to |can |should (?:be able to )?)?${deed} ${goods}[.!]*$`,
  "i",
);
/** "court booking for our tennis club", of which no kind of app is called. */
const bookingFor = new RegExp(
  `^${asking}${few}([a-z]+(?: and [a-z]+| (?!and\\b)[a-z]+)?) (?:booking|reservation|reservations|bookings)(?: (?:app|application|tool|system|site|website|page|software))?(?: (?:for|of|at) (?:our|my|the|a) ${house})?[.!]*$`,
  "i",
);
const isClub = (place: string): boolean => /(?:club|association|society|co-?op|cooperative)$/i.test(place);
/** Nobody calls an app "Office". */
const anyPlace = /^(?:office|company|team|building|house|school|business|department)$/i;
const whereBooked = (place: string, rows: string): string =>
  place === "" || anyPlace.test(place)
    ? `${rows.toLowerCase().replace(/[a-z]+$/, singular)} booking: ${rows.toLowerCase()}, bookings`
    : `An app for our ${place.toLowerCase()} where ${isClub(place) ? "members" : "people"} can book ${rows.toLowerCase()}`;
/** Each of the nouns is something of which there are several: "laptop and projector", but no "class", which takes place. */
const bookable = (nouns: string): boolean =>
  nouns.split(" and ").every((noun) => /^(?:item|place)$/.test((knownAs(noun) ?? quietAs(noun))?.kind ?? ""));
function bookingOf(said: string, nouns: string, place: string): string {
  const isKind = kindsIn(`${nouns} booking`).some(({ phrase }) => phrase.endsWith(" booking"));
  if (isKind) return place === "" ? said : `${nouns} booking for our ${place}`;
  return bookable(nouns) ? whereBooked(place, nouns.split(" and ").map(plural).join(" and ")) : said;
}
/** "a booking app for our village hall": rooms are booked there. */
const bookingOfHall = new RegExp(
  `^${asking}${few}(?:(?:booking|reservation) (?:app|application|tool|system|site|website|page|software|calendar)|(?:calendar|schedule)) (?:for|of) (?:our|my|the|a) ((?:[a-z'-]+ )?(?:hall|barn|clubhouse|club house|(?:community|youth|parish|cultural|neighbou?rhood) (?:cent(?:er|re)|house)))[.!]*$`,
  "i",
);
/** "a place to collect quotes". */
const placeTo =
  /^(?:(?:i|we) (?:want|need|would like) )?(?:a|one|some) (?:single |central |nice |simple )?place to (?=(?:collect|keep|store|share|save|track|note|write|gather|organi[sz]e|list|log|manage|plan|post)\b)/i;
/** "our club site with news and photos". */
const siteOfUs =
  /^(?:an? |the |our |my )?((?:[a-z]+ )?(?:club|band|school|church|team|village|company|family|choir|parish|association|society|street|neighbou?rhood|troop|orchestra|theatre|theater)) (?:web ?site|site|home ?page|web ?page) with /i;
/** "our daycare needs daily reports": those. */
const houseNeeds =
  /^(?:our|my|the) (?:[a-z'-]+ ){0,3}?[a-z'-]+ (?:needs|wants|could use) (?!to\b|[a-z' ]{1,40} to \b|(?:an? |some )?(?:[a-z]+ )?(?:place|app|application|tool|way|system|site|website|page|something|database|list|software|platform)\b)(?=[^.]* (?:for|of|per) (?:each|every) )/i;
/** "daily reports for each child: meals, naps": whom a row is about is one of its fields. */
const rowsForEach = /^((?:[a-z]+ ){0,3}[a-z]+s) (?:for|of|per) (?:each|every|one) ([a-z]+): (?=[a-z])/i;
/** "a restaurant wants to track table bookings": as its owner would say it. */
const askingFor =
  /^(?:an?|the|our|my) ((?:[a-z'-]+ ){0,3}[a-z]+) (wants|needs) to (?=(?:track|manage|plan|keep|organi[sz]e|record|log|know|see|show|book|collect|schedule|list|share)\b)/i;
/** "our fire brigade wants to log every call-out: date, place": call-outs. */
const logsEach =
  /^(?:an?|the|our|my) [\w' -]{2,40}? (?:wants?|needs?|would like) to (?:log|record|track|document|register|note|keep track of) (?:every|each|all|all the|our|its) ([\w-]+(?: [\w-]+)?)(?=\s*:)/i;
/** "I own a bakery", and nothing else. */
const alone = /^(?:i|we) (?:run|own|manage|operate) (?:an?|our|my) ((?:[\w'-]+ ){0,3}?[\w'-]+)[.!]*$/i;

/** "an equipment checkout system": no till. */
const checkedOut = new RegExp(
  `^(${asking}${few})([a-z]+(?: [a-z]+)?) (?:check-?outs?|lending|loans?|borrowing)( (?:system|app|application|tool|software|tracker|sheet|log|list))?( (?:for|of|at) (?:our|my|the) [a-z' -]{3,40})?[.!]*$`,
  "i",
);
function lentOut(said: string, opened: string, what: string, software = "", place = ""): string {
  const noun = singular(what.toLowerCase());
  if (kindsIn(`${noun} lending`).length > 0) return `${opened}${what} lending${software}${place}`;
  return /^(?:item|place)$/.test((knownAs(noun) ?? quietAs(noun))?.kind ?? "")
    ? `${noun} loans: ${plural(noun)}, loans`
    : said;
}

/** "for our school's lost and found": that, and no school. */
const ofOthers =
  /\b(for|of) (?:(?:my|our|the|this|an?) )?(?:school|company|office|church|parish|town|village|city|university|college|hotel|hospital|neighbou?rhood|firm|building|community|department|campus|kindergarten|library)['’]s (?=[a-z]+ [a-z]|[a-z]+$)/gi;
/** "a girls' soccer team": who plays there is no row of its own. */
const teamOf =
  /\b(?:girls|boys|women|men|ladies|kids|children)(?:['’]?s|['’])? (?=(?:soccer|football|basketball|volleyball|handball|hockey|rugby|tennis|swim(?:ming)?|gymnastics|baseball|softball|cricket|netball|sports?|team|choir|club)\b)/gi;

/** "a Q&A site". */
const questions =
  /\bq ?(?:&|and) ?a (site|website|app|platform|forum|board|page|community|system)(?: for [a-z]+s)?\b( with (?!questions\b))?/i;
/** "a tool for landlords to track rent": whoever keeps it is no row of it. */
const forKeepers =
  /^((?:an? |the |simple )*(?:web ?)?(?:app|application|tool|system|software|program)) for (?:an? |the |small |busy |all )*((?:[a-z-]+ )?[a-z]+s) to (?=(?:track|manage|keep track of|log|record|organi[sz]e|monitor|administer|handle) )/i;
/** "a tool for my mother to store her recipes": as she would say it. */
const forRelative = new RegExp(
  `^(${asking}${few}(?:app|application|tool|system|software|program|website|site)) for my ([a-z]+) to ((?:store|keep|collect|save|track|keep track of|log|record|organi[sz]e|manage|remember|plan) )(?:(?:his|her|their) )?`,
  "i",
);
/** "an app to manage a gym's members, trainers and classes". */
const ofHouse = new RegExp(
  `^${asking}${few}(app|application|tool|system|software|program) (?:to|for) (?:manag(?:e|ing)|run(?:ning)?|organi[sz](?:e|ing)|track(?:ing)?) (?:an?|our|my|the) ([a-z]+(?: [a-z]+)?)['’]s ([a-z]+s(?:, [a-z ]+)*,? and [a-z ]+)[.!]*$`,
  "i",
);
const isKeeper = (noun: string): boolean => isSomebody(noun) || quietAs(noun)?.kind === "person";
/** "Schedule interviews with applicants". */
const imperative = /^(?:please )?(schedule|coordinate|arrange) (?=(?:our |my |the )?(?:[a-z]+ )?[a-z]+s\b)/i;
/** "a rental site for camper vans". */
const rentalSite = /^((?:an? |our |my )?)rental (site|website|page|shop|platform) for ((?:[a-z-]+ )?[a-z]+s)[.!]*$/i;
/** "an event page for our summer party". */
const eventPage =
  /^((?:an? |the |our )?)event (?:page|site|website) for (?=(?:our|my|the) (?:[a-z]+ ){0,2}(?:party|wedding|birthday|reunion|festival|fair|gala|fundraiser|picnic|barbecue|bbq)\b)/i;
/** "a customer feedback form with ratings and comments": what such a form asks for anyway. */
const ratedForm =
  /\b(feedback|review|survey|evaluation) (form|page|app|site)(?:,)? (?:with|for|where (?:people|customers|guests|visitors) (?:can )?leave) (?:(?:star )?ratings?|stars)(?: and|,) (?:comments?|a comment|feedback|notes?)(?=[.!]?$)/i;
/** "medical practice appointment scheduling with doctors and patients". */
const scheduled =
  /^((?:an? |my |our )?(?:[a-z]+ ){0,2}?(?:medical|dental|doctor['’]?s?|clinic|hospital|therapy|physio(?:therapy)?|veterinary|vet|health))(?: (practice|clinic|office))? appointments? (?:scheduling|booking|management|calendar)(?: (?:app|system|tool|software|site))? (?:with|for) ([a-z ,]+?)[.!]*$/i;

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
  /^(?:an? )?(?:ratings?|reviews?) (site|app|page|website|platform) (?:for|of) (?:(?:the|our|local|all|good|best) )*((?:[a-z]+ )?[a-z]+s)(?:(?: (?:near|around) [a-z ]+)?(?=[.!,]|$)|(?= in ))/i;

/** "a personal training app: clients, workout plans": what it keeps is listed, whatever the app's name is of. */
const appWithList =
  /^(?:an? |our |my )?((?:[a-z]+ ){1,3}?)(?:app|application|tool|software): (?=[a-z]+(?: [a-z]+)?, [a-z]+(?: [a-z]+)?,)/i;

/** What is said of who asks, and what stands for it. In this order. */
const turns: readonly [RegExp, string | ((said: string, ...caught: string[]) => string)][] = [
  [ofOthers, "$1 "],
  [checkedOut, lentOut],
  [teamOf, ""],
  [questions, (_, software, list) => `Q&A ${software}${list ? " with questions, answers, " : ""}`],
  [eventPage, "$1website for "],
  [forKeepers, (said, software, who) => (isKeeper(singular(who.split(" ").at(-1)!)) ? `${software} to ` : said)],
  [forRelative, (said, software, who, keeps) => (relatives.test(who) ? `${software} to ${keeps}my ` : said)],
  [ofHouse, (_, software, house, list) => `${software} for our ${house}: ${list}`],
  [imperative, "an app to $1 "],
  [rentalSite, (_, article, site, rows) => `${article}${singular(rows)} rental ${site}`],
  [ratedForm, "$1 $2"],
  [scheduled, (_, who, place, rows) => `${who} ${place ?? "practice"}: appointments, ${rows.replace(/,? and /, ", ")}`],
  [loving, "I need "],
  [forPeopleWith, ""],
  [ratingOf, "a $1 with $2 and ratings"],
  [placeTo, "an app to "],
  [siteOfUs, "a website for our $1 with "],
  [
    toSell,
    (_, ...wares) =>
      asShop(
        wares
          .slice(0, 6)
          .filter((part) => typeof part === "string")
          .join(""),
      ),
  ],
  [selling, (_, ware) => asShop(ware)],
  [shopFor, (_, __, ware) => asShop(ware)],
  [toBook, (_, place, rows) => whereBooked(place, rows)],
  [toKeep, keptAt],
  [toDo, doneAt],
  [houseApp, doneAt],
  [
    letBook,
    (_, who, place, rows) =>
      `An app for our ${place.toLowerCase()} where ${who.toLowerCase()} can book ${rows.toLowerCase()}`,
  ],
  [bookingOfHall, (_, place) => whereBooked(place, "rooms")],
  [bookingFor, (said, nouns, place = "") => bookingOf(said, nouns.toLowerCase(), place.toLowerCase())],
  [logsEach, (_, rows) => plural(singular(rows))],
  [askingFor, "our $1 $2 to "],
  [appWithList, (said, name) => (knownAs(name.trim().split(" ").at(-1)!) ? `${name.trim()}: ` : said)],
  [houseNeeds, ""],
  [rowsForEach, "$1: $2, "],
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
