import "server-only";
import { accessOf, type AppModel, type Entity } from "../../model/app-model";
import { isDealing, isLeftForAll, isLike, isVoice } from "../../model/columns";
import { formOf } from "../../model/visitor-pages";
import { listed, singular } from "../../language/inflect";
import { isPersonTable } from "../../lexicon/known";
import { isServingPerson } from "../../lexicon/nouns";
import { addedAlready, alreadySo, defaultAccess, describeAccess } from "../../draft/compose";
import { type Draft, manyOf, titleOf } from "../../draft/draft";
import { isReadByStrangers, testsOf } from "../../draft/rights";
import {
  type Audience,
  contributed,
  dealings,
  draftsIn,
  handedIn,
  insiders,
  kept,
  left,
  presented,
  published,
  sentIn,
  sentInWords,
  staff,
} from "./audiences";
import { forCustomers, leadCustomers, ofMembers, showOffers } from "./for-customers";
import { isBrought, isOfTeam, isOfTheHouse, isPrivate, isProvider, isServed, needsTheHouse } from "./is-private";
import { isForm as isSentIn } from "./open-form";
import { isForStaff } from "./purpose";
import { grantAccess } from "../../access/grant";
import { sceneOf } from "../../access/scene";
import type { Statement } from "../../access/statement";
import { isClosed } from "../../description/wishes/closed-said";
import { shownOnSite } from "../../rephrase/website";
import type { Customers } from "../../description/wishes/customers";
import { deedsOfStrangers, isOfDeeds } from "../../description/wishes/strangers";
import { endsInTable, isTable } from "../../words/privacy";

/** Sites that many fill: a marketplace, recipes of a family. */
const isOfMany =
  /\b(?:market ?place|classifieds?|swap|second.?hand|flea market|(?:members?|users?|people|every(?:body|one)|any(?:body|one)|sellers?|customers?|visitors?|students?|family|friends|neighbou?rs|locals|residents|fans|hikers|we) (?:can |could |should |may |to )?(?:add|post|list|sell|offer|share|collect|upload|submit|publish|write|leave)s?)\b/i;

/** Only who says that strangers come gets tables that strangers see: "a bike shop" may well be its workshop. */
const isPublic =
  /\b(?:web ?site|home ?page|site|web ?shop|online (?:shop|store)|blog|portfolio|market ?place|job board|directory|magazine|landing page|crowdfunding|fundraising (?:page|campaign)|cv|resume|public(?:ly)?|visitors?)\b/i;

/** A contest: who enters it seldom has an account. */
const isContest = /\b(?:contest|competition)\b/i;

/** What only makes sense together with what those who run a site keep for themselves. */
const ofTheHouse = (model: AppModel, deeds: readonly string[]): Audience => ({
  ...staff,
  isOf: (entity) => isDealing(entity) && needsTheHouse(model, entity) && !isOfDeeds(entity, deeds),
});
const isListed = ({ pages }: AppModel, entity: Entity) =>
  pages.some((page) => page.entity === entity.name && (page.form === "gallery" || page.form === "feed"));
const isPost = ({ name }: Entity) => isTable("posts", name);
/** Nothing that other members read. */
const isOfLives = ({ name }: Entity) => endsInTable("lives", name);
const isForm = ({ pages }: AppModel, entity: Entity) =>
  pages.some((page) => page.entity === entity.name && page.kind === "form");
const isChosen = ({ entities }: AppModel, entity: Entity, from: (entity: Entity) => boolean) =>
  entities.some(
    (other) =>
      from(other) && Object.values(other.properties).some((property) => property["x-reference"] === entity.name),
  );

/** Whether a site is said to present people: "a website for our clinic with team and services", "Therapist directory". */
const isOnSite = (entity: Entity, said: string) =>
  (isOfTeam(entity) || isServingPerson(entity.name)) &&
  (shownOnSite(said).includes(manyOf(entity).toLowerCase()) ||
    said.toLowerCase().includes(`${singular(entity.name).toLowerCase()} directory`));

