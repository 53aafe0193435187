import { describe, it } from "vitest";
import { changesOf, type Told, toldBy } from "../support/scenes";

const scenes = {
  station: "radio station: shows, hosts, episodes",
  samples: "clinical trial samples: samples, freezers, participants",
  escape: "escape room: rooms, bookings, game masters",
  stamps: "stamp collection: stamps, countries, albums",
  lost: "lost and found office",
  allotment: "allotment garden association: plots, tenants, waiting list",
  bakery: "bakery preorders: customers, cakes, orders",
  games: "game night: games, players, sessions",
  toys: "toy library: toys, families, loans",
  sewing: "sewing workshop: customers, garments, repairs (garment, problem, deadline, price)",
  pool: "company car pool: cars, drivers, trips",
  boats: "boat club: boats, members, outings (boat, member, distance in km)",
  podcast: "podcast: episodes, guests, sponsors",
  couriers: "bike courier company: couriers, deliveries, zones",
  funeral: "funeral home: cases, families, services",
  climbing: "climbing gym: routes, setters, ascents",
  skis: "ski rental: skis, boots, customers, rentals",
  canteen: "school canteen: dishes, orders, pupils",
  drones: "drone racing: pilots, races, laps",
  therapist: "speech therapist: patients, sessions, goals",
  kiln: "ceramics kiln sharing: firings, potters, pieces",
  tauchen: "tauchclub mit mitgliedern, flaschen und tauchgängen",
  wohnungen: "hausverwaltung mit wohnungen, mietern und schäden",
};
const told = toldBy(changesOf(scenes));
type Row = Told<keyof typeof scenes>;

describe("Lists and pairs of fields", () => {
  it.each<Row>([
    [
      "samples",
      "samples: temperature, collected on, volume in ml, barcode unique",
      [
        "+field ClinicalTrialSample.temperature number",
        "+field ClinicalTrialSample.collected_on date",
        "+field ClinicalTrialSample.volume number",
        "+field ClinicalTrialSample.barcode text unique",
      ],
    ],
    ["escape", "bookings have group size between 2 and 6", ["+field Booking.group_size number"], "from 2 to 6"],
    ["lost", "lost items have size and colour", ["+field LostItem.size number", "+field LostItem.colour text"]],
    [
      "lost",
      "color is a dropdown wiht black, white, red, blue, other",
      ["+field LostItem.color enum black, white, red, blue, other"],
    ],
    ["allotment", "plots area in m2, annual lease", ["+field Plot.area number", "+field Plot.annual_lease text"]],
    [
      "bakery",
      "allergens: tick several of gluten, egg, milk, nuts",
      ["+field Preorder.allergens multi gluten, egg, milk, nuts"],
      "You did not say where",
    ],
    ["games", "games min and max players", ["+field Game.min_players number", "+field Game.max_players number"]],
    ["canteen", "allergens: several of nuts, milk, egg", ["~field Dish.allergens -gluten -fish -soy"]],
    ["drones", "laps: seconds, gate misses", ["+field Lap.seconds number", "+field Lap.gate_misses text"]],
    [
      "therapist",
      "add a photo before the name of patients",
      ["+field Patient.photo image"],
      "in the order photo, name",
    ],
    ["toys", "age from, age to", ["+field Toy.age_to number"], "already have age from"],
    [
      "sewing",
      "add priority after deadline",
      ["+field Repair.priority enum low, medium, high, urgent"],
      "deadline, priority, price",
    ],
  ])("%s: %s", (...row) => told(row));

  it.each<Row>([
    ["stamps", "value in eur and the year it was issued", [], "I did not understand"],
    ["escape", "price per person 25 by default", [], "please name it"],
    ["couriers", "when a delivery is marked delivered set the delivered time", [], "I set no field by itself"],
    ["bakery", "list only today's orders on the dashboard", [], "A page can list rows by an option"],
    ["kiln", "potters add pieces but only edit their own", [], "I did not understand"],
    ["games", "players' wins per game", [], "I did not understand"],
    ["podcast", "show the sum per sponsor", [], "I did not"],
  ])("is named where it is not understood: %s: %s", (...row) => told(row));
});

describe("Two wishes in one sentence", () => {
  it.each<Row>([
    ["funeral", "make the texts bigger and the font serif", ["look font=fraunces"], "Text has one size"],
    ["funeral", "make the header blue and the font nunito", ["look font=nunito", "look header=#0000ff"]],
    [
      "climbing",
      "setters: age 18 to 99, sector",
      ["+field Setter.age number", "+field Setter.sector text"],
      "from 18 to 99",
    ],
    [
      "skis",
      "size of boots is a number between 20 and 35",
      ["~field Boot.size kind=number", "~field Boot.size minimum=20", "~field Boot.size maximum=35"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("Figures by what they are measured in", () => {
  it.each<Row>([
    ["boats", "km per member", ["+chart Outing by member sum=distance_in_km bar"]],
    ["stamps", "show total value per country", [], "link stamps to countries"],
    ["pool", "km per car", ["+chart Trip by vehicle sum=kilometres bar"]],
    ["pool", "km per car and month", ["+chart Trip by vehicle sum=kilometres bar"], "I left out “month”"],
  ])("%s: %s", (...row) => told(row));
});

describe("A board and its columns", () => {
  it.each<Row>([
    [
      "station",
      "show a board of episodes by status planned, recorded, aired",
      ["~field Episode.status options planned, recorded, aired", "+page board Episode.status"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("Questions about rows", () => {
  it.each<Row>([
    ["toys", "who has which toy right now", [], "“filter loans by returned” puts a filter above it"],
    ["toys", "who has access to loans?", [], "Who may do what"],
  ])("%s: %s", (...row) => told(row));
});

describe("Names in an app that is shown in German", () => {
  it.each<Row>([
    [
      "wohnungen",
      "benenne schäden in meldungen um",
      ["~table Damage title=Meldungen", "~page Schäden title=Meldungen"],
    ],
    ["tauchen", "flaschen mit abgelaufener prüfung rot", [], "I did not understand"],
    [
      "tauchen",
      "flaschen: druck in bar, nächste prüfung",
      ["+field Flaschen.druck_in_bar text", "+field Flaschen.naechste_pruefung text"],
      "Nächste prüfung",
    ],
  ])("%s: %s", (...row) => told(row));
});
