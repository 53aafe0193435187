import { describe, it } from "vitest";
import { changesOf, type Told, toldBy } from "../support/scenes";

const scenes = {
  haus: "hausverwaltung mit wohnungen, mietern und schäden",
  gemeinde: "kirchengemeinde mit mitgliedern, veranstaltungen und räumen",
  flats: "property management with flats, tenants and damages",
  club: "club with members, courts and bookings",
  swap: "seed swap: gardeners, seeds, swaps",
};
/** What a limit to the own rows makes of damages that tenants report: who they are is known by their account. */
const ownDamages = [
  "access Damage read=creator write=creator",
  "+field Damage.email email required",
  "rules Damage create=all",
  "rules Damage delete=creator|admin",
  'rules Damage read=creator|{"field":"email","is":"my address"}|{"field":"tenant","of":"Tenant","meets":{"field":"email","is":"my address"}}|admin',
  "rules Damage update=creator|admin",
];
const ofAll = [
  "access Damage read=creator write=creator",
  ...["read", "update", "delete"].map((one) => `rules Damage ${one}=creator|admin`),
];
const told = toldBy(changesOf(scenes));
type Row = Told<keyof typeof scenes>;

describe("Who alone may do something, in German", () => {
  it.each<Row>([
    [
      "club",
      "Die Mitglieder dürfen nur von der Leitung (admin) gesehen werden!!",
      ["access Member read=admin write=admin"],
    ],
    ["club", "die Buchungen sollen nur vom Admin gelöscht werden können", ["rules Booking delete=admin"]],
    ["club", "Buchungen dürfen nur vom Vorstand bearbeitet werden", ["rules Booking update=role:board-member|admin"]],
  ])("%s: %s", (...row) => told(row));
});

describe("Whose rows somebody sees, in German", () => {
  it.each<Row>([
    ["haus", "mieter sehen nur ihre eigenen schäden", ownDamages],
    ["haus", "jeder sieht nur seine eigenen schäden", ofAll],
    ["haus", "mieter sollen nur eigene schäden sehen", ownDamages],
    ["haus", "mieter bearbeiten nur ihre eigenen schäden", ["rules Damage update=creator|admin"]],
    ["gemeinde", "mitglieder dürfen nur ihre eigenen daten sehen", [], "say of which table"],
  ])("%s: %s", (...row) => told(row));
});

describe("What goes for all rows, and what for their own", () => {
  it.each<Row>([
    ["swap", "gardeners can add seeds but only delete their own", ["rules Seed delete=creator|admin"]],
    ["club", "members can only edit their own data", ["rules Member update=creator|admin"]],
    ["flats", "members can only see their own data", [], "say of which table"],
  ])("%s: %s", (...row) => told(row));
});

describe("What may be picked, in German", () => {
  it.each<Row>([
    [
      "haus",
      "schäden: dringlichkeit niedrig, mittel, hoch; hoch rot",
      ["+field Damage.priority enum low, medium, high", "look condition Damage.priority high #ff0000"],
    ],
  ])("%s: %s", (...row) => told(row));
});
