import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const studio = conversation();
studio.say(
  "Pottery studio: pieces (name, glaze, price, status: wet/bisque/glazed/sold), kilns (name, volume), guests (name, email), teachers (name, phone), bookings (guest, teacher, day, seats, paid)",
);

/** The app's difference after a message, and the reply. */
function after(said: string): { lines: string[]; text: string } {
  const app = conversation(undefined, undefined, studio.begun);
  const before = modelOf(app);
  const { text } = app.say(said);
  return { lines: differencesBetween(before, modelOf(app)).map(({ line }) => line), text };
}
const noneOf = /What I did not do/;

describe("The least and the most that a number may be", () => {
  it.each([
    ["volume of kilns can't be negative", "Kiln.volume minimum=0"],
    ["volume must not be below zero", "Kiln.volume minimum=0"],
    ["no negative volume", "Kiln.volume minimum=0"],
    ["The volume of a kiln has to be at least 20, please", "Kiln.volume minimum=20"],
    ["a booking can have at most 6 seats", "Booking.seats maximum=6"],
    ["seats between 1 and 8", "Booking.seats minimum=1,Booking.seats maximum=8"],
    ["max seats is 8", "Booking.seats maximum=8"],
  ])("are set by “%s”", (said, wanted) => {
    const { lines, text } = after(said);
    expect(lines).toEqual(wanted.split(",").map((line) => `~field ${line}`));
    expect(text).not.toMatch(noneOf);
  });

  it("are there before anybody asks, for what is paid and counted", () => {
    expect(after("seats can't be negative")).toMatchObject({ lines: [], text: expect.stringContaining("already") });
    const goods = conversation();
    goods.say("a web shop for wool with products and orders, and stock movements of products");
    expect(goods.entity("Product")!.properties).toMatchObject({ price: { minimum: 0 }, stock: { minimum: 0 } });
    expect(goods.entity("StockMovement")!.properties.quantity).not.toHaveProperty("minimum");
  });

  it("are for numbers alone, and a colour is no limit", () => {
    expect(after("glaze can't be less than 3")).toMatchObject({
      lines: [],
      text: expect.stringContaining("no number"),
    });
    expect(after("bookings with less than 2 seats red").lines).toEqual(["look condition Booking.seats <2 #ff0000"]);
    expect(after("seats cannot be empty").lines).toEqual(["~field Booking.seats required"]);
  });
});

describe("Rows without a date of their own", () => {
  it.each(["pieces newest first please", "the latest pieces should be on top", "sort the pieces by date"])(
    "are in the order in which they were entered: “%s”",
    (said) => {
      const { lines, text } = after(said);
      expect(lines).toEqual([]);
      expect(text).toContain("entered last at the top already");
    },
  );

  it("can be turned round, and a date goes first where there is one", () => {
    expect(after("oldest pieces first").lines).toEqual(["~page Pieces sort createdAt"]);
    expect(after("newest bookings on top").lines).toEqual(["~page Bookings sort day desc"]);
  });

  it("are sorted by no field that the words do not name", () => {
    expect(after("sort the kilns by colour")).toMatchObject({ lines: [], text: expect.stringMatching(noneOf) });
  });
});

describe("What is picked from a table", () => {
  it.each([
    ["glaze should be chosen from a table of glazes", "Piece.glaze links=Glaze", "Glaze"],
    ["the glaze is picked from a list of glazes, not typed", "Piece.glaze links=Glaze", "Glaze"],
    ["I want to pick the glaze from a table of glazes", "Piece.glaze links=Glaze", "Glaze"],
  ])("is a link to it, which is made where there is none: “%s”", (said, link, table) => {
    const { lines } = after(said);
    expect(lines).toContain(`~field ${link}`);
    expect(lines.some((line) => line.startsWith(`+table ${table}`))).toBe(true);
  });

  it("is one that the app has already, and no list of options", () => {
    expect(after("the kiln of a piece should be chosen from the list of kilns").lines).toEqual([
      "+field Piece.kiln reference",
    ]);
    expect(after("glaze should be chosen from a list of celadon, tenmoku and ash").lines).toEqual([
      "~field Piece.glaze kind=enum options celadon, tenmoku, ash",
    ]);
  });
});

describe("A board by what has no options", () => {
  it.each([
    "bookings sorted into columns by teacher pls",
    "I'd like the bookings in columns, one column for each teacher",
    "board by teacher",
    "group the bookings by teacher",
  ])("is declined with the reason: “%s”", (said) => {
    const { lines, text } = after(said);
    expect(lines).toEqual([]);
    expect(text).toContain("a board goes by a dropdown");
  });
});

describe("What is said of “it”", () => {
  it.each([
    ["add an email to teachers, it must be unique", "+field Teacher.email email unique"],
    ["add an email to teachers. That one is required.", "+field Teacher.email email required"],
    ["add a discount to pieces, it can't be negative", "+field Piece.discount money"],
    ["rename glaze to Coating. It has to be filled in always.", "~field Piece.glaze label=Coating"],
    ["Every teacher needs a phone, make that one required", "~field Teacher.phone required"],
    ["make the day of bookings required and the default today", "~field Booking.day default=today"],
  ])("is said of the field before: “%s”", (said, line) => {
    const { lines, text } = after(said);
    expect(lines).toContain(line);
    expect(text).not.toMatch(noneOf);
    expect(text).toMatch(/must be|must|filled in/);
  });
});

describe("A name that is complained of", () => {
  it.each([
    ["“glaze” isn't clear, call it Coating", "~field Piece.glaze label=Coating"],
    ['"kilns" sounds wrong, name them Ovens', "~table Kiln title=Ovens"],
    ['nobody understands "glaze", better: Coating', "~field Piece.glaze label=Coating"],
    ["the word pieces is wrong, better call it works", "~table Piece title=Works"],
    ["change the word pieces to works everywhere", "~table Piece title=Works"],
    ["we don't say guest here, we say visitors", "~table Guest title=Visitors"],
    ['glaze should be "Glaze colour"', "~field Piece.glaze label=Glaze colour"],
  ])("is replaced, and the app keeps its own: “%s”", (said, line) => {
    const { lines } = after(said);
    expect(lines).toContain(line);
    expect(lines.filter((one) => one.startsWith("name"))).toEqual([]);
  });
});

describe("A box that is too small", () => {
  it.each([
    "glaze is too small, i need a big box",
    "what the potters write in glaze is way too long for that little box, please make it a big text field",
    "let me write several lines in glaze",
  ])("becomes a long text: “%s”", (said) => {
    const { lines, text } = after(said);
    expect(lines).toEqual(["~field Piece.glaze kind=longtext"]);
    expect(text).not.toMatch(/already\.|did not do/);
  });

  it("is none where a number is too small", () => expect(after("the volume is too small").lines).toEqual([]));
});

describe("In few words", () => {
  it.each([
    ["please no more phone for teachers", ["-field Teacher.phone"]],
    ['we need "broken" as status', ["~field Piece.status +broken"]],
    ["need a cracked as status", ["~field Piece.status +cracked"]],
    ["email isn't mandatory, but the phone is", ["~field Teacher.phone required"]],
  ])("what is meant is done: “%s”", (said, lines) => expect(after(said).lines).toEqual(lines));
});
