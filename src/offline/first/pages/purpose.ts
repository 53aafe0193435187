import "server-only";
import { isSentIn } from "../../draft/staff-fields";
import type { AppModel, Entity, Purpose } from "../../model/app-model";
import { isDealing } from "../../model/columns";
import type { Look, Preset } from "../../model/look";
import type { Kind } from "../../lexicon/known";
import { isForDonors, isForm, isForReports } from "./open-form";
import { isPrivate } from "./is-private";
import { deedsOfStrangers, isOfDeeds, isSeen } from "../../description/wishes/strangers";

/** Purposes by words; the first match wins. */
const spoken: [RegExp, Purpose][] = [
  [/\b(?:admin|back ?office|internal|crm|erp|management|manager for (?:my|our) (?:team|company))\b/i, "office"],
  [
    /\b(?:sign-?up|registration|waiting ?list|wait ?list|feedback|contact|application) (?:form|page)\b|\bsurvey\b|\brsvp\b/i,
    "form",
  ],
  [/\bkanban|trello|sprint|pipeline board|task board\b/i, "board"],
  [
    /\bbook(?:ing)?s? (?:app|system|site|tool|page)|\bappointments?\b|\breserv(?:e|ation)|\btime slots?\b|\bscheduling\b/i,
    "booking",
  ],
  [
    /\bforum|community|social (?:network|media(?! (?:posts?|campaigns?|calendar|plan)))|message board|discussion|neighbou?rhood|feed\b/i,
    "community",
  ],
  [
    /\b(?:habits?|journal|diary|personal(?! train)|my own|workouts?|daily(?! (?:reports?|checks?))|budget|expenses?|reading (?:list|log)|mood|to-?do|water(?:ing)? my|meal plan)\b/i,
    "personal",
  ],
  [
    /\b(?:web ?site|recipes?|marketplace|portfolio|blog|job board|listings?|magazine|shop|(?<!to )store|(?<!to )catalog(?:ue)?|gallery|real estate|directory|landing page|events? (?:site|page|calendar)|news)\b/i,
    "site",
  ],
];

/** "A site where …", "sign-up for …": how people begin who say at once what it is. */
const begins: [RegExp, Purpose][] = [
  [
    /^(?:an? |our |my |the )?(?:\w+ )?(?:web ?|home)?(?:site|page) (?:where|for|of|about|to|that|with|on which)\b/i,
    "site",
  ],
  [/^(?:an? |our |my |the )?(?:online )?(?:sign-?ups?|registration|rsvp) (?:for|to|list|sheet)\b/i, "form"],
];

/** Purposes by table names. */
const tabled: [RegExp, Purpose][] = [
  [/^(?:Post|Thread|Topic)$/, "community"],
  [/^(?:Appointment|Booking|Reservation|Slot)$/, "booking"],
  [/^(?:Habit|JournalEntry|Note|Workout|Mood|Expense|Book|Movie|Plant)$/, "personal"],
  [/^(?:Recipe|Article|Listing|Property|Artwork|Photo|Album)$/, "site"],
  [/^(?:Signup|Response|Feedback|Registration)$/, "form"],
];

/** Words that name the audience or way of working, whatever the kind. */
const outspoken: [RegExp, Purpose][] = [
  [/\b(?:back ?office|internal (?:tool|app|system)|admin (?:panel|tool))\b/i, "office"],
];

