import "server-only";
import type { AppModel, Entity, View } from "../../model/app-model";
import { kindOf } from "../../model/field-kinds";
import { isDealing, isLike, isVoice } from "../../model/columns";
import { formOf, freeName, slotsOf } from "../../model/visitor-pages";
import { isPersonTable } from "../../lexicon/known";
import { isServedPerson } from "../../lexicon/nouns";
import { isBrought, isOfTheHouse, isProvider, needsTheHouse } from "./is-private";

const kindsOf = (entity: Entity) =>
  Object.entries(entity.properties).map(([name, value]) => ({ name, kind: kindOf(name, value) }));
const isPerson = (entity: Entity) => kindsOf(entity).some(({ kind }) => kind === "email" || kind === "phone");

/** What visitors of a site browse: not people and their papers, nor reviews and comments. */
const isShown = (entity: Entity) =>
  !isVoice(entity) &&
  !isLike(entity) &&
  !isPerson(entity) &&
  !isDealing(entity) &&
  !/order|invoice|payment|category|tag|stock|supplier|ingredient|expense|^Cost$|maintenance|salary|wage|incident|shift|^Table$|^(?:Ticket_?)?Sale$/i.test(
    entity.name,
  );

const refersTo = ({ properties }: Entity, { name }: Entity): boolean =>
  Object.values(properties).some((value) => value["x-reference"] === name);

function ensureHome(model: AppModel, form: NonNullable<View["form"]>, title: string): void {
  const home = model.pages.find(({ kind }) => kind === "dashboard") ?? {
    page: freeName(model, "Home"),
    title,
    kind: "dashboard",
  };
  Object.assign(home, { form, title });
  model.pages = [home, ...model.pages.filter((page) => page !== home)];
}

/** Makes a page the first in the menu and at "/". */
function lead(model: AppModel, page: View): void {
  if (!model.pages.some((other) => other.page === "Home")) page.page = "Home";
  model.pages = [page, ...model.pages.filter((other) => other !== page)];
}

const listOf = (model: AppModel, entity: Entity) =>
  model.pages.find((page) => page.kind === "list" && page.entity === entity.name);

/** Whoever books a class stands in the booking: the class itself is nobody's. */
function dropLinksOfBookings(model: AppModel): void {
  const served = model.entities.filter(({ name }) => isServedPerson(name));
  for (const dealing of model.entities.filter(isDealing))
    for (const person of served.filter((one) => refersTo(dealing, one)))
      for (const thing of model.entities.filter((one) => !isDealing(one) && one !== person && refersTo(dealing, one)))
        for (const [name, property] of Object.entries(thing.properties))
          if (property["x-reference"] === person.name) {
            delete thing.properties[name];
            thing.required = thing.required?.filter((one) => one !== name);
          }
}

function arrangeSite(model: AppModel): void {
  dropLinksOfBookings(model);
  const all = model.entities.filter((entity) => isShown(entity) || isProvider(model, entity));
  // A site of shifts alone is for those who sign up for them.
  const open = all.filter((entity) => !isOfTheHouse(entity));
  const shown = open.length > 0 ? open : all;
  for (const entity of shown) {
    const page = listOf(model, entity);
    if (page) page.form ??= "gallery";
  }
  // A site of guides is about their tours, which visitors come for.
  const offering = shown.filter(
    (one) => isPersonTable(one) && shown.some((other) => !isPersonTable(other) && refersTo(other, one)),
  );
  const isOfOffering = ({ entity }: View) => offering.some(({ name }) => name === entity);
  model.pages = [...model.pages.filter((page) => !isOfOffering(page)), ...model.pages.filter(isOfOffering)];
  for (const entity of model.entities.filter(isDealing)) offer(model, entity, shown);
  if (shown.length > 0) ensureHome(model, "home", "Home");
}

/** Whether a time of somebody is booked: an appointment, or a booking of a barber, but not of a class that has its own day. */
function isOfTime(model: AppModel, entity: Entity): boolean {
  if (/^(?:Appointment|Viewing|Lesson|Session|Consultation)$/.test(entity.name)) return true;
  const about = model.entities.filter((one) => refersTo(entity, one) && !isServedPerson(one.name));
  const isOwn = about.every(
    (one) => isProvider(model, one) || kindsOf(one).some(({ name }) => name.startsWith("duration")),
  );
  return /^(?:Booking|Reservation)$/.test(entity.name) && about.some((one) => isProvider(model, one)) && isOwn;
}

const isLetter = /^(?:Inquiry|Enquiry|Message)$/;

/** What visitors can do stands on the page of the thing that it is about, else on a page of its own. */
function offer(model: AppModel, entity: Entity, shown: Entity[]): void {
  if (model.pages.some((page) => page.entity === entity.name && (page.form === "slots" || page.kind === "form")))
    return;
  if (isOfTime(model, entity) && slotsOf(model, entity)) return;
  if (shown.some((one) => !isOfTheHouse(one)) && needsTheHouse(model, entity)) return;
  // Who writes to those behind a site looks for that in the menu.
  if (isLetter.test(entity.name)) formOf(model, entity);
  else if (!shown.some((one) => refersTo(entity, one))) formOf(model, entity);
}

