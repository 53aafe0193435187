import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

const prompt =
  "Dog walking: dogs (name, breed), walks (date, deposit, time spent, notes, dog), owners (name, phone, notes)";

function told(request: string) {
  const app = conversation();
  app.say(prompt);
  const { text } = app.say(request);
  const fields = (name: string) => Object.keys(app.entity(name)!.properties);
  return { text, dog: fields("Dog"), walk: fields("Walk"), owner: fields("Owner") };
}

describe("Moving a field to another table", () => {
  it.each([
    "Move deposit from walks to owners",
    "move the deposit of walks to owners",
    "please move the field deposit to owners",
  ])("takes it out of the one and puts it into the other: %s", (request) => {
    const { walk, owner, text } = told(request);
    expect(walk).not.toContain("deposit");
    expect(owner).toContain("deposit");
    expect(text).toContain("what was stored there stays in the rows");
  });

  it("takes several at once, and nothing of a third table", () => {
    const { walk, dog, owner } = told("Move deposit and time spent from walks to dogs");
    expect(walk).toEqual(expect.not.arrayContaining(["deposit", "time_spent"]));
    expect(dog).toEqual(expect.arrayContaining(["breed", "deposit", "time_spent"]));
    expect(owner).toEqual(["name", "phone", "notes"]);
  });

  it.each([
    ["Move notes to dogs", "please say which one it leaves"],
    ["Move notes from walks to owners", "Owners have notes already"],
    ["Move phone from dogs to owners", "What I did not do"],
    ["Move breed to owners and walks", "What I did not do"],
  ])("changes nothing where it cannot, and says so: %s", (request, reason) => {
    const { text, ...fields } = told(request);
    const { text: _, ...before } = told("hello");
    expect(text).toContain(reason);
    expect(fields).toEqual(before);
  });

  it("takes no preposition for a field of that name", () => {
    const app = conversation();
    app.say("Layers: from, to, soil type. Wells: location, price. Customers: name, phone");
    const { text } = app.say("move price to customers");
    expect(Object.keys(app.entity("Customer")!.properties), text).toContain("price");
    expect(Object.keys(app.entity("Layer")!.properties), text).toEqual(expect.arrayContaining(["from", "to"]));
  });
});
