import { expect, it } from "vitest";
import { conversation } from "../support/offline";

const shop = "Warehouse: products (name, price, stock, status: new/sold), suppliers (name, email)";

it.each([
  ["colour stock below 5 red", "<5", "when stock is below 5"],
  ["highlight products with a price of at least 100 in orange", ">=100", "when price is at least 100"],
  ["products with stock 0 grey", "0", "when stock is 0"],
  ["mark sold products", "sold", "when status is sold"],
])("rows stand out by a rule that the list is given: %s", (said, is, told) => {
  const app = conversation();
  app.say(shop);
  const { text, failed } = app.say(said);
  expect(failed).toEqual([]);
  expect(text).toContain(told);
  expect(app.read("pages/Products.jsx")).toContain(`is: "${is}"`);
});

it("says where colours of rows cannot be seen", () => {
  const app = conversation();
  app.say("A shop with products (name, photo, price, stock)");
  const { text } = app.say("colour products with stock below 5 red");
  expect(text).toContain("say “show products as a table” to see them");
  app.say("show products as a table");
  expect(app.read("pages/Products.jsx")).toContain('is: "<5"');
});
