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

  it.each<[string, (app: ReturnType<typeof conversation>) => unknown, unknown]>([
    [
      "name has to be filled in for every customer, and device is usually Phone so put that as default",
      (app) => [app.entity("Customer")!.required, app.entity("Repair")!.properties.device!.default],
      [["name"], "Phone"],
    ],
    [
      "repairs need dogs yes/no, the village asks for that",
      (app) => app.entity("Repair")!.properties.dogs!.type,
      "boolean",
    ],
    [
      "done can go from the status, we never use it",
      (app) => app.entity("Repair")!.properties.status!.enum,
      ["new", "in work"],
    ],
    [
      "status: also waiting for parts",
      (app) => app.entity("Repair")!.properties.status!.enum,
      ["new", "in work", "done", "waiting for parts"],
    ],
  ])("is carried out directly: %s", (said, read, wanted) => {
    const app = shop();
    const { text } = app.say(said);
    expect(read(app), text).toEqual(wanted);
  });

  it("is done where it is clear, and the rest of its sentence is named", () => {
    const app = shop();
    const { text } = app.say("hide the price in the repairs list, customers look over the counter on our screen");
    expect(files(app), text).toContain('\\"hidden\\"');
    expect(text).toContain("“Repairs” does not show price; the form still has it.");
    expect(text).toMatch(/“customers look over the counter on our screen”: I did not understand “/);
  });
});

/** The app after a message, and what it said. */
function after(said: string) {
  const app = conversation();
  app.say(
    "Repair shop: customers (name, phone), repairs (customer, device, price, status: new/in work/done, due date), parts (name, stock, supplier)",
  );
  const { text } = app.say(said);
  return { app, text, rights: (entity: string) => app.entity(entity)!["x-accessControl"] };
}

describe("What a request is about", () => {
  it("is a table that the same message makes", () => {
    const { app, text } = after("cars should be an own table with plate and model, and every repair picks a car");
    expect(app.entity("Repair")!.properties.car, text).toMatchObject({ "x-reference": "Car" });
  });

  it("is a chart of sums per table that rows belong to", () => {
    const { app, text } = after("how much do we earn per customer, as bars");
    expect(JSON.stringify(app.files), text).toContain('\\"sum\\": \\"price\\"');
  });

  it("is each of several fields in a row", () => {
    const { app, text } = after("weight, colour and warranty yes/no for every part pls");
    expect(app.entity("Part")!.properties, text).toMatchObject({ colour: {}, warranty: { type: "boolean" } });
    expect(app.entity("Part")!.properties).toHaveProperty("weight");
  });

  it("is a list of options, of which one sounds like a kind of field", () => {
    const { app, text } = after("device can only be phone, tablet or laptop");
    expect(app.entity("Repair")!.properties.device!.enum, text).toEqual(["phone", "tablet", "laptop"]);
  });

  it("is a number below which rows stand out, in red where no colour is named", () => {
    const { app, text } = after("parts with less than 3 in stock should stand out");
    expect(JSON.stringify(app.files), text).toContain('\\"is\\": \\"<3\\"');
    expect(text).toContain("You named no colour, so I took red.");
  });

  it("is who may do what, each for themselves", () => {
    const { rights, text } = after("apprentices may look at the repairs but only the masters may change them");
    expect(rights("Repair"), text).toMatchObject({ rules: { update: [{ role: "master" }, "admin"] } });
    expect(rights("Customer")).not.toHaveProperty("rules");
  });

  it("is one's own rows, which others than admins neither see nor change", () => {
    const { rights, text } = after("everybody sees just the repairs he entered himself");
    const own = ["creator", "admin"];
    expect(rights("Repair"), text).toEqual({
      permissions: { read: "creator", write: "creator" },
      rules: { read: own, update: own, delete: own },
    });
  });

  it("is not what stands in the sentence before", () => {
    const { app, text } = after(
      "could it mail the customers when a repair is ready? also weight and warranty yes/no for every part",
    );
    expect(app.entity("Part")!.properties, text).toMatchObject({ weight: {}, warranty: { type: "boolean" } });
    expect(app.entity("Repair")!.properties).not.toHaveProperty("weight");
    expect(text).toContain("What I did not do");
  });

  it("keeps for admins what a rule gave them, when another right is set", () => {
    const { app } = after("members can only edit their own repairs");
    const kept = app.entity("Repair")!["x-accessControl"]!.rules!.update;
    expect(kept).toEqual(["creator", "admin"]);
    const { text } = app.say("apprentices may look at the repairs but only the masters may delete them");
    expect(app.entity("Repair")!["x-accessControl"]!.rules, text).toMatchObject({
      update: kept,
      delete: [{ role: "master" }, "admin"],
    });
  });

  it("is a link of the table that held the other one's name as a text", () => {
    const { app, text } = after(
      "a list of suppliers with name and city would be good, then the supplier of a part is picked from that list",
    );
    expect(app.entity("Part")!.properties.supplier, text).toMatchObject({ "x-reference": "Supplier" });
    expect(app.entity("Supplier")!.properties).not.toHaveProperty("part");
    expect(text).toContain("What was typed as supplier till now names no row of suppliers");
  });

  it("keeps the text that names the rows of a table, and links beside it", () => {
    const app = conversation();
    app.say("Choir: concerts (hall, date, notes), singers (name, phone)");
    const { text } = app.say(
      "make a table halls with name and city, then the hall of a concert is picked from that list",
    );
    const { properties } = app.entity("Concert")!;
    expect(properties.hall, text).toMatchObject({ title: "Hall as typed" });
    expect(Object.values(properties)).toContainEqual(expect.objectContaining({ "x-reference": "Hall", title: "Hall" }));
    expect(text).toContain("what was typed stays as “hall as typed”");
  });

  it("takes no right from anybody for a field", () => {
    const { rights, text } = after("stock only visible to admins");
    expect(rights("Part")?.permissions?.read, text).toBe("all");
  });
});

