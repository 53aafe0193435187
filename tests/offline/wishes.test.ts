import { describe, expect, it } from "vitest";
import { pascal, snake } from "@/offline/language/inflect";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const first = (sentence: string) => {
  const begun = conversation();
  const { text } = begun.say(sentence);
  return { text, entities: readModel(begun.files, "Untitled").model.entities };
};
const namesOf = (sentence: string) => first(sentence).entities.map(({ name }) => name);
const fieldsOf = (sentence: string) => Object.keys(first(sentence).entities[0]!.properties);

describe("a question about one's own things, asked of an empty app", () => {
  it.each([
    ["who did i lend my books to??", ["Book", "Loan"]],
    ["did i take my pills today?", ["Pill"]],
    ["who owes me money?", ["Debt"]],
    ["what do we need to buy this week?", ["ShoppingItem"]],
    ["how many hours did we work on each project?", ["TimeEntry", "Project"]],
    ["when is our next rehearsal and who is coming?", ["Rehearsal", "Participant"]],
    ["what did i eat this week?", ["FoodEntry"]],
    ["track what i eat", ["FoodEntry"]],
    ["keep track of what we borrowed", ["Loan"]],
  ])("“%s” makes %j", (sentence, expected) => expect(namesOf(sentence)).toEqual(expected));

  it("is a birthday party's guests where somebody is coming to it", () =>
    expect(namesOf("who is coming to my birthday party?")[0]).toBe("Guest"));

  it.each(["what can you do?", "how do i import my data?", "what is this?", "who owns my data?", "can i publish it?"])(
    "“%s” is answered, and makes nothing",
    (question) => expect(namesOf(question)).toEqual([]),
  );
});

describe("verbs that are things, too", () => {
  it.each([
    ["track parcels", ["Parcel"]],
    ["track parcels with recipient and status", ["Parcel"]],
    ["record rainfall", ["Rainfall"]],
    ["document incidents", ["Incident"]],
    ["catalogue stamps", ["Stamp"]],
    ["record collection", ["Record"]],
  ])("“%s” keeps %j", (sentence, expected) => expect(namesOf(sentence)).toEqual(expected));
});

describe("a noun that nothing is known of", () => {
  it.each([
    ["hotel towels", ["name", "photo", "quantity", "location", "condition", "notes"]],
    ["caterpillars we found", ["name", "photo", "sex", "born", "notes"]],
  ])("has the fields of its sort: “%s”", (sentence, expected) => expect(fieldsOf(sentence)).toEqual(expected));

  it("is said to be guessed", () =>
    expect(first("hotel towels").text).toContain(
      "I could only guess what towels hold. Tell me the fields that you need.",
    ));
});

describe("fields that are asked for", () => {
  it("go by the participle of their verb", () =>
    expect(fieldsOf("Keys: number, who took it, who wrote it, who gave it, how many copies they made")).toEqual([
      "number",
      "taken_by",
      "written_by",
      "given_by",
      "copies_made",
    ]));

  it("are options where they are told as such", () => {
    const [song] = first("DJ app: songs with title, artist, must-play or do-not-play").entities;
    expect(song!.properties["kind"]?.enum).toEqual(["must-play", "do-not-play"]);
    const [quote] = first("quotes with client, amount, statuses draft sent accepted rejected").entities;
    expect(quote!.properties["status"]?.enum).toEqual(["draft", "sent", "accepted", "rejected"]);
  });
});

describe("names", () => {
  it("write umlauts as German does where it has none", () =>
    expect([pascal("Bienenvölker"), snake("Größe in m²"), snake("Café-Gäste")]).toEqual([
      "Bienenvoelker",
      "groesse_in_m2",
      "cafe_gaeste",
    ]));

  it("take a specimen for no man", () =>
    expect(namesOf("Taxidermy workshop. Specimen: species, sex, origin, received on")).toEqual(["Specimen"]));

  it("keep a table whose rows another one links to, spelled as a list: “lessons: aircraft, student, instructor”", () =>
    expect(
      namesOf(
        "Hi! Flight school. Aircraft (registration, type, hours, next check at hours), students, instructors, lessons: aircraft, student, instructor, block off, block on, landings.",
      ),
    ).toEqual(["Aircraft", "Student", "Instructor", "Lesson"]));
});

describe("a brief of a whole website", () => {
  const brief =
    "Please implement an auction website for art. The website should have functionalities for publishing lots, bidding and searching artists. Users should be able to browse lots by artist and medium, place a bid, and save lots to their favourites. Staff can set each lot to draft, open, sold or withdrawn. Use ghost white as the background and dark orange for components.";
  const { entities } = first(brief);

  it("has tables of what is kept, and none of what is done on the pages", () => {
    const names = entities.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Lot", "Bid"]));
    expect(names.filter((name) => /^(?:Publishing|Searching|Browse|Deposit)/.test(name))).toEqual([]);
  });

  it("has all states that are told in a row, the first ones too", () => {
    const options = entities.flatMap(({ properties }) => Object.values(properties).map(({ enum: one }) => one));
    expect(options).toContainEqual(["draft", "open", "sold", "withdrawn"]);
  });
});

it("books no news, and ties none to a room", () => {
  const { entities } = first("A website with rooms (name, price), news and bookings of rooms (name, email)");
  const linksOf = (name: string) =>
    Object.values(entities.find((one) => one.name === name)!.properties).flatMap((value) => value["x-reference"] ?? []);
  expect([linksOf("News"), linksOf("Booking")]).toEqual([[], ["Room"]]);
});
