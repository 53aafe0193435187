import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

const shop = () => {
  const app = conversation();
  app.say(
    "Repair shop: customers (name, phone), repairs (customer, device, price, status: new/in work/done, due date, notes)",
  );
  return app;
};
const files = (app: ReturnType<typeof conversation>) => JSON.stringify(app.files);

describe("A change that the rules do not understand whole", () => {
  it("is read as it was learned, and says so", () => {
    const app = shop();
    const { text } = app.say("pls, one of my guys wants to write down the warranty date on a repair, is that ok");
    expect(app.entity("Repair")!.properties, text).toHaveProperty("warranty_date");
    expect(text).toContain('I read “write down the warranty date on a repair” as “add "warranty date" to repairs”.');
  });

  it.each([
    ["with a verb that nobody knows", "frobnicate the repairs"],
    ["without a word for removing", "i am so done with these repairs"],
    ["where what is taken out was named before", "nobody here reads the notes so kick them out of the repairs"],
    ["for what no table or page can do", "open the shop door when the customers phone"],
  ])("changes nothing %s", (_, said) => {
    const app = shop();
    const before = files(app);
    const { text } = app.say(said);
    expect(files(app) === before, text).toBe(true);
  });

  it("changes nothing where one of its requests is not understood, but for those that are clear by themselves", () => {
    const app = shop();
    const { text } = app.say("add a fax number to customers. frobnicate the repairs");
    expect(app.entity("Customer")!.properties).toHaveProperty("fax_number");
    expect(app.entity("Repair")).toBeDefined();
    expect(text).toContain("frobnicate");
  });
});