/** Whose pets a vet sees is no visitor's business. */
const isSomebodys = ({ name, properties }: Entity): boolean =>
  properties.owner !== undefined && /(?:Pet|Dog|Cat|Horse|Animal|Vehicle|Car)$/.test(name);

/** "where people can donate": what visitors come to give. */
const isGivenOnSite = ({ name }: Entity, said: string): boolean =>
  name.endsWith("Donation") && /\bdonate\b|\bdonation (?:page|form|site|platform|web ?site)\b/i.test(said);
/** "hotel booking website": what visitors book, though elsewhere the house keeps it with its guests. */
const isBookedOnSite = ({ name }: Entity, said: string): boolean =>
  name.endsWith("Stay") && /\b(?:book|booking|bookings|reserve|reservations?)\b/i.test(said);

/** Who may do what in apps of a purpose: the first that fits a table. Other apps are for those who are let in. */
function audiences(model: AppModel, said: string, members: Customers | null): Audience[] {
  const deeds = isSentIn(said) ? [] : deedsOfStrangers(said);
  const hasOpen = model.entities.some((entity) => isListed(model, entity) && !isOfTheHouse(entity));
  const isSaid = (entity: Entity) => isVoice(entity) || isLike(entity);
  // "band website with gigs and songs": the songs as well, though they are a plain list.
  const onSite = shownOnSite(said);
  const isToldOnSite = (entity: Entity) =>
    onSite.includes(manyOf(entity).toLowerCase()) && !isPersonTable(entity) && !isOfTheHouse(entity);
  const isShown = (entity: Entity) => isListed(model, entity) || isToldOnSite(entity);
  const isOption = (entity: Entity) =>
    !isPersonTable(entity) &&
    !(isOfTheHouse(entity) && hasOpen && !isOfDeeds(entity, deeds)) &&
    isChosen(model, entity, (other) => isShown(other) || isForm(model, other));
  const isAsked = (entity: Entity) => isForm(model, entity);
  // What people hand in is not for everybody's eyes.
  const isHandedIn = ({ name }: Entity) => isTable("papers", name) && /\bupload/i.test(said);
  const isAbout = (entity: Entity) =>
    !isSomebodys(entity) && ((isShown(entity) && !isHandedIn(entity)) || isOption(entity));
  const isOfPeople = (entity: Entity) => isAbout(entity) && isPrivate(model, entity);
  const entered = isContest.test(said) ? deedsOfStrangers(said) : [];
  const isSite = isPublic.test(said) && !isForStaff(said);
  const isOpenSite = model.purpose === "site" && !isClosed(said) && (isSite || deeds.length > 0);
  const isOfCustomers = members !== null && !isOpenSite && model.purpose !== "community";
  const ofCustomers = isOfCustomers ? forCustomers(model, said, members) : [];
  if (ofCustomers.length > 0) return ofCustomers;
  if (model.purpose === "site" && isClosed(said)) return [insiders];
  if (isOpenSite) {
    // Of an app that is no site all through strangers see what the message says, else what they book or order.
    const isNamed = (entity: Entity) => isAbout(entity) && isOfDeeds(entity, deeds);
    const isBooked = (entity: Entity) => isAbout(entity) && isChosen(model, entity, isDealing);
    // "parents see the teachers".
    const isMet = (entity: Entity) =>
      isPersonTable(entity) &&
      !isServed(entity.name) &&
      !isOfTeam(entity) &&
      !/Supplier|Vendor/.test(entity.name) &&
      isOfDeeds(entity, deeds);
    const isOpen = isSite ? isAbout : ([isNamed, isBooked].find((of) => model.entities.some(of)) ?? isAbout);
    return [
      left((entity) => isLeftForAll(entity) || (isShown(entity) && isOfDeeds(entity, entered))),
      ...(members ? ofMembers(model, members) : []),
      sentIn((entity) => isAsked(entity) || isGivenOnSite(entity, said)),
      contributed(isSaid, "anonymous"),
      { ...dealings, isOf: (entity: Entity) => isBookedOnSite(entity, said) },
      ...(hasOpen ? [ofTheHouse(model, deeds)] : []),
      dealings,
      presented(
        (entity) => (isShown(entity) && isProvider(model, entity)) || isMet(entity) || isOnSite(entity, said),
        "anonymous",
      ),
      kept(isOfPeople),
      ...(isOfMany.test(said) ? [contributed(isShown, "anonymous")] : []),
      published(isOpen),
      staff,
    ];
  }
  // What is sent in is for those who asked, comments and all.
  if (model.purpose === "form" && isClosed(said)) return [handedIn(isAsked), staff];
  if (model.purpose === "form")
    return [
      sentIn(isAsked),
      kept(isOfPeople),
      published((entity) => isOption(entity) && !isSaid(entity) && !isDealing(entity)),
      staff,
    ];
  if (model.purpose === "community")
    return [
      kept(isOfLives),
      contributed((entity) => isSaid(entity) || isPost(entity) || isBrought(entity) || isShown(entity), "all"),
      presented(isPersonTable, "all"),
    ];
  return [];
}

