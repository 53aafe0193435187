import { describe, expect, it } from "vitest";
import { isAddedByStrangers } from "@/offline/draft/rights";
import { readModel } from "@/offline/model/app-model";
import { askedOf } from "@/offline/write/asked";
import { conversation } from "../support/offline";

// What strangers send in: who may do so is read from the first message, too, and the form asks for what they know.

function sent(...said: string[]) {
  const app = conversation();
  for (const one of said) app.say(one);
  const { model } = readModel(app.files, "Untitled");
  const tables = model.entities.filter(isAddedByStrangers);
  return {
    purpose: model.purpose,
    tables: tables.map(({ name }) => name),
    asked: tables.flatMap((one) => askedOf(model, one)),
    fields: tables.flatMap(({ properties }) => Object.keys(properties)),
    hasDoor: (entity: string) =>
      model.pages.some((page) => page.entity === entity && (page.kind === "form" || page.form === "slots")),
  };
}

describe("a first message that says what anybody may send in", () => {
  it.each([
    ["help desk, anyone can submit a ticket", "Ticket"],
    ["a help desk; customers submit tickets, staff answers them", "Ticket"],
    ["a catering company with orders. Anyone can place orders.", "Order"],
    ["a boat rental where anyone can book a boat", "Booking"],
    ["a moving company, people can request a quote", "QuoteRequest"],
    ["an animal shelter with animals and adoptions, people can apply for adoption", "Adoption"],
    ["a tailor with alterations, customers can submit alterations", "Alteration"],
    ["house cleaning company, customers can book a cleaning", "Cleaning"],
    ["a pottery studio with workshops, anyone can sign up", "Registration"],
    ["a tenants app where tenants report repairs, anyone can submit", "Repair"],
  ])("opens a page for that: %s", (said, table) => {
    const { tables, hasDoor } = sent(said);
    expect(tables).toEqual([table]);
    expect(hasDoor(table)).toBe(true);
  });

  it("stays an office where those who come only send something in", () => {
    expect(sent("a help desk; customers submit tickets, staff answers them").purpose).toBe("office");
  });

  it.each([
    "an internal help desk, customers call and we enter tickets",
    "a club for members only, people can book courts",
    "our team submits expenses",
  ])("opens nothing where nobody comes from outside: %s", (said) => {
    expect(sent(said).tables).toEqual([]);
  });
});

describe("the day on which somebody signs up", () => {
  it.each([
    ["pottery courses, max 6 participants per course, people can sign up", "enrolled_on"],
    ["a newsletter with subscribers (name, email, subscribed on), anyone can sign up", "subscribed_on"],
    ["an art school with enrolments (name, email, joined on)", "joined_on"],
    ["a chess club with applications (name, email, member since)", "member_since"],
  ])("is today, which the form does not ask for: %s", (said, field) => {
    const { asked, fields } = sent(said, "anyone can add some without logging in");
    expect(fields).toContain(field);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain(field);
  });
});

describe("a form for strangers", () => {
  it.each([
    [
      "music lessons with students, teachers and rooms",
      "anyone can book lessons",
      "room, content, homework, length_minutes",
    ],
    ["vet clinic with pets, owners and appointments", "anyone can book an appointment", "weight, findings, cost, vet"],
    ["a driving school with students and driving lessons", "anyone can book driving lessons", "car, price, paid"],
    ["a therapy practice with clients and sessions", "clients can book sessions", "notes, price, duration_minutes"],
    ["tool library where neighbours can borrow tools", "anyone can request a tool", "condition_back, returned"],
    ["a tenants app with repairs", "anyone can report a repair", "craftsman, cost, status"],
    ["help desk with tickets", "anyone can submit a ticket", "assignee, due, status, opened_on"],
  ])("leaves what the team knows to the team: %s, “%s”", (first, then, kept) => {
    const { asked } = sent(first, then);
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((name) => kept.split(", ").includes(name))).toEqual([]);
  });

  it("asks who sends something in, where the rows tell of none", () => {
    expect(sent("a tailor with alterations", "customers can submit alterations").asked.slice(0, 2)).toEqual([
      "name",
      "email",
    ]);
  });
});

describe("rows that are listed with who sends them in", () => {
  it.each([
    ["church website with services, events and prayer requests anyone can send", "PrayerRequest"],
    ["town hall site with news, events, and complaints anyone can report", "Complaint"],
  ])("are sent in on a page: %s", (said, table) => {
    const { tables, hasDoor } = sent(said);
    expect(tables).toContain(table);
    expect(hasDoor(table)).toBe(true);
  });

  it("stay clear of what strangers have no business with", () => {
    const app = conversation();
    app.say("tattoo studio bookings with artists, clients and deposits, anyone can request an appointment");
    expect(app.entity("Deposit")!["x-accessControl"]?.permissions?.read).not.toBe("anonymous");
  });
});

describe("something that strangers are to send in, and of which the app keeps nothing yet", () => {
  it.each([
    ["people should be able to send us an inquiry without logging in", "Inquiry"],
    ["anyone can send us a complaint", "Complaint"],
    ["visitors can send us feedback", "Feedback"],
  ])("gets a table and a page: %s", (said, table) => {
    const { tables, hasDoor } = sent("event site with events and speakers", said);
    expect(tables).toEqual([table]);
    expect(hasDoor(table)).toBe(true);
  });

  it("is opened to nobody for “people” of an office, who may be those that work there", () => {
    for (const said of ["people can book rooms", "people can send us feedback"])
      expect(sent("office management with rooms, room bookings and employees", said).tables).toEqual([]);
  });

  it("is refused where nobody knows what it is", () => {
    const app = conversation();
    app.say("event site with events and speakers");
    expect(app.say("people can send us a wobble").text).toContain("wobble");
    expect(app.entities()).toEqual(["Event", "Speaker"]);
  });
});
