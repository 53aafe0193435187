import { describe, expect, it } from "vitest";
import { changesOf, type Told, toldBy } from "../support/scenes";

// Changes that were once done wrong and told as done.

const scenes = {
  run: "charity run: shifts (title, date, places), volunteers (name, email)",
  todo: "a todo app with tasks (title, due date, created on, status open/done)",
  canteen: "school canteen: meals with name, price, kind (starter, main)",
  bank: "food bank with donors (name, phone), families (name, address), donations (donor, amount)",
  wiki: "a team wiki with articles (title, text, author)",
  gym: "gym: classes (name, trainer, day, price), members (name, email)",
  choir: "choir management: singers (name, voice), rehearsals (title, date, place)",
  shoots: "photographer: clients (name, email), shootings (title, date, client)",
  hives: "beekeeping: hives (name, place), inspections (hive, date, mites count)",
  tours: "museum: rooms (name, floor), tours (title, date, room)",
  football: "football team: players (name, position, phone), trainings (title, date, place)",
  flea: "flea market: sellers (name, email, joined on), stalls (number, size, days: number)",
  physio: "physio: patients (name, phone), therapists (name), sessions (patient, therapist, date, notes)",
  flats: "Ferienwohnungen mit Wohnungen, Gästen und Buchungen",
  clothes: "alterations: customers (name, phone), alterations (garment, customer, status: new/pinned/sewing/ready)",
  festival: "festival: stages (name, capacity), slots (band, stage, start)",
  escape: "escape room: rooms (name, difficulty), games (room, minutes, players, date)",
  bikes: "bike shop: bikes (brand, owner), repairs (bike, fault, price)",
  sweep: "chimney sweep: chimneys (house, height), visits (chimney, date)",
  bakery: "bakery: products (name, category: bread/cake), orders (product, quantity)",
  repairs:
    "repair shop whose customers sign up and see only their own repairs: repairs (device, fault, status), customers (name, phone)",
} as const;
const after = changesOf(scenes);
const told = toldBy(after);
type Row = Told<keyof typeof scenes>;

describe("A change", () => {
  it.each<Row>([
    ["todo", "mark tasks older than 30 days red", ["look condition Task.created_on <-30d #ff0000"]],
    [
      "todo",
      "due date is required and can't be in the past",
      ["~field Task.due_date required"],
      "only made it required",
    ],
    [
      "canteen",
      "kind options in german please: Vorspeise, Hauptgang",
      ["~field Meal.kind options Vorspeise, Hauptgang"],
    ],
    ["bank", "donors can't see families", ["rules Family read=admin"], "for all members but admins"],
    ["gym", "add a pic to classes", ["+field Class.pic image"]],
    ["shoots", "add a status to shootings - booked, done", ["+field Shooting.status enum booked, done"]],
    [
      "hives",
      "mites over 3 red, over 10 dark red",
      ["look condition Inspection.mites_count >3 #ff0000", "look condition Inspection.mites_count >10 #8b0000"],
    ],
    ["tours", "each tour goes through several rooms", [], "What I did not do"],
    [
      "football",
      "position of players: goalie, defence, attack",
      ["~field Player.position options goalie, defence, attack"],
    ],
    [
      "physio",
      "session notes long, only therapists see them",
      ["~field Session.notes read=therapist,admin", "~field Session.notes write=therapist,admin"],
    ],
    ["physio", "sessions in a calendar coloured by therapist", [], "What I did not do"],
    [
      "flea",
      "stalls: number of people, at most 6, dog yes/no",
      ["+field Stall.number_of_people number", "+field Stall.dog boolean"],
      "must be 6 or less",
    ],
    [
      "flats",
      "Buchung: Anzahl Personen, höchstens 6, Hund ja/nein",
      ["+field Booking.number_of_people number", "+field Booking.dog boolean"],
      "must be 6 or less",
    ],
    [
      "clothes",
      "rename garment to piece of clothing, the new girl doesnt know the word",
      ["~field Alteration.garment label=Piece of clothing"],
    ],
    ["festival", "Somebody renamed the main stage into something rude.", []],
    [
      "escape",
      "games page sorted by minutes and without the players column",
      ["~page Games sort minutes", "~page Games hides players"],
    ],
    [
      "bikes",
      "add a field tyre size to the bikes. repairs stay as they are",
      ["+field Bike.tyre_size number"],
      "I took “repairs stay as they are” for a remark",
    ],
    [
      "bakery",
      "Add allergens to the products, several can be ticked: gluten, milk, egg",
      ["+field Product.allergens multi gluten, milk, egg"],
    ],
    ["choir", "only show upcoming rehearsals", ["~page Rehearsals where date >-1d"], "date is today or later"],
  ])("%s: %s", (...row) => told(row));

  it("that people change their own names no role", () => {
    const { lines, text } = after("wiki", "people can only edit their own articles");
    expect(lines).toEqual(["rules Article update=creator|admin"]);
    expect(text).not.toContain("is a role");
  });

  it("lets people of the app sign up for what it keeps", () =>
    expect(after("run", "let volunteers sign up for shifts").lines.join()).toMatch(
      /\+table Registration .*shift.*volunteer.*signed_up_on/,
    ));

  it("tells of a text that goes by the name of a new table", () =>
    expect(after("gym", "add a table of trainers with name and phone").text).toContain(
      "The trainer of classes is a text as before",
    ));

  it("adds a table of an app whose customers see their own for these and the team", () => {
    const { lines, text } = after("repairs", "add a table of complaints");
    expect(lines.join()).toContain("+table Complaint");
    expect(text).toContain("can add complaints and sees only their own");
  });
});