function arrangeFeed(model: AppModel): void {
  const children = (entity: Entity) => model.entities.filter((other) => refersTo(other, entity));
  const isDiscussed = (entity: Entity) => children(entity).some(isVoice);
  const named = model.entities.filter(({ name }) => /^(?:Post|Thread|Topic|Story|Update|Message)$/.test(name));
  const posts = named.find(isDiscussed) ?? named[0] ?? model.entities.find(isDiscussed);
  const page = posts && listOf(model, posts);
  if (!page) return;
  page.form = "feed";
  // A like stands at what is liked: nobody looks through likes.
  const likes = children(posts).filter(isLike);
  model.pages = model.pages.filter(({ kind, entity }) => kind !== "list" || !likes.some(({ name }) => name === entity));
  lead(model, page);
  // Members look through what others announce or offer: as cards, and no table of an office.
  for (const entity of model.entities) {
    const list = listOf(model, entity);
    if (list && isBrought(entity) && kindsOf(entity).some(({ kind }) => kind === "image")) list.form ??= "gallery";
  }
}

/** Time slots come first; the table of bookings stays for the staff. */
function arrangeBooking(model: AppModel): void {
  const booked = model.entities.find(
    (entity) =>
      /appointment|booking|reservation|session|visit|lesson|viewing/i.test(entity.name) &&
      kindsOf(entity).some(({ kind }) => kind === "datetime"),
  );
  if (!booked) return;
  if (model.pages.some(({ form }) => form === "slots")) return;
  const page = slotsOf(model, booked)!;
  // Who chooses a free time needs no form beside it.
  model.pages = model.pages.filter(({ kind, entity }) => kind !== "form" || entity !== booked.name);
  lead(model, page);
  if (!model.pages.some(({ kind }) => kind === "calendar"))
    model.pages.splice(1, 0, {
      page: freeName(model, "Calendar"),
      title: "Calendar",
      kind: "calendar",
      entity: booked.name,
      field: page.field!,
    });
}

function arrangeBoard(model: AppModel): void {
  const board = model.pages.find(({ kind }) => kind === "board");
  if (board) {
    // Behind an overview that the kind begins with, but before any list.
    if (model.pages[0]!.kind === "list") model.pages = [board, ...model.pages.filter((page) => page !== board)];
    return;
  }
  for (const entity of model.entities) {
    const stage = kindsOf(entity).find(({ name, kind }) => kind === "enum" && /status|stage|state|phase/.test(name));
    if (!stage) continue;
    lead(model, {
      page: freeName(model, "Board"),
      title: "Board",
      kind: "board",
      entity: entity.name,
      field: stage.name,
    });
    return;
  }
}

/** What people send in: of several tables the one that is named for that, or that points to the others. */
const sent = (entity: Entity) =>
  /sign_?up|registration|feedback|response|application|booking|rsvp|entry|inquiry|enquiry|request|subscriber/i.test(
    entity.name,
  );

/** What visitors come for is the form; the lists are for those who read what was sent. */
function arrangeForm(model: AppModel): void {
  const entity =
    model.entities.find(({ name }) => model.pages.some((page) => page.kind === "form" && page.entity === name)) ??
    model.entities.find(sent) ??
    model.entities.find((one) => kindsOf(one).some(({ kind }) => kind === "rating")) ??
    model.entities.find(isVoice) ??
    model.entities[0];
  if (!entity) return;
  const form = formOf(model, entity);
  // Who fills in a form of stars gives feedback, whoever the rows are about.
  if (/^Send an? /.test(form.title) && kindsOf(entity).some(({ kind }) => kind === "rating"))
    form.title = "Give feedback";
  const home = model.pages.find(({ page, kind }) => page === "Home" && kind === "dashboard");
  if (home)
    Object.assign(home, { page: freeName(model, "Overview"), title: home.title === "Home" ? "Overview" : home.title });
  lead(model, form);
}

/**
 * Gives a new app's pages the form of its purpose (app-model.ts, `Purpose`) and adds the purpose's start page. Pages
 * are changed or added, never removed. `hasMenu`: its kind has already decided the start page.
 */
export function arrange(model: AppModel, hasMenu = false): void {
  if (model.purpose === "site") arrangeSite(model);
  if (model.purpose === "community") arrangeFeed(model);
  if (model.purpose === "booking") arrangeBooking(model);
  if (model.purpose === "board") arrangeBoard(model);
  if (model.purpose === "form") arrangeForm(model);
  if (model.purpose === "personal" && !hasMenu && model.entities.length > 0) ensureHome(model, "today", "Today");
}
