import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const practice = conversation();
practice.say(
  "Small vet practice: owners (name, phone, email, address), pets (owner, name, species: dog/cat/rabbit, birthday, weight), visits (pet, date, reason, diagnosis, fee, paid, status: planned/done)",
);

/** The app's difference after messages, and the last reply. */
function after(...said: string[]): { lines: string[]; text: string } {
  const app = conversation(undefined, undefined, practice.begun);
  const before = modelOf(app);
  const texts = said.map((one) => app.say(one).text);
  return { lines: differencesBetween(before, modelOf(app)).map(({ line }) => line), text: texts.at(-1)! };
}
const refused = /What I did not do/;

describe("A right to one field", () => {
  it.each([
    ["only admins can see the fee of visits", ["read=admin", "write=admin"]],
    ["the fee must only be seen by admins", ["read=admin", "write=admin"]],
    ["I dont want anyone but me to see fees", ["read=admin", "write=admin"]],
    ["fee only visible to admins", ["read=admin", "write=admin"]],
    ["hide the fee from everybody but admins", ["read=admin", "write=admin"]],
    ["members cannot change the fee", ["write=admin"]],
    ["only managers can see and edit fees", ["read=manager,admin", "write=manager,admin"]],
  ])("leaves its table as it is: “%s”", (said, rights) => {
    const { lines, text } = after(said);
    expect(lines).toEqual(rights.map((right) => `~field Visit.fee ${right}`));
    expect(text).not.toMatch(refused);
  });

  it("is taken back", () =>
    expect(after("only admins can see the fee of visits", "everybody can see and edit the fee again").lines).toEqual(
      [],
    ));

  it("opens no table where the field was open", () =>
    expect(after("everybody can see the fee").lines.filter((line) => /^(?:access|rules)/.test(line))).toEqual([]));
});

describe("Who may see rows and not change them", () => {
  it.each([
    "please let the staff see the visits but not change them",
    "members may see the visits but they can't edit them",
    "everybody may look at the visits but not change anything",
    "let all members read the visits, not write",
  ])("reads, and admins write: “%s”", (said) =>
    expect(after(said).lines).toEqual(["access Visit read=all write=admin"]),
  );
});

describe("Words that would be left out", () => {
  it.each([["the date of a visit must not be in the past", "any day"]])(
    "are the reason why nothing is done: “%s”",
    (said, why) => {
      const { lines, text } = after(said);
      expect(lines).toEqual([]);
      expect(text).toContain(why);
    },
  );

  it.each([
    "Add horse and bird to the animals",
    "the name of the app should have our logo",
    "make an overview with number of visits per colour",
    "an owner can only have one pet",
    "pets: vaccination every 6 months - remind me",
    "waiting list for visits: pet, owner, since when",
  ])("become nothing else: “%s”", (said) => {
    const { lines, text } = after(said);
    expect(lines).toEqual([]);
    expect(text).toMatch(refused);
  });
});

it("Strangers get no right that is denied in the same breath", () => {
  const { lines, text } = after("Let owners enter visits themselves without an account, but they must not see others");
  expect(lines.join()).not.toContain("anonymous");
  expect(text).toMatch(refused);
});

describe("A field is called by its name alone", () => {
  it.each([
    ["Please add a column for the voice (1st, 2nd, 3rd) to the owners", "+field Owner.voice enum 1st, 2nd, 3rd"],
    ['pets: add microchip number, colour and "insured" as yes/no', "+field Pet.insured boolean"],
    ['Add "urgent" tick box to visits and colour those red', "look condition Visit.urgent true #ff0000"],
  ])("“%s”", (said, line) => expect(after(said).lines).toContain(line));

  it.each([
    ["name and weight are enough in the pets list", "~page Pets hides species, birthday, owner"],
    ["turn the species round please: rabbit, cat, dog", "~field Pet.species order rabbit, cat, dog"],
  ])("and the others go or turn: “%s”", (said, line) => expect(after(said).lines).toEqual([line]));

  it("and a figure per row is a chart", () =>
    expect(after("average weight per species").lines).toContain("+chart Pet by species average=weight bar"));
});
