import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { labelledIn } from "../../bench/reader/labels";
import { readerModel } from "@/offline/learned/descriptions/load-model";
import { readMessage } from "@/offline/learned/descriptions/read-message";

/** A reading in the notation of tests/offline/learn. */
const read = (message: string) =>
  readMessage(message, readerModel()).map(({ name, fields, links }) => {
    const said = fields.map(({ text, options }) => text + (options.length > 0 ? `(${options.join("|")})` : ""));
    return `${name}${links.length > 0 ? ` -> ${links.join(", ")}` : ""}${said.length > 0 ? `: ${said.join(", ")}` : ""}`;
  });

it.each([
  [
    "brackets behind a table hold its fields",
    "Kites (name, span in cm, price) and winds (date, knots)",
    ["kite: name, span in cm, price", "wind -> kite: date, knots"],
  ],
  [
    "brackets behind a field hold its options",
    "Parcels with weight, carrier and status (packed, sent, lost)",
    ["parcel: weight, carrier, status(packed|sent|lost)"],
  ],
  [
    "a yes or no behind a field is no option",
    "crates with number, shelf, fragile y/n",
    ["crate: number, shelf, fragile(yes|no)"],
  ],
  [
    "wishes for looks are no data",
    "a list of lamps with watt and colour. Please use a dark theme with green buttons.",
    ["lamp: watt, colour"],
  ],
  [
    "German words stand for English tables",
    "Ruderverein: Boote mit Name und Klasse, Mitglieder mit Telefon",
    ["Boat -> Member: Name, Klasse", "Member: Telefon"],
  ],
  [
    "what is done with rows is no part of their name",
    "docks with number and depth, barges arriving (date, load)",
    ["dock: number, depth", "barge -> dock: date, load"],
  ],
  [
    "a period has an end",
    "lodgers (name, phone) and absences (from, to, reason)",
    ["lodger: name, phone", "absence -> lodger: from, to, reason"],
  ],
  [
    "a field may go by the name of its table",
    "we keep scores: shooter, date, score, hits",
    ["score: shooter, date, score, hits"],
  ],
  [
    "what holds for a time has rows of its own",
    "kennels with size, hounds with breed, and which hound sleeps in which kennel from when until when",
    ["kennel: size", "hound: breed", "Stay -> kennel, hound: from when, until when"],
  ],
  [
    "one message's flower duty makes no duties of flowers",
    "stalls with number and rent, flowers with colour and price",
    ["stall: number, rent", "flower -> stall: colour, price"],
  ],
])("%s", (_sentence, message, tables) => {
  expect(read(message)).toEqual(tables);
});

it("reads nothing from a novel", () => {
  expect(readMessage("books with title and author. ".repeat(200), readerModel())).toEqual([]);
});

it("finds again nearly all tables of the messages that it learned from (else run npm run train)", () => {
  expect(readdirSync("tests/offline/learn").length).toBeGreaterThan(10);
  const counts = { gold: 0, found: 0 };
  // One in ten tells as much as all of them, in a tenth of the time.
  for (const { say, gold } of labelledIn("tests/offline/learn", 10)) {
    const said = gold.filter(({ surface }) => surface !== "-");
    counts.gold += said.length;
    counts.found += Math.min(said.length, readMessage(say, readerModel()).length);
  }
  expect(counts.found / counts.gold).toBeGreaterThan(0.93);
});
