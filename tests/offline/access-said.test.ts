import { describe, expect, it } from "vitest";
import { readAccess, withoutAccess } from "@/offline/access/read-access";
import type { Statement, Who } from "@/offline/access/statement";

const whoWords = (who: Who) => (who.is === "people" ? who.noun : who.is);
/** "only managers: read suggestions": a statement in short. */
function inShort({ who, isOnly, isNot, isAll, may, rows, limit, isStrong }: Statement): string {
  const people = `${isOnly ? "only " : ""}${who.map(whoWords).join("+") || "nobody"}`;
  const what = typeof rows === "object" ? rows.nouns.join("+") : `<${rows}>`;
  const how = `${isNot ? "not " : ""}${isAll ? "no more than " : ""}`;
  return `${isStrong ? "" : "beside: "}${people}: ${how}${may.join(",")} ${what}${limit ? ` (${limit})` : ""}`;
}

describe("Who may do what, as a message says it", () => {
  it.each<[string, string[]]>([
    ["Everyone can see all plots, only admins can change them.", ["everyone: read plots", "only admins: update plots"]],
    ["everyone can change only their own shifts", ["everyone: update shifts (own)"]],
    ["Visitors may browse them", ["strangers: read <before>"]],
    ["nobody but staff can delete them", ["only staff: delete <before>"]],
    ["nobody can delete notes except admins", ["only admins: delete notes"]],
    [
      "Read only for everyone except admins.",
      ["everyone: no more than read <before>", "only admins: create,update,delete <before>"],
    ],
    ["applications are visible only to admins", ["only admins: read applications"]],
    ["editable by our support team", ["only support team: update,delete <before>"]],
    ["results visible only to me", ["only admins: read <before>"]],
    ["Only I can see it.", ["only admins: read <before>"]],
    ["accessible only by admins", ["only admins: read,create,update,delete <before>"]],
    ["adoption requests are for staff only", ["only staff: read,create,update,delete adoption requests"]],
    ["the answers are private", ["only author: read,update,delete answers"]],
    ["strictly private", ["strangers: not read,create,update,delete <all>"]],
    ["No login needed to look at the events.", ["strangers: read events"]],
    ["anyone can view jobs without an account", ["strangers: read jobs"]],
    ["Customers can view it but not edit it.", ["beside: customers: read <before>", "customers: not update <before>"]],
    [
      "Teachers can enter grades, parents can only view them.",
      ["teachers: create grades", "parents: no more than read grades"],
    ],
    ["nobody can change another person's idea", ["everyone: update idea (own)"]],
    ["guests should not see other guests' bookings", ["guests: read bookings (own)"]],
    [
      "Volunteers can log donations but cannot see what others logged.",
      ["beside: volunteers: create donations", "volunteers: read donations (own)"],
    ],
    [
      "Lawyers see only the cases assigned to them, partners see every case.",
      ["Lawyers: read cases (assigned)", "beside: partners: read case"].map((line) => line.toLowerCase()),
    ],
    [
      "drivers record trips and see just their own trips",
      ["beside: drivers: create trips", "drivers: read trips (own)"],
    ],
    [
      "tenants can report repairs and see only their own reports",
      ["beside: tenants: create repairs", "tenants: read repairs (own)"],
    ],
    [
      "employees see their own claims, the accountant sees everything",
      ["signed: read claims (own)", "beside: accountant: read <all>"],
    ],
    ["users can edit only what they added", ["signed: update <all> (own)"]],
    [
      "anyone can submit suggestions; the council reads them, no one else",
      ["anyone: create suggestions", "only council: read suggestions"],
    ],
    ["edits by librarians only", ["only librarians: update,delete <before>"]],
    ["deleting is something only the fleet manager should do", ["only fleet manager: delete <before>"]],
    ["only HR sees the reason", ["only hr: read reason"]],
    [
      "View access for tenants, edit access for the property manager.",
      ["only tenants: read <before>", "only property manager: update,delete <before>"],
    ],
    ["everyone can view, add, edit and delete", ["everyone: read,create,update,delete <before>"]],
    [
      "Jeder sieht nur seine eigenen Anträge, die Geschäftsführung sieht alle.",
      ["everyone: read anträge (own)", "beside: admins: read anträge"],
    ],
    [
      "Lesen dürfen alle, schreiben nur Gerätewarte.",
      ["everyone: read <before>", "only gerätewarte: create,update,delete <before>"],
    ],
    [
      "Alle Mitglieder dürfen Termine sehen, aber nur der Vorstand darf sie anlegen und ändern.",
      ["signed: read termine", "only vorstand: create,update termine"],
    ],
    ["stornieren darf man nur die eigenen", ["everyone: delete <before> (own)"]],
    [
      "Chefs dürfen alles, Gäste dürfen nur lesen",
      ["beside: admins: read,create,update,delete <all>", "strangers: no more than read <before>"],
    ],
  ])("is read: %s", (said, statements) => expect(readAccess(said).map(inShort)).toEqual(statements));

  it.each([
    "members see their own bookings first",
    "each artist has their own page",
    "see only bookings of today",
    "a website for our public library with opening hours",
    "Track who borrowed which book and when it is due back",
    "I want to add recipes and edit them later",
    "patient records with name and birthday",
    "Don't add any sample rows",
    "only the last five orders",
    "a tool to manage our volunteers",
    "repairs reported by tenants with photo",
    "purpose: business, private, commute",
    "mushroom spots (secret!!) with gps",
    "a booking website for our public observatory",
  ])("is not said by: %s", (said) => expect(readAccess(said)).toEqual([]));
});

describe("A description without who may do what", () => {
  it.each([
    [
      "Bug tracker where anyone can report a bug without signing in, but only our developers can see and edit the bugs.",
      "Bug tracker where anyone can report a bug.",
    ],
    ["Expense claims: each employee sees only their own claims, the accountant sees everything.", "Expense claims."],
    // What is named nowhere else is kept all the same.
    ["Job board for our town. Applications are visible only to admins.", "Job board for our town. Keep applications."],
    // What visitors see tells what a site shows.
    [
      "A website for our dive school: visitors see our courses and book a place",
      "A website for our dive school: visitors see our courses and book a place",
    ],
    ["Only admins can edit.", "Only admins can edit."],
  ])("%s", (said, rest) => expect(withoutAccess(said).rest).toBe(rest));
});
