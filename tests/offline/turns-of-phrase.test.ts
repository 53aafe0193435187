import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const begun = (description: string) => {
  const app = conversation();
  app.say(description);
  return app.begun;
};
const school = begun(
  "School library: books (title, author, isbn, shelf, genre: novel/science/comic, price), readers (name, class, email), borrowings (book, reader, taken on, hours, brought back)",
);
const firm = begun(
  "Construction firm: sites (name, foreman, year, length, phase: planning/building), workers (name, trade, phone, plan: free/pro), shifts (worker, site, hours, price, remark)",
);
const club = begun("Verein: Mitglieder (Name, Email, Geburtstag, Beitrag), Räume (Nummer, Stockwerk)");

/** The app's difference after a message, and the reply. */
function after(app: ReturnType<typeof begun>, said: string): { lines: string; text: string } {
  const told = conversation(undefined, undefined, app);
  const before = modelOf(told);
  const { text } = told.say(said);
  return {
    lines: differencesBetween(before, modelOf(told))
      .map(({ line }) => line)
      .join(", "),
    text,
  };
}

describe("Turns of phrase", () => {
  it.each([
    // What is taken back, and what another try puts in its place.
    ["delete the class of the readers - hm, no, leave it, we do need it", ""],
    ["add a phone to readers. delete the class of the readers - oh no, keep it", "+field Reader.phone phone"],
    ["group books by shelf… no wait, by genre", "+page board Book.genre"],
    // Options of a field, several at once.
    [
      'genre "comic" is now called "graphic novel", add "biography" and "poetry"',
      "~field Book.genre options novel, science, graphic novel, biography, poetry",
    ],
    [
      "Which class? we only have four: 1a, 1b, 2a, private. let me pick instead of type",
      "~field Reader.class kind=enum options 1a, 1b, 2a, private",
    ],
    ["enum genre += crime, travel", "~field Book.genre +crime +travel"],
    ["genre: add crime and drop comic", "~field Book.genre options novel, science, crime"],
    ["comic is gone", "~field Book.genre -comic"],
    // Names.
    ["price per week, not price", "~field Book.price label=Price per week"],
    ["rename borrowings into books lent", "~table Borrowing title=Books lent, ~page Borrowings title=Books lent"],
    ["give it its proper name, Hof Lindenau", "name Hof Lindenau"],
    ['top right it should say "Our Books" as the name of the app', "name Our Books"],
    ['"isbn" should just read Number', "~field Book.isbn label=Number"],
    // Fields.
    [
      "publisher and year of publication are missing",
      "+field Book.publisher text, +field Book.year_of_publication text",
    ],
    [
      "Cover yes or no, comes with a map yes or no - both on the book",
      "+field Book.cover boolean, +field Book.map boolean",
    ],
    ["add a paid tick to borrowings", "+field Borrowing.paid boolean"],
    ["add the streets they live in to readers", "+field Reader.streets text"],
    // Views, and rows in colour.
    [
      "taken on newest first. list filters on book and reader",
      "~page Borrowings sort taken_on desc, ~page Borrowings filters book, reader",
    ],
    ["overdue borrowings red!! i mean taken on over", "look condition Borrowing.taken_on overdue #ff0000"],
    // Rights.
    ["make readers' email private", "~field Reader.email read=admin, ~field Reader.email write=admin"],
    ["email of readers only for me", "~field Reader.email read=admin, ~field Reader.email write=admin"],
    ["the kids are supposed to find books without an account", "access Book read=anonymous write=all"],
    ["let anybody see the books but not the readers", "access Book read=anonymous write=all"],
    ["ACL: books read all, write admin", "access Book read=all write=admin"],
    ["only admins can view the email", "~field Reader.email read=admin, ~field Reader.email write=admin"],
  ])("in a library: %s", (said, lines) => {
    expect(after(school, said).lines).toBe(lines);
  });

  it.each([
    ["foreman should be one of the workers, not typed", "~field Site.foreman links=Worker"],
    ["hours max 12 per shift, min half an hour", "~field Shift.hours minimum=0.5, ~field Shift.hours maximum=12"],
    ["every shift should cost 15 unless we say different", "~field Shift.price default=15"],
    ["year no earlier than 1200", "~field Site.year minimum=1200"],
    [
      "length is a number in metres with decimals, between 3 and 20",
      "~field Site.length minimum=3, ~field Site.length maximum=20",
    ],
    ["workers.plan NOT NULL default pro", "~field Worker.plan default=pro, ~field Worker.plan required"],
    ['Please put "Job" wherever it says Shift', "~table Shift title=Jobs, ~page Shifts title=Jobs"],
    ["default sort of shifts: hours desc", "~page Shifts sort hours desc"],
    ["the foreman needs more space", "~field Site.foreman kind=longtext"],
    ["make the whole thing loud: pink menu, black writing", "look text=#000000, look header=#ffc0cb"],
  ])("in a construction firm: %s", (said, lines) => {
    expect(after(firm, said).lines).toBe(lines);
  });

  it.each([
    ["Beitrag ist normalerweise 60", "~field Member.membership_fee default=60"],
    ["lösch das Feld Geburtstag", "-field Member.birthday"],
    ["die Telefonnummer fehlt noch bei den Mitgliedern", "+field Member.phone_number phone"],
    ["Telefon bei den Mitgliedern ergänzen, Pflichtfeld", "+field Member.phone_number phone required"],
    ["dunkles Design bitte und alles etwas kompakter", "look density=compact, look mode=dark"],
  ])("in a club that speaks German: %s", (said, lines) => {
    expect(after(club, said).lines).toBe(lines);
  });

  it.each([
    "soft delete books",
    "make a page for the borrowings that aren't brought back yet",
    'where you add a book the button should say "Count me in"',
    "add an index on isbn",
    "email OR class, one of both must be there",
    "books of the genre comic crossed out",
  ])("does not pretend: %s", (said) => {
    const { lines, text } = after(school, said);
    expect(lines).toBe("");
    expect(text).toMatch(/What I did not do/);
  });

  it("takes codes of languages in a list for no foreign language", () => {
    const app = conversation();
    app.say("Museum: exhibits (title, room), tours (exhibit, starts at, language: en/de/fr), guides (name, email)");
    expect(app.entities()).toEqual(["Exhibit", "Guide", "Tour"]);
  });
});