/** What was assumed of who sends in rows, where the same was asked for and done: it is told once. */
export function tellOnce(draft: Draft): void {
  const said = draft.model.entities.filter((entity) =>
    draft.done.includes(`${titleOf(entity)}: ${describeAccess(accessOf(entity))}.`),
  );
  draft.assumed = draft.assumed.filter((line) => !said.some((entity) => line === sentInWords(manyOf(entity))));
  const isTold = (entity: Entity) =>
    draft.model.members === "customers" || said.includes(entity) || draft.assumed.includes(sentInWords(manyOf(entity)));
  const told = draft.model.entities
    .filter(isTold)
    .flatMap((entity) => [alreadySo(entity, accessOf(entity)), addedAlready(entity)]);
  draft.already = draft.already.filter((line) => !told.includes(line));
}

/** Opens a new app's tables to those whom its purpose is for, and says to whom. */
export function openUp(
  draft: Draft,
  said: string,
  customers: Customers | null,
  access: readonly Statement[] = [],
): void {
  const { model } = draft;
  for (const page of model.pages)
    if (
      page.kind === "list" &&
      model.purpose === "site" &&
      model.entities.some((one) => one.name === page.entity && isOnSite(one, said))
    )
      page.form ??= "gallery";
  const sorts = audiences(model, said, customers);
  const opened = new Map<Audience, Entity[]>();
  for (const entity of model.entities) {
    const { read, write } = accessOf(entity);
    const isUntouched =
      read === defaultAccess.read && write === defaultAccess.write && !entity["x-accessControl"]?.rules;
    const audience = isUntouched && sorts.find(({ isOf }) => isOf(entity));
    if (audience) opened.set(audience, [...(opened.get(audience) ?? []), entity]);
  }
  for (const [audience, entities] of opened)
    for (const entity of entities) {
      audience.open(entity);
      if (audience.isForm) formOf(model, entity);
    }
  const granted = grantAccess(draft, access, sceneOf(said, access));
  for (const [audience, all] of opened) {
    const entities = all.filter((entity) => !granted.includes(entity));
    if (entities.length === 0) continue;
    draft.assumed.push(audience.words(listed(entities.map(manyOf))));
    const kept = entities.filter((entity) => isReadByStrangers(testsOf(entity).read) && draftsIn(entity));
    if (kept.length > 0) draft.assumed.push(`Strangers do not see drafts of ${listed(kept.map(manyOf))}.`);
  }
  if (model.members === "customers") {
    showOffers(model);
    leadCustomers(model);
    if (customers?.isOpen) model.signup = "open";
    const joins = customers?.isOpen
      ? "who sign up by themselves once the app is published under a domain of its own (App details); until then they come by your invitation"
      : "who come by your invitation until you let anybody sign up (App details)";
    draft.assumed.push(`Members are customers here, ${joins}. Invite whoever works for you as an admin.`);
  }
}
