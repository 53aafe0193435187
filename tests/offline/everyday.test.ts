import { describe, expect, it } from "vitest";
import { readerModel } from "@/offline/learned/descriptions/load-model";
import { readMessage } from "@/offline/learned/descriptions/read-message";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const app = (sentence: string) => {
  const begun = conversation();
  begun.say(sentence);
  return readModel(begun.files, "Untitled").model;
};
const namesOf = (sentence: string) =>
  app(sentence)
    .entities.map(({ name }) => name)
    .sort();

describe("a name of a few words", () => {
  it.each([
    ["street light faults", ["Fault", "StreetLight"]],
    ["playground inspections", ["Inspection", "Playground"]],
    ["fire hydrant checks", ["Check", "Hydrant"]],
    ["swimming lap times", ["SwimmingLapTime"]],
    ["school trip permission slips", ["PermissionSlip"]],
    ["school kitchen allergies", ["Allergy"]],
    ["freezer inventory", ["Item"]],
    ["our freezer inventory, what is in which drawer", ["Item"]],
    ["event sign up", ["Event", "SignUp"]],
    ["yarn stash", ["Yarn"]],
    ["company vehicles mileage", ["Trip", "Vehicle"]],
    ["app for employee leave", ["EmployeeLeave"]],
    ["building permits small town", ["BuildingPermit"]],
    ["pothole reports for county road crew", ["PotholeReport"]],
  ])("“%s” keeps %j", (sentence, expected) => expect(namesOf(sentence)).toEqual(expected));

  it("links what is found to what it is found on", () => {
    const fault = app("street light faults").entities.find(({ name }) => name === "Fault")!;
    expect(Object.values(fault.properties).map((value) => value["x-reference"])).toContain("StreetLight");
    expect(fault.properties["status"]?.enum).toEqual(["new", "in progress", "fixed"]);
  });

  it.each(["chimney sweep visits", "nursing home visits", "mobile groomer, next visit for every dog"])(
    "“%s” has no patients",
    (sentence) => {
      const visit = app(sentence).entities.find(({ name }) => name === "Visit")!;
      expect(Object.keys(visit.properties)).not.toContain("patient");
    },
  );

  it("keeps the patients of a clinic's visits", () => {
    const visit = app("an app for our medical practice").entities.find(({ name }) => name === "Visit")!;
    expect(Object.keys(visit.properties)).toEqual(expect.arrayContaining(["patient", "doctor"]));
  });
});

describe("fields that are spelled out", () => {
  const mentors =
    "Our association brings together newcomers and local people for practising the language. Mentors have name, email, languages and free evenings; mentees have name, country of origin, level (A1, A2, B1, B2) and phone. A coordinator makes a pair from one mentor and one mentee, with start date and status active, paused, ended. After every meeting the mentor writes date, how many minutes and what they talked about. It must be very simple because many use old phones, also please no dark mode.";
  it("stay fields, whatever the message speaks of elsewhere", () => {
    const { entities } = app(mentors);
    const fieldsOf = (name: string) => Object.keys(entities.find((one) => one.name === name)!.properties);
    expect(fieldsOf("Mentor")).toEqual(expect.arrayContaining(["name", "email", "languages", "free_evenings"]));
    expect(fieldsOf("Mentee")).toEqual(expect.arrayContaining(["name", "country_of_origin", "level", "phone"]));
    expect(entities.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["Phone"]));
    expect(entities.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["Language"]));
  });

  it("belong to what is named right before their colon", () => {
    const { entities } = app(
      "Our repair café opens once a month. Visitors bring a device: type, brand, what is wrong, weight. Fixers have a name and skills (electronics, textiles, bikes, wood).",
    );
    expect(Object.keys(entities.find(({ name }) => name === "Device")!.properties)).toEqual(
      expect.arrayContaining(["type", "brand", "weight"]),
    );
  });

  it("belong to what a sentence opens with, where something is written down of it", () => {
    const read = readMessage(
      "After each visit the carer writes the date, how long and what was done. Of the patient I keep first name, village, illness and contact person. A carer has a name, a phone and a region.",
      readerModel(),
    );
    const fieldsOf = (name: string) => read.find((table) => table.name === name)!.fields.map(({ text }) => text);
    expect(fieldsOf("patient")).toEqual(["first name", "village", "illness", "contact person"]);
    expect(read.find(({ fields }) => fields.some(({ text }) => text === "date"))!.name).toMatch(/visit/i);
  });

  it("belong to whoever enters themselves with them", () => {
    const read = readMessage(
      "Our hall has courses with title, level and price. Climbers sign up with name, email and shoe size.",
      readerModel(),
    );
    expect(read.find(({ name }) => name === "climber")!.fields.map(({ text }) => text)).toEqual([
      "name",
      "email",
      "shoe size",
    ]);
  });

  it("have the options that a sentence tells in a row", () => {
    const { entities } = app(
      "A help desk where users open a ticket with a subject and a department. Agents change the status between new, in progress, waiting and solved, and write comments that the requester sees.",
    );
    expect(entities.find(({ name }) => name === "Ticket")!.properties["status"]?.enum).toEqual([
      "new",
      "in progress",
      "waiting",
      "solved",
    ]);
  });
});

it("reads a message as it was learned where two tables have lists of their own", () => {
  const { entities } = app(
    "We tune pianos. Customers have a name, a phone and an email. Pianos belong to a customer: make, serial number, last tuned. After each visit the tuner writes the date, what was done, price and next visit.",
  );
  expect(entities.map(({ name }) => name)).toEqual(expect.arrayContaining(["Customer", "Piano", "Visit"]));
});

it("keeps no rows of a site's visitors, and publishes none of people who come", () => {
  const { entities } = app(
    "website for our small observatory: visitors book a guided tour (date, price, seats), we show news with photos and the telescopes we have",
  );
  expect(entities.map(({ name }) => name).sort()).toEqual(["Booking", "News", "Telescope", "Tour"]);
  const kept = app(
    "website for our observatory with tours, telescopes and visitors (name, company, arrived at)",
  ).entities;
  const access = kept.find(({ name }) => name === "Visitor")!["x-accessControl"];
  expect(access).toMatchObject({ permissions: { read: "admin", write: "admin" } });
});

describe("a long story", () => {
  it("keeps what has fields, and nothing that is only spoken of", () => {
    const { entities } = app(
      "Livery yard in Kent, 22 horses and growing. Owners have a name, phone and emergency contact, and each owner has one or more horses. For each horse I want breed, year of birth, stable number and feed plan. Visits from the vet or farrier: horse, date, type vet/farrier/dentist, what was done, cost and when next due. Colours like our vans please, and the girls may add visits.",
    );
    const names = entities.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Horse", "Owner", "Visit"]));
    expect(names).not.toEqual(expect.arrayContaining(["Van"]));
  });
});