/** "a site for our theatre": for visitors, even where the kind is usually for those who run it. */
const publicSite =
  /\b(?:web ?|home)?(?:site|page) (?:(?:for|of|about) (?:our|my|the|an?)|to (?:find|discover|browse|search|compare))\b|\bpublic(?:ly visible)? (?:\w+ ){0,2}(?:catalog(?:ue)?|directory|gallery|portfolio|menu|calendar|list|page)\b|^[^.:;,(\n]*\b(?:(?:web ?|(?<!\b(?:building|construction|job|work|camp|dig) ))site|home ?page)(?:\s*:| with )/i;
/** "a site where locals share hiking trails". */
const sharedSite =
  /^(?:an? |our |my |the )?(?:\w+ ){0,2}(?:web ?)?(?:site|page) (?:where|on which) (?:locals|people|visitors|anyone|anybody|everyone|everybody|users|neighbou?rs|fans|readers|family|friends|the public|strangers) (?:can |could |may )?(?:share|post|rate|review|add|leave|submit|write|upload|find|browse|see|search|discover)/i;
/** "expense reports: employees submit, managers approve": nobody's own. */
const atWork =
  /\b(?:employees?|staff|managers|colleagues|coworkers|our (?:[a-z]+ ){0,3}?(?:team|company|office|department|association|society|cooperative|clinic|agency|firm))\b/i;
/** "I coach a youth team and need to plan practices": whoever does it has the app, and no visitors. */
const ownWork =
  /^(?:an? |our |my )?(?:simple |small )?(?:app|tool|system) to (?:manage|organi[sz]e|run|track|plan) (?:my|our) |\b(?:i|we) (?:coach|train|teach)\b|\b(?:i|we|and|but) (?:need|want|have) to (?:plan|track|manage|organi[sz]e|schedule|keep track)\b/i;
/** What is kept in a back office, and shown to nobody who comes by. */
const papers = /(?:Contract|Invoice|Payment|Expense|Lead|Deal|Task|Quote|Shoot|TimeEntry)$/;
const forStaff = /\b(?:manag\w+|track\w*|internal|staff|admins?|back ?office|organi[sz]\w+|keep)\b/i;
/** What customers follow, such as "order tracking": no work of those who run the app. */
const followed =
  /\b(?:order|package|parcel|shipment|delivery) tracking\b|\btrack(?:ing)? (?:(?:their|the|your|my|an?|own) )*(?:orders?|packages?|parcels?|deliver(?:y|ies)|shipments?)\b/gi;

/** "an app for our rowing club where members can book boats": that is all, whatever a club's app has otherwise. */
const booksOnly =
  /^(?:an? |our |my |the )?(?:app|tool|site|system)\b[^.,:;]*? where [a-z ]+? can (?:book|reserve) [a-z, ]+[.!]*$/i;

/** Whether a message tells of the work of those who run the app. */
export const isForStaff = (said: string): boolean => forStaff.test(said.replace(followed, " "));

/** "A website on which clients book": who says that has visitors, whatever these do there. */
const website =
  /\bweb ?site\b|\bhome ?page (?:for|of|where|on which)\b|\b(?:booking|reservations?|rental|hire|charter|transfer|ticket(?:ing)?|ordering|donation|enrolment|registration) site\b/i;
/** Nobody reads a community where nothing is written. */
const isInward = (purpose: Purpose, entities: readonly { name: string }[]) =>
  purpose === "board" ||
  purpose === "office" ||
  purpose === "personal" ||
  (purpose === "community" &&
    !entities.some(({ name }) => /Post|Thread|Topic|Message|Announcement|Story|Update|Question|Comment/.test(name)));

/** Whether strangers come to see something: who only sends in tickets needs a form, and the help desk stays an office. */
const isVisitedFor = (deeds: readonly string[], entities: readonly Entity[]): boolean =>
  deeds.length > 0 &&
  (isSeen(deeds) ||
    !deeds.every((deed) => entities.some((one) => !isDealing(one) && isSentIn({}, one) && isOfDeeds(one, [deed]))));

const bookable =
  /Appointment|Booking|Reservation|Session|Visit|Lesson|Viewing|Class|Course|Shift|Slot|Rental|Stay|Table|Event|Trip|Tour/;

/** The purpose of a new app: stated outright, else of its kind, else suggested by words and tables. */
export function purposeOf(said: string, model: AppModel, kind?: Kind): Purpose {
  const { entities } = model;
  const usual = kind?.purpose === "office" && booksOnly.test(said.trim()) ? "booking" : kind?.purpose;
  const told = outspoken.find(([pattern]) => pattern.test(said))?.[1] ?? usual;
  // Of a gym's payments and members nobody books anything.
  if (told === "booking" && !entities.some((one) => isDealing(one) || bookable.test(one.name)))
    return /\bonline\b/i.test(said) || (website.test(said) && !isForStaff(said)) ? "site" : "office";
  // "visitors see our rooms and book a time": an app for them, whoever else works with it.
  const isOfStrangers = !isForm(said) && isVisitedFor(deedsOfStrangers(said), entities);
  const isOfPapers =
    model.entities.length > 1 && entities.every((one) => papers.test(one.name) || isPrivate(model, one));
  const saysSite = /\b(?:web ?)?(?:site|page)\b/i.test(said);
  // "rental properties, tenants and rent payments": what is managed there, nobody else sees.
  const isManaged =
    isForStaff(said) && entities.some(({ name }) => papers.test(name) || /^(?:Tenant|Lease)$/.test(name));
  if (told === "site" && !saysSite && (isOfPapers || (isManaged && !isOfStrangers))) return "office";
  const hasClients = entities.some(({ name }) =>
    /(?:Client|Customer|Patient|Employee|Reader|Subscriber|Tenant|Volunteer)$/.test(name),
  );
  if (told === "personal" && (atWork.test(said) || hasClients)) return "office";
  if (told === "site" && ownWork.test(said) && !saysSite && !isOfStrangers) return "office";
  const isVisited = (website.test(said) || publicSite.test(said)) && !isForStaff(said);
  if (told === "personal" && (sharedSite.test(said) || isVisited)) return "site";
  const isOfMembers = told === "community" && !isInward(told, entities);
  if (isOfStrangers && told !== "form" && !isOfMembers) return "site";
  if (isForReports(said) && !isForStaff(said)) return "form";
  if (isForDonors(said) && !isForStaff(said)) return "site";
  if (
    told &&
    isInward(told, entities) &&
    (publicSite.test(said) || (/ site\b/i.test(said) && isVisited)) &&
    !isForStaff(said)
  )
    return "site";
  if (told === "booking" && isVisited) return "site";
  if (told) return told;
  if (isManaged && !saysSite && !isOfStrangers) return "office";
  const begun = begins.find(([pattern]) => pattern.test(said.trim()))?.[1];
  if (begun && !isForStaff(said)) return begun;
  // With many tables, a single table's name decides nothing.
  if (entities.length > 4 && !/\b(?:web ?site|marketplace|forum|community|booking)\b/i.test(said)) return "office";
  const named = spoken.find(([pattern]) => pattern.test(said))?.[1];
  if (named === "booking" && isVisited) return "site";
  if (named === "personal" && (atWork.test(said) || hasClients)) return "office";
  // "we run a bike shop and want to track repairs": its workshop, and no site of it.
  if (named === "site" && ownWork.test(said) && !isOfStrangers && !/\b(?:web ?)?(?:site|page|online)\b/i.test(said))
    return "office";
  if (named) return named;
  if (publicSite.test(said) && !isForStaff(said)) return "site";
  if (entities.length > 3) return "office";
  return tabled.find(([pattern]) => entities.some(({ name }) => pattern.test(name)))?.[1] ?? "office";
}

/** Presets by subject; default: the purpose's own. */
const subjects: [RegExp, Preset][] = [
  [/recipe|dish|menu|restaurant|bakery|meal|cake|coffee/i, "warm"],
  [/plant|garden|farm|volunteer|animal|hike|harvest|tree/i, "nature"],
  [/post|article|blog|\bbooks?\b|magazine|story|library|loan|essay|journal/i, "editorial"],
  [/portfolio|photo|album|artwork|wedding|property|jewel|hotel|room|wine|salon/i, "elegant"],
  [/event|concert|song|album|festival|gym|workout|race|match|team/i, "bold"],
  [/game|movie|film|stream|astro|crypto|server|incident/i, "night"],
  [/habit|kid|child|pet|classroom|student|party|toy|quiz/i, "playful"],
  [/clinic|patient|appointment|dent|spa|yoga|health|medication/i, "fresh"],
  [/bug|api|code|deploy|release|snippet|device|log/i, "mono"],
];
const byPurpose: Record<Purpose, Preset> = {
  office: "calm",
  site: "elegant",
  personal: "playful",
  booking: "fresh",
  community: "playful",
  board: "calm",
  form: "fresh",
};

/** The default look of a new app: back offices are calm, others follow their subject. */
export function usualLook(
  purpose: Purpose,
  said: string,
  { entities }: Pick<AppModel, "entities">,
  kind?: Kind,
): Partial<Look> {
  const about = `${entities[0]?.name ?? ""} ${said}`;
  const subject = subjects.find(([pattern]) => pattern.test(about))?.[1];
  const preset =
    kind?.look ?? (purpose === "office" || purpose === "board" ? (subject === "mono" ? "mono" : "calm") : subject);
  return {
    preset: preset ?? byPurpose[purpose],
    layout: purpose === "office" || purpose === "board" ? "sidebar" : "top",
    ...(preset === "night" && { mode: "dark" as const }),
  };
}