describe("A change that the rules take for understood", () => {
  it.each(["could it text the customers when their repair is done?", "can the customers pay with paypal directly"])(
    "is declined where it asks for more than an app of tables can do: %s",
    (said) => {
      const app = shop();
      const before = files(app);
      const { text } = app.say(said);
      expect(files(app) === before, text).toBe(true);
      expect(text).toContain("What I did not do");
    },
  );

  it("is a request and no question where it was learned as one", () => {
    const app = shop();
    const { text } = app.say("how much money did each customer bring us, as columns");
    expect(JSON.stringify(app.files), text).toContain('\\"by\\": \\"customer\\"');
  });

  it.each([
    [
      "group the repairs by device",
      "a board goes by a dropdown, whose options are its columns, and device of repairs is not one",
    ],
    ["let me narrow the customers down by phone", "lists are filtered by dropdowns, checkboxes and links"],
    ["make it look like a punk poster", "the styles that apps come in are calm, bold"],
    ["all money in doubloons please", "amounts can be shown in AUD"],
    ["could it mail the customers when the repair is done", "Mails and reminders need a function"],
  ])("tells why it is not done: %s", (said, why) => {
    const app = shop();
    const before = files(app);
    const { text } = app.say(said);
    expect(files(app) === before, text).toBe(true);
    expect(text).toContain(why);
  });

  it("is in any currency that people name", () => {
    const app = shop();
    const { text } = app.say("all money in zloty please, we moved to Poland");
    expect(files(app), text).toContain('\\"currency\\": \\"PLN\\"');
  });

  it("is named where it was left out beside another one of its sort", () => {
    const app = shop();
    const { text } = app.say("put 4 sample customers and 3 sample repairs in");
    expect(text).toContain("Added 4 sample rows to customers.");
    expect(text).toContain("Added 3 sample rows to repairs.");
  });

  it("is read again where one of its requests was left out", () => {
    const app = shop();
    const { text } = app.say("buttons green, dark mode on, and 6 example customers please");
    expect(files(app), text).toContain('\\"mode\\": \\"dark\\"');
  });

  it("is declined where only a part of it asks for more", () => {
    const app = shop();
    const { text } = app.say("device must be unique. could it text the customers when their repair is done?");
    expect(app.entity("Repair")!.properties.device, text).toMatchObject({ "x-unique": true });
    expect(text).toContain("could it text the customers when their repair is done?”:");
    expect(text).not.toContain("Customers hold");
  });

  it.each<[string, (app: ReturnType<typeof conversation>) => unknown, unknown]>([
    ["in the menu it should say Jobs and not Repairs", (app) => app.entity("Repair")!.title, "Job"],
    ["maker is the right word instead of device", (app) => app.entity("Repair")!.properties.device!.title, "Maker"],
    ["add plus one (yes/no) to customers", (app) => app.entity("Customer")!.properties.plus_one!.type, "boolean"],
    [
      "for repairs: priority express or normal",
      (app) => app.entity("Repair")!.properties.priority!.enum,
      ["express", "normal"],
    ],
  ])("is no field, option or name of its small words: %s", (said, read, wanted) => {
    const app = shop();
    const { text } = app.say(said);
    expect(read(app), text).toEqual(wanted);
  });

  it("makes no table of half of its fields, and takes no right from another one instead", () => {
    const app = shop();
    const before = files(app);
    const { text } = app.say("a calls table with date, topic and which customer, and only admins can see it");
    expect(files(app) === before, text).toBe(true);
    expect(text).toMatch(/“a calls table with date, topic and which customer”: I did not understand /);
  });

  it("makes no table without the link that the same sentence asks for", () => {
    const app = shop();
    const { text } = app.say(
      "the mechanics should get their own table with name, email, phone and the repair takes the mechanic from there",
    );
    const isLinked = app.entity("Repair")!.properties.mechanic?.["x-reference"] === "Mechanic";
    expect(isLinked || text.includes("did not understand"), text).toBe(true);
  });

  it("is said to be of no number where that is to be added up", () => {
    const app = shop();
    const { text } = app.say("who needs the most device? bars of device per customer pls");
    expect(text).toContain("device is no number here, so nothing can be added up");
  });

  it("gives nobody a right that no word tells", () => {
    const app = shop();
    const before = app.entity("Repair")!["x-accessControl"];
    const { text } = app.say("the repairs are for everybody, that is how we work here");
    expect(app.entity("Repair")!["x-accessControl"], text).toEqual(before);
  });

  it("is not made of a table that the app has not", () => {
    const app = shop();
    const before = files(app);
    const { text } = app.say("sort the invoices by price");
    expect(files(app) === before, text).toBe(true);
    expect(text).toContain("What I did not do");
  });
});
