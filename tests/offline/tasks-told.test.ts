import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { kindOf } from "@/offline/model/field-kinds";
import { conversation } from "../support/offline";

/** The app of a brief that tells what is done by whom. */
function built(functions: string, ...deeds: string[]) {
  const app = conversation();
  const [named, ...list] = functions.split(": ");
  app.say(
    `Please implement a ${named}. The website should have functionalities for ${list.join(": ")}. ${deeds.join(". ")}. Use ivory as the background and teal for components.`,
  );
  return readModel(app.files, "Untitled").model;
}
type Built = ReturnType<typeof built>;

const names = (app: Built) => app.entities.map(({ name }) => name).sort();
const table = (app: Built, name: string) => app.entities.find((entity) => entity.name === name)!.properties;
const linksOf = (app: Built, name: string) =>
  Object.values(table(app, name)).flatMap((property) => property["x-reference"] ?? []);

describe("a brief in tasks: functions of the app, and who is able to do what", () => {
  it("gives the fields behind “with” to what is entered, and those of a deed to what it leaves", () => {
    const app = built(
      "pottery studio website for a small town: presenting courses, booking places and leaving reviews",
      "Visitors should be able to browse courses by technique and weekday, book a place with number of people and a message, and rate a course",
      "Potters should be able to add a course with title, technique, price and a photo",
    );
    expect(names(app)).toEqual(["Booking", "Course", "Review"]);
    expect(Object.keys(table(app, "Course"))).toEqual(
      expect.arrayContaining(["title", "technique", "price", "photo", "weekday"]),
    );
    expect(Object.keys(table(app, "Booking"))).toEqual(expect.arrayContaining(["number_of_people", "message"]));
    expect(linksOf(app, "Booking")).toContain("Course");
    expect(linksOf(app, "Review")).toContain("Course");
  });

  it("takes the photos that people look at for those of what is offered", () => {
    const app = built(
      "real estate website for an agency in the hills: publishing listings and answering inquiries",
      "Users should be able to filter listings by village and price, look at photos and the floor plan, and send a message to the agent",
    );
    expect(names(app)).toEqual(["Inquiry", "Listing"]);
    expect(Object.keys(table(app, "Listing"))).toEqual(expect.arrayContaining(["village", "price", "photo"]));
  });

  it("takes where rows are put, with or without a name, for the options of their status", () => {
    const app = built(
      "document shredding application for a haulier: recording pick-ups, assigning drivers and printing certificates",
      "Dispatchers should be able to create a pick-up with address and number of bins, assign a driver and a truck, and change its status to planned, loaded, on the road or shredded",
    );
    expect(table(app, "PickUp").status?.enum).toEqual(["planned", "loaded", "on the road", "shredded"]);
    expect(linksOf(app, "PickUp")).toEqual(expect.arrayContaining(["Driver", "Truck"]));
  });

  it("makes what is asked with “whether” a checkbox", () => {
    const app = built(
      "mushroom website for walkers: collecting species and logging finds",
      "Users should be able to look up a species by cap color and season, see whether it is edible, and log a find with date, place, species and photo",
    );
    const [name, edible] = Object.entries(table(app, "Species")).find(([key]) => key.includes("edible"))!;
    expect(kindOf(name, edible)).toBe("boolean");
  });

  it("links what is chosen first to what is done then, and what is made in one go to what it began with", () => {
    const salon = built(
      "salon website for two hairdressers: presenting services, booking appointments and leaving reviews",
      "Customers should be able to browse services with duration and price, choose a stylist and book a time slot",
    );
    expect(linksOf(salon, "Appointment")).toContain("Stylist");
    const survey = built(
      "survey website for shops: creating surveys and collecting answers",
      "Owners should be able to create a survey with title and closing date, and add questions with a type (text, stars, choice)",
    );
    expect(linksOf(survey, "Question")).toContain("Survey");
    expect(table(survey, "Question").type?.enum).toEqual(["text", "stars", "choice"]);
  });

  it("keeps nothing of those who only use a site, and the fields that they enter for themselves where they belong", () => {
    const app = built(
      "tournament website for a chess club: announcing tournaments, registering teams and placing orders",
      "Organisers should be able to create a tournament with start date and prize money",
      "Captains should be able to register a team with a logo, order shirts and enter a shipping address",
    );
    expect(names(app)).not.toContain("Captain");
    expect(names(app)).not.toContain("Organiser");
    expect(Object.keys(table(app, "Order")).join()).toMatch(/address/);
  });

  it("takes two decisions for the status of what is decided of", () => {
    const app = built(
      "grant website for a foundation: announcing grants and handing in applications",
      "Students should be able to apply with a motivation letter and a CV",
      "The board should be able to award or refuse an application with a remark",
    );
    expect(names(app)).toEqual(["Application", "Grant"]);
    expect(table(app, "Application").status?.enum).toEqual(["requested", "awarded", "refused"]);
    expect(Object.keys(table(app, "Application"))).toEqual(
      expect.arrayContaining(["motivation_letter", "cv", "remark"]),
    );
    expect(linksOf(app, "Application")).toContain("Grant");
  });

  it("takes “it” for what was entered with its fields, and lists of people for rows that belong to it", () => {
    const lessons = built(
      "driving school website for two cars: planning lessons and tracking payments",
      "Instructors should be able to create a lesson with date, start time and car, note mistakes, and set it to planned, held or cancelled",
    );
    expect(table(lessons, "Lesson").status?.enum).toEqual(["planned", "held", "cancelled"]);
    const teams = built(
      "quiz league website for pubs: registering teams and publishing results",
      "Captains should be able to register a team with players and their nicknames, and report a match with date, opponent and score",
    );
    expect(linksOf(teams, "Player")).toContain("Team");
    expect(Object.keys(table(teams, "Player"))).toContain("nicknames");
  });

  it("reads the words as they were typed: the highest and lowest temperature are two fields", () => {
    const app = built(
      "weather diary website for a village: entering daily observations and comparing stations",
      "Members should be able to register a station with its place and altitude, and enter the highest and lowest temperature, the rainfall and a remark for a day",
    );
    expect(Object.keys(table(app, "Station"))).toEqual(expect.arrayContaining(["place", "altitude"]));
    expect(Object.keys(table(app, "Observation"))).toEqual(
      expect.arrayContaining(["highest_temperature", "lowest_temperature", "rainfall", "remark"]),
    );
  });

  it("keeps “rare parts” with the parts, and the price that is seen beside whether one is in stock", () => {
    const app = built(
      "spare parts website for tractors: searching parts, ordering them and requesting rare parts",
      "Customers should be able to search parts by brand and part number, see the price and whether a part is in stock, and place an order with a delivery address",
    );
    expect(names(app).filter((name) => name.endsWith("Part"))).toEqual(["Part"]);
    expect(Object.keys(table(app, "Part"))).toEqual(expect.arrayContaining(["price", "in_stock", "brand"]));
  });

  it("keeps a field that begins like a verb, a checkbox of what a row has, and a note with what was set before", () => {
    const app = built(
      "volcano website for an island: publishing bulletins, listing shelters and reporting defects",
      "Scientists should be able to write a bulletin with title, text and alert level (green, yellow, red)",
      "Residents should be able to see whether a shelter has a kitchen, and report a defect with place and photo",
      "Caretakers should be able to set a defect to reported, scheduled or fixed and add a note",
    );
    expect(table(app, "Bulletin").alert_level?.enum).toEqual(["green", "yellow", "red"]);
    expect(kindOf("kitchen", table(app, "Shelter").kitchen!)).toBe("boolean");
    expect(Object.keys(table(app, "Defect"))).toEqual(expect.arrayContaining(["status", "note"]));
  });
});
