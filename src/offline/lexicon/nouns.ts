import "server-only";
import { singular } from "../language/inflect";
import { type Known, knownAs } from "./known";
import { isVague, type Noun } from "./phrases";

export const appWord =
  /^(?:apps?|applications?|websites?|sites?|web ?apps?|tools?|systems?|platforms?|portals?|software|programs?|dashboards?|pages?|home ?pages?|landing pages?|interfaces?|solutions?|products? page|services? page|trackers?|managers?|planners?|organi[sz]ers?|boards?|calendars?|places?|something|thing|crm|erp|cms|management|timetables?|schedules?|overview|forms?|shops?|stores?)$/i;
export const people =
  /^(?:users?|visitors?|people|person|everyone|everybody|anyone|admins?|administrators?|accounts?|public|guests? users?|teams?|staff|family|myself|friends?|company|business|organi[sz]ation|kids?|children)$/i;
/** Parts of any interface: never tables, whatever is done with them. */
export const screenWord =
  /^(?:lists?|charts?|graphs?|buttons?|filters?|searche?s?|views?|forms?|menus?|navigations?|headers?|footers?|sidebars?|tabs?|pages?|screens?|dashboards?|calendars?|kanban|boards?|tables?|fields?|columns?|rows?|formats?|results?|reports? formats?|statistics|stats|analytics|insights?|visuali[sz]ations?|summar(?:y|ies)|overviews?|options?|settings?|preferences?|profiles?|logins?|passwords?|accounts?|sessions?|notifications?|reminders?|alerts?|emails?|links?|urls?|themes?|colou?rs?|backgrounds?|components?|layouts?|designs?|styles?|fonts?|logos?|icons?|csv|pdf|excel|spreadsheets?|exports?|imports?|uploads?|downloads?|uis?|ux|apis?|database|backend|frontend|features?|functions?|modules?|sections?|details?|information|info|data|content|access|permissions?|roles?|criteria|keywords?|changes?|actions?|needs?|purposes?|experiences?|ways?|times?|things?|stuff|history|status|state|progress|number|total|sum|amount|totals|balances?|trends?|performance|metrics|device|devices|phones?|mobile|desktop|browser|internet|world|dark mode|light mode|sample data|demo data|streaks?|ones?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|evenings?|weekends?|each|other|others|all|what|it|them)$/i;
export const weak = new Set(
  "report photo image picture file document message link tag category note list media video location price date status description comment rating review like".split(
    " ",
  ),
);

/** What has options and no rows: "categories (garden, power, hand)". */
export const choiceNoun =
  /^(?:categories|types|kinds|sizes|colou?rs|statuses|states|stages|priorities|levels|genres|tags|labels|flavou?rs|difficulties|severities|materials|grades|needs|preferences|requirements|restrictions|diets|moods)$/i;

export const lastWord = (text: string) => text.split(" ").at(-1) ?? text;
export const isScreen = (noun: Noun) =>
  screenWord.test(noun.text) ||
  (screenWord.test(lastWord(noun.text)) && !noun.thing && !/\S results$/i.test(noun.text)) ||
  isVague(noun);
export const isPeople = (noun: Noun) => people.test(noun.text) || people.test(lastWord(noun.text));
/** "job applications" are none. */
export const isApp = (noun: Noun) =>
  appWord.test(lastWord(noun.text)) && !(noun.thing && /^applications$/i.test(lastWord(noun.text)));

/** A noun that speaks of the screen, of people in general or of nothing: nothing is to be kept of it. */
export const isNoTable = (noun: Noun) => isScreen(noun) || isPeople(noun) || isApp(noun);

export const verbLike = /(?:ing|ed)$/;
/** Adjectives that tell no other kind of thing: "used bikes" are bikes. */
export const idle =
  /^(?:(?:new|used|shared|common|joint|various|different|available|current|recent|upcoming|specific|relevant|own|personal|daily|detailed|local|all|latest|online|local|small|favou?rite|basic|full|complete|family|favourite|online|regular|handmade|homemade|vintage|second ?hand|organic)\s+)+/i;

/** "trainer", "artist": whoever does something, by the end of the word. */
export const isPersonLike = (noun: string) =>
  /(?:er|or|ist|ian|ee|ant|man|woman|mate|nurse|kid|child|chef|parent)$/.test(noun) &&
  !/(?:order|freezer|cooler|heater|oven|litter|chapter|newsletter|semester|corner|partner school|adapter|offer|paper|number|letter|computer|water|poster|flower|sticker|container|folder|trailer|printer|server|sensor|motor|floor|door|color|power|tower|filter|meter|charger|counter|drawer|timer|(?<!p)layer|(?<!d)river|diaper|tractor|extinguisher|router|mower|boiler|radiator|projector|scanner|ladder|hammer|screwdriver|burner|sweater|jumper|blender|mixer|cooker|tower|elevator|generator|factor|error|mirror|corridor|flavor|plant|restaurant|grant|elephant|variant|coffee|tree|bee|fee|committee|knee|feather|fertili[sz]er|detector|tumor|booster|(?:wait)?list|planner|tracker|monitor|buffer|ruler|marker|binder|locker|dryer|washer|caravan)$/.test(
    noun,
  );

/** "trainer", "student": whoever does something by the end of the word, or a person by what the data know of it. */
export const isSomebody = (noun: string, among: readonly string[] = []): boolean =>
  isPersonLike(noun) || knownAs(noun, among)?.kind === "person";

/** The same where the data go first: what they know as something else is nobody, however it ends. */
export const isSomebodyInData = (noun: string, thing: Known | null = knownAs(noun)): boolean =>
  thing ? thing.kind === "person" : isPersonLike(noun);

/** "teachers": a noun of a sentence that is somebody, in the singular or the plural. */
export const isPersonNoun = ({ text, thing }: Noun): boolean =>
  thing?.kind === "person" || isPersonLike(singular(text));

/** Who belongs to a family. */
export const relatives =
  /^(?:kid|child|children|son|daughter|mom|mum|dad|mother|father|parent|wife|husband|partner|girlfriend|boyfriend|fiance|fiancee|spouse|grandma|grandpa|grandmother|grandfather|family)s?$/;

/** Who serves: whom a visit, a lesson or a job is with. */
export const isServingPerson = (noun: string) =>
  /(?:^|[ _])(?:teacher|trainer|instructor|coach|tutor|stylist|therapist|doctor|dentist|vet|nurse|employee|staff(?: member)?|technician|mechanic|driver|guide|agent|artist|worker|crew|host|organi[sz]er|speaker|vendor|supplier|cleaner|photographer|consultant|librarian)$/i.test(
    noun,
  );

/** Who is served rather than serves: "student", "shop customer". */
export const isServedPerson = (noun: string) =>
  /(?:^|[ _])(?:customer|client|guest|member|patient|student|pupil|child|kid|camper|trainee|learner|borrower|attendee|participant|visitor|tenant|passenger|renter|buyer|reader|donor|owner|parent|applicant)$/i.test(
    noun,
  );

/** "per day", "per kg": a rate, and nobody's. */
export const period =
  /^(?:(?:square )?(?:day|week|month|year|hour|minute|night|person|unit|piece|km|mile|kg|head|quarter|season|page|m2|met(?:re|er)|class|session|word|litre|liter|item|capita|adult|child|couple|hive|participant))$/i;

/** Who is served and who serves: the one never takes the part of the other. "classes, teachers and bookings": no teacher books. */
export const isOtherSide = (left: string, right: string) =>
  (isServedPerson(left) && isServingPerson(right)) || (isServingPerson(left) && isServedPerson(right));
