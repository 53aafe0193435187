import { describe, expect, it } from "vitest";
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
    ["event sign up", ["Event", "SignUp"]],
    ["yarn stash", ["Yarn"]],
    ["company vehicles mileage", ["Vehicle"]],
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
});
