import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { suggest } from "@/offline/suggest";
import { conversation } from "../support/offline";

/** What a change does to an app that a first message made, line by line. */
function changed(first: string, change: string) {
  const app = conversation();
  app.say(first);
  const before = readModel(app.files, "Untitled").model;
  const { text } = app.say(change);
  const lines = differencesBetween(before, readModel(app.files, "Untitled").model).map(({ line }) => line);
  return { lines, text };
}

const gym = "gym app with classes, trainers and members";
const tasks = "task manager for my team";
const events = "event planning app with guests, tasks and budget";

describe("Changes that people ask for every day", () => {
  it.each([
    [tasks, "tasks can have a parent task", ["+field Task.parent_task reference"]],
    [tasks, "add recurring tasks", ["+field Task.repeats enum never, daily, weekly, monthly"]],
    [
      "gym app with classes and members",
      "we also have trainers",
      ["+table Trainer name, photo, specialty, bio, email, phone", "+page list Trainer"],
    ],
    [gym, "a class has max 15 people", ["~field Class.seats maximum=15"]],
    [gym, "class level beginner, medium, pro", ["~field Class.level options beginner, medium, pro"]],
    [events, "guests have a plus one", ["+field Guest.plus_one boolean"]],
    [
      events,
      "add dietary needs with vegan, vegetarian and none",
      ["+field Guest.dietary_need enum vegan, vegetarian, none"],
    ],
    ["a crm for my agency", "add a funnel chart on the home page", ["+chart Deal by stage bar"]],
    ["a crm for my agency", "hide the notes of contacts in the list", ["~page Contacts hides notes"]],
  ])("are done: %s, “%s”", (first, change, lines) => expect(changed(first, change).lines).toEqual(lines));

  it.each([
    ["booking app for a barber", "customers get a confirmation email", "Mails and reminders need a function"],
    ["booking app for a barber", "add a second barber called Ali", "Rows of your own are typed or imported"],
    [gym, "members can only book 3 classes per week", "is no rule that I can set"],
    ["inventory for my shop", "products have several suppliers", "each stock item has one supplier"],
    ["apartment rental manager with flats and tenants", "a tenant can have two flats", "already belongs to a tenant"],
    ["habit tracker", "show my longest streak", "I did not understand"],
    ["patient app for a physio", "show pain over time as a line chart", "which field this is about"],
    [gym, "trainers can only see their own classes", "goes by who entered a row"],
    [events, "show how many guests said yes", "I did not understand"],
    ["invoice app for freelancers", "show open invoices first", "puts no rows of one state first"],
    ["library of our school", "show the number of loaned books on top", "I did not understand"],
  ])("are told as not done, and nothing else is changed: %s, “%s”", (first, change, reason) => {
    const { lines, text } = changed(first, change);
    expect(lines).toEqual([]);
    expect(text).toContain(reason);
  });

  it("keep the team's pages for the team once strangers book, and theirs for them", () => {
    const app = conversation();
    app.say("pet clinic with appointments and vaccinations");
    expect(app.read("layout.jsx")).not.toContain("const guarded");
    app.say("anyone can book appointments");
    const guarded = /const guarded = \[.*?\];/s.exec(app.read("layout.jsx")!)![0];
    for (const page of ["Home", "Appointments", "Pets"]) expect(guarded).toContain(`page: "${page}"`);
    expect(guarded).not.toContain('page: "Book"');
  });

  it("let strangers book without showing them what other people brought along", () => {
    const { lines, text } = changed("pet clinic with appointments and vaccinations", "anyone can book appointments");
    expect(lines).toEqual(
      expect.arrayContaining(["rules Appointment create=anonymous", "~field Appointment.pet optional"]),
    );
    expect(lines.join()).not.toContain("access Pet");
    expect(text).toContain("Strangers do not see pets, so whoever books need not choose one.");
  });

  it("are done as far as they can be, with what cannot", () => {
    const { lines, text } = changed("library of our school", "sort books by author then title");
    expect(lines).toEqual(["~page Books sort author"]);
    expect(text).toContain("“then title”: a list opens sorted by one field");
  });

  it.each([
    "anyone can book appointments",
    "let customers book without an account",
    "let visitors see services and book appointments",
  ])("let strangers book, and neither see nor change what others booked: “%s”", (said) => {
    const { lines, text } = changed("booking app for a barber", said);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^rules Appointment read=creator\|.*"my address".*\|admin$/),
        "rules Appointment create=anonymous",
        "rules Appointment update=creator|admin",
        "rules Appointment delete=creator|admin",
        "access Service read=anonymous write=all",
      ]),
    );
    expect(text).toContain("anybody can add some");
  });

  it.each(["let visitors see courts and book a court", "anyone can book courts"])(
    "add bookings, and no courts, where the thing that is booked is named: “%s”",
    (said) => {
      const { lines } = changed("tennis court booking", said);
      expect(lines).toContain("rules Booking create=anonymous");
      expect(lines).toContain("access TennisCourt read=anonymous write=all");
    },
  );

  it.each([
    ["booking app for a barber", "Anyone can book appointments"],
    ["tennis court booking", "Anyone can book online"],
  ])("are offered to whoever has times to book that only members see: “%s”", (said, offer) => {
    const app = conversation();
    app.say(said);
    const { model } = readModel(app.files, "Club");
    const offered = [...suggest(model, app.files, "Club", new Date("2026-11-21T09:00:00Z"))].filter(Boolean);
    expect(offered[0]).toBe(offer);
  });
});
