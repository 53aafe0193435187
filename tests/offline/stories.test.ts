import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

function built(sentence: string) {
  const app = conversation();
  app.say(sentence);
  const { model } = readModel(app.files, "Untitled");
  return { model, tables: model.entities.map(({ name }) => name).sort() };
}
const linksOf = ({ model }: ReturnType<typeof built>, table: string) =>
  Object.values(model.entities.find(({ name }) => name === table)!.properties).flatMap(
    (property) => property["x-reference"] ?? [],
  );

describe("What people tell of what they do", () => {
  it.each([
    ["we have a hiking club, track who leads which hike", ["Hike", "Leader"], ["Hike", "Leader"]],
    ["who works which shift at our bar", ["Employee", "Shift"], ["Shift", "Employee"]],
    ["our parish needs to know who serves at which mass", ["Mass", "MassDuty", "Volunteer"], ["MassDuty", "Volunteer"]],
  ])("keeps who does which: %s", (said, tables, [from, to]) => {
    const app = built(said);
    expect(app.tables).toEqual(tables);
    expect(linksOf(app, from!)).toContain(to);
  });

  it("keeps what somebody holds, each kind in a table of its own", () => {
    const app = built("track who has which key, laptop and phone in our company");
    expect(app.tables).toEqual(["Key", "Laptop", "Person", "Smartphone"]);
  });

  it.each([
    ["an internal tool where staff request supplies and the office manager approves", "SupplyRequest"],
    ["teachers request new books and the principal approves", "BookRequest"],
  ])("keeps requests by what is asked for: %s", (said, table) => expect(built(said).tables).toContain(table));

  it.each([
    ["members can book the sauna", "Booking", "Sauna"],
    ["colleagues can reserve the company car", "Reservation", "CompanyCar"],
    ["let residents reserve the barbecue area", "Reservation", "BarbecueArea"],
  ])("books what there is one of, for a time: %s", (said, booking, booked) => {
    const app = built(said);
    expect(linksOf(app, booking)).toContain(booked);
    expect(Object.keys(app.model.entities.find(({ name }) => name === booking)!.properties)).toContain("starts_at");
  });

  it.each([
    ["online shop for paintings", "Painting"],
    ["store for used books with orders", "Book"],
  ])("sells what the shop is for, and no products beside it: %s", (said, table) => {
    const { tables } = built(said);
    expect(tables).toContain(table);
    expect(tables).not.toContain("Product");
  });

  it("takes no verb for a part of a noun", () => {
    expect(built("a memorial site for my grandfather where family can leave memories and photos").tables).toEqual([
      "Memory",
      "Photo",
    ]);
    expect(built("warehouse staff scan boxes in and out, I want to see what's where").tables).toContain("Box");
  });

  it("shows those who come by what an owner wants them to see, and keeps no list of them", () => {
    const { model, tables } = built(
      "I run a food truck and want customers to see where I am each day and what's on the menu",
    );
    expect(tables).toEqual(["MenuItem", "Spot"]);
    expect(model.purpose).toBe("site");
  });

  it("reads who may see what as rights, and not as an audience", () => {
    const { model } = built(
      "A clinic app with doctors (name, specialty, phone) and salaries (title, amount). Everyone can see doctors, only admins can see salaries.",
    );
    const doctor = model.entities.find(({ name }) => name === "Doctor")!;
    expect(doctor.properties.phone).not.toHaveProperty("x-accessControl");
  });

  it.each(["members can book the sauna", "our parish needs to know who serves at which mass"])(
    "is understood the same whatever the app was called by its first words: %s",
    (said) => {
      const named = conversation(said);
      named.say(said);
      const tables = readModel(named.files, "Untitled").model.entities.map(({ name }) => name);
      expect(tables.toSorted()).toEqual(built(said).tables);
    },
  );

  it("is for those who run it where nothing in it is for others", () =>
    expect(built("wedding photographer: leads, shoots, contracts and payments").model.purpose).toBe("office"));

  it.each([
    ["a rating site for local dentists", ["Dentist", "Rating"]],
    ["our theatre lends costumes, I want to know what is out and when it is due back", ["Costume", "Loan"]],
    ["our hospital ward needs a bed overview", ["Bed", "HospitalWard"]],
    ["a daily standup tool for our dev team", ["StandupNote", "TeamMember"]],
    ["a glossary of terms for our company", ["Term"]],
    ["feedback from hotel guests", ["Feedback"]],
    ["Expense reports: employees submit, managers approve, finance pays", ["ExpenseReport"]],
  ])("keeps what it is about: %s", (said, tables) => expect(built(said).tables).toEqual(tables));

  it.each([
    ["an app for our school's lost and found with photos", "LostItem"],
    ["I'm a dog walker and need to plan my walks and bill the owners", "Walk"],
  ])("is what is asked for, and not all of who asks: %s", (said, table) => {
    const { tables } = built(said);
    expect(tables[0]).toBeDefined();
    expect(tables).toContain(table);
    expect(tables.length).toBeLessThan(4);
  });
});
