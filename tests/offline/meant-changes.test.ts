import { describe, expect, it } from "vitest";
import { changesOf, type Told, toldBy } from "../support/scenes";

// What a change means by its other words: whose rows, for whom, in place of what.

const scenes = {
  football: "A football club app with players (name, position, birthday) and matches (date, opponent, goals)",
  pets: "Pet sitting with pets, owners and visits",
  wedding: "A wedding planner with guests (name, email, address, rsvp) and vendors (name, phone, price)",
  bakery: "Inventory for a bakery: products with units, price, supplier",
  office: "Kundenverwaltung mit Kunden, Aufträgen und Rechnungen",
  books: "Book club: books, members, meetings",
  dance: "Dance school with teachers, students and lessons (teacher, student, date, level)",
} as const;
const after = changesOf(scenes);
type Row = Told<keyof typeof scenes>;

describe("A change is read with what its other words say", () => {
  it.each<Row>([
    [
      "football",
      "player position: goalkeeper, defender, midfielder, striker",
      ["~field Player.position options goalkeeper, defender, midfielder, striker"],
    ],
    ["football", "top 5 scorers on the start page", [], "does not end after the first few"],
    ["football", "add top 5 matches to the home page", [], "does not end after the first few"],
    [
      "pets",
      "hide allergies of pets from owners",
      ["~field Pet.allergies read=admin", "~field Pet.allergies write=admin"],
    ],
    [
      "pets",
      "don't show the address of owners to visitors",
      ["~field Owner.address read=admin", "~field Owner.address write=admin"],
    ],
    ["dance", "hide email from students", ["~page Students hides email"]],
    ["dance", "hide the level from lessons", ["~page Lessons hides level"]],
    ["dance", "level should be its own list", []],
    ["wedding", "no, I meant vendors by price, lowest first", ["~page Vendors sort price"]],
    ["wedding", "no i meant the other one", [], "What I did not do"],
    ["books", "make meetings a table with title", ["+field Meeting.title text"], "are a table of their own already"],
    ["books", "books on a board by genre, no, by status", ["+page board Book.status"]],
    ["office", "group orders by status", [], "What I did not do"],
    ["office", "nenn die App Büro", ["name Büro"]],
  ])("%s: %s", (...row) => toldBy(after)(row));

  it("makes a list of its own of what was a text, and links it", () => {
    const { lines, text } = after("bakery", "supplier should be its own list");
    expect(lines).toContain("~field Product.supplier links=Supplier");
    expect(text).toContain("Suppliers hold what is usual");
    expect(after("bakery", "make suppliers a table with name and phone").lines).toEqual(
      expect.arrayContaining(["~field Product.supplier links=Supplier", "+table Supplier name, phone"]),
    );
  });
});
