import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const begin = (first: string) => {
  const app = conversation();
  app.say(first);
  return app.begun;
};
const shop = begin(
  "A bakery's orders: customers (name, phone, email), cakes (name, price, size: small/medium/large, vegan yes/no), orders (customer, cake, pickup date, quantity, status: new/baking/ready/collected, note)",
);
const club = begin(
  "Tennis club: members (name, email, phone, category: adult/junior/senior, joined on), courts (name, surface: clay/grass/hard), fees (member, year, amount, paid), animals (member, weight)",
);

function after(begun: typeof shop, said: string): { lines: string[]; text: string } {
  const app = conversation(undefined, undefined, begun);
  const before = modelOf(app);
  const { text } = app.say(said);
  return { lines: differencesBetween(before, modelOf(app)).map(({ line }) => line), text };
}
const refused = /What I did not do/;

describe("A value is no field, and a kind is none either", () => {
  it.each([
    ["new size xl for cakes pls", ["~field Cake.size +xl"]],
    ["one more status: waiting for pickup, between ready and collected", ["~field Order.status +waiting for pickup"]],
    ["for the size more than one can be picked", ["~field Cake.size kind=multi options small, medium, large"]],
    ["quantity: 1, 2, 3, 4 - as a drop down", ["~field Order.quantity kind=enum options 1, 2, 3, 4"]],
    ["we need on the cakes a field allergens code, text", ["+field Cake.allergens_code text"]],
  ])("“%s”", (said, lines) => expect(after(shop, said).lines).toEqual(expect.arrayContaining(lines)));

  it.each([
    ["weight in kg with decimals", club],
    ["how full is each court? seats minus members", club],
    ["flurb the gnarl of the wobbles", shop],
    ["enrol the orders red if not new", shop],
    ["put name and phone next to each other", shop],
    ["show name and phone only in the customers list", shop],
    ["show the orders of today first thing when i open it", shop],
  ])("and nothing is guessed: “%s”", (said, begun) => {
    const { lines, text } = after(begun, said);
    expect(lines).toEqual([]);
    expect(text).toMatch(refused);
  });

  it("and the strange words are named", () =>
    expect(after(shop, "flurb the gnarl of the wobbles").text).toContain("“flurb”, “gnarl” and “wobbles”"));
});

describe("Each colour goes somewhere", () => {
  it.each([
    ["page ivory, buttons dark green", ["look page=#fffff0", "look buttons=#006400"]],
    ["header navy, page ivory", ["look page=#fffff0", "look header=#000080"]],
    ["buttons and other components teal", ["look components=#008080", "look buttons=#008080"]],
  ])("“%s”", (said, lines) => expect(after(shop, said).lines).toEqual(lines));
});

describe("The whole of a message", () => {
  it.each([
    ["make the font elegant", ["look font=playfair-display"]],
    ["dark mode and bigger rows", ["look density=airy", "look mode=dark"]],
    ["price is in pounds and required", ["~field Cake.price required", "look currency=GBP"]],
    ["quantity at most 20", ["~field Order.quantity maximum=20"]],
    ["amount is required and never negative", ["~field Fee.amount minimum=0", "~field Fee.amount required"]],
    ["how much was paid per year? bar chart please", ["+chart Fee by year sum=amount bar"]],
    ["rename fees in membership dues", ["~table Fee title=Membership dues", "~page Fees title=Membership dues"]],
    ['call courts "Fields" and members "People"', ["~table Court title=Fields", "~table Member title=People"]],
    [
      "members per category and courts per surface, both as pie charts",
      ["+chart Member by category pie", "-chart Member by category bar"],
    ],
  ])("“%s”", (said, lines) => {
    const begun = /fee|court|paid|amount|surface/.test(said) ? club : shop;
    const done = after(begun, said).lines;
    for (const line of lines) expect(done).toContain(line);
  });

  it.each([["size: add xs, remove small", "Size of cakes can be"]])("is told once: “%s”", (said, start) => {
    const { text } = after(shop, said);
    expect(text.split(start)).toHaveLength(2);
  });

  it("and of a text", () => {
    const app = conversation(undefined, undefined, shop);
    app.say("i want a page with the house rules: no shoes on the mat, be on time");
    expect(modelOf(app).pages.at(-1)!.text).toBe("no shoes on the mat, be on time");
  });
});
