import { describe, expect, it } from "vitest";
import { definitionIssue } from "@/features/tools/check-definition";
import { loadServices } from "@/offline/words/usual-prices";
import { compose, runTool } from "../support/compose";

const namesOf = (sentence: string) => compose(sentence).tool.fields.map(({ name }) => name);
const optionsOf = (sentence: string, field: string) =>
  compose(sentence)
    .tool.fields.find(({ name }) => name === field)
    ?.optionsConfig?.map(({ label }) => label);

describe("A quote with prices in its sentence", () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ["Bike rental price, 12 € a day", { days: 3 }, ["| 3 days at €12.00 each | €36.00 |", "**€36.00**"]],
    [
      "Catering quote at 25 per person, 15% discount over 50 guests, delivery 40",
      { people: 60, extras: ["Delivery"] },
      [
        "| 60 people at $25.00 each | $1,500.00 |",
        "| Delivery | $40.00 |",
        "| Discount of 15% | -$231.00 |",
        "**$1,309.00**",
      ],
    ],
    ["Catering quote at 25 per person, 15% discount over 50 guests, delivery 40", { people: 50 }, ["**$1,250.00**"]],
    [
      "Tutoring fee calculator, 30 € an hour maths, 35 € an hour physics, travel 10 €",
      { kind: "Physics", hours: 2, extras: ["Travel"] },
      ["| Physics: 2 hours at €35.00 each | €70.00 |", "| Travel | €10.00 |", "**€80.00**"],
    ],
    [
      "Bike repair price list, with brake adjustment 20, tyre change 15, full service 80",
      { services: ["Tyre change", "Full service"] },
      ["| Tyre change | $15.00 |", "| Full service | $80.00 |", "**$95.00**"],
    ],
    [
      "A pizza price calculator: small 8, medium 10, large 13, extra cheese 1.50",
      { size: "Large", extras: ["Extra cheese"] },
      ["| Large | $13.00 |", "| Extra cheese | $1.50 |", "**$14.50**"],
    ],
    [
      "Lawn mowing quote: base fee 20, 0.50 per square metre, minimum 45, plus 20% VAT",
      { "square metres": 10 },
      ["| Base fee | $20.00 |", "| Minimum price | $45.00 |", "| VAT of 20% | $9.00 |", "**$54.00**"],
    ],
    [
      "a quote maker for a lawn mowing business: 0.5 per square metre, 20 call-out fee, 10% off for weekly customers",
      { "square metres": 100, extras: ["Weekly customers"] },
      ["| Call-out fee | $20.00 |", "| Weekly customers (-10%) | -$7.00 |", "**$63.00**"],
    ],
    [
      "a photographer's quote: 100 per hour, 2 hours minimum, travel 0.5 per km",
      { hours: 2, "distance in km": 10 },
      ["| 2 hours at $100.00 each | $200.00 |", "**$205.00**"],
    ],
    [
      "a dog walking price calculator, 15 per walk, 5 extra per additional dog, 10% discount for 5 walks or more",
      { walks: 5, "additional dogs": 1 },
      ["| 1 additional dog at $5.00 each | $5.00 |", "| Discount of 10% | -$8.00 |", "**$72.00**"],
    ],
    [
      "a catering quote for 20 per person, drinks 5 per person, waiters 25 per hour",
      { people: 10, hours: 2 },
      [
        "| 10 people at $20.00 each | $200.00 |",
        "| Drinks: 10 people at $5.00 each | $50.00 |",
        "| 2 hours at $25.00 each | $50.00 |",
        "**$300.00**",
      ],
    ],
    [
      "quote calculator for a plumber with hours, 60 per hour, materials and 20% VAT",
      { hours: 2, materials: 80 },
      ["| Materials | $80.00 |", "| VAT of 20% | $40.00 |", "**$240.00**"],
    ],
    [
      "a quote for a website: 5 pages at 100 each, logo 200",
      { pages: 5, extras: ["Logo"] },
      ["| 5 pages at $100.00 each | $500.00 |", "**$700.00**"],
    ],
    [
      "an electrician estimate with hours at 55, parts, and a call-out fee of 40",
      { hours: 2, parts: 30 },
      ["| Call-out fee | $40.00 |", "| 2 hours at $55.00 each | $110.00 |", "| Parts | $30.00 |", "**$180.00**"],
    ],
    [
      "a hotel price calculator: 80 per night, breakfast 12 per person, 10% off for 7 nights or more, city tax 3 per person",
      { nights: 7, people: 2 },
      [
        "| Breakfast: 2 people at $12.00 each | $24.00 |",
        "| City tax: 2 people at $3.00 each | $6.00 |",
        "**$531.00**",
      ],
    ],
    [
      "car wash prices: basic 10, premium 20, deluxe 35, interior cleaning 15",
      { size: "Basic", extras: ["Interior cleaning"] },
      ["| Basic | $10.00 |", "**$25.00**"],
    ],
    [
      "a venue quote: 35 per person, room 200, 10% service charge",
      { people: 10, extras: ["Room", "Service charge"] },
      ["| Service charge (+10%) | $35.00 |", "**$585.00**"],
    ],
    [
      "a DJ price calculator with hours at 80 each, light show 100",
      { hours: 2, extras: ["Light show"] },
      ["| Light show | $100.00 |", "**$260.00**"],
    ],
    [
      "price of a holiday flat: 90 per night, cleaning 60 once, towels 5 per night",
      { nights: 2, extras: ["Cleaning"] },
      ["| Cleaning | $60.00 |", "| Towels: 2 nights at $5.00 each | $10.00 |", "**$250.00**"],
    ],
    [
      "an appliance repair quote: 60 per hour, parts extra",
      { hours: 1, parts: 15 },
      ["| Parts | $15.00 |", "**$75.00**"],
    ],
    [
      "Translation quote per word at £0.12 per word, express +50%",
      { words: 1000, extras: ["Express"] },
      ["| 1000 words at £0.12 each | £120.00 |", "| Express (+50%) | £60.00 |", "**£180.00**"],
    ],
    [
      "Boat trip quote at $80 per adult and $40 per child, minimum $200",
      { adults: 1, children: 2 },
      ["| 1 adult at $80.00 each | $80.00 |", "| 2 children at $40.00 each | $80.00 |", "**$200.00**"],
    ],
    [
      "Marina berth fee: 4 € per metre per night, electricity 6 €",
      { metres: 10, nights: 3, extras: ["Electricity"] },
      ["| 30 metre nights at €4.00 each | €120.00 |", "**€126.00**"],
    ],
    [
      "Subscription price at $10 per user with 10% off for yearly payment",
      { users: 5, extras: ["Yearly payment"] },
      ["| Yearly payment (-10%) | -$5.00 |", "**$45.00**"],
    ],
    [
      "Personal trainer packages: 1 session 60, 5 sessions 275, 10 sessions 500",
      { choice: "5 sessions" },
      ["| 5 sessions | $275.00 |", "**$275.00**"],
    ],
    [
      "Ticket price: adults 12, children 6, seniors 9, 20% off for groups over 10",
      { adults: 6, children: 5, seniors: 0 },
      ["| 6 adults at $12.00 each | $72.00 |", "| Discount of 20% | -$20.40 |", "**$81.60**"],
    ],
    [
      "Fee for pet sitting per day, cats 18, dogs 25",
      { kind: "Dogs", days: 3 },
      ["| Dogs: 3 days at $25.00 each | $75.00 |", "**$75.00**"],
    ],
    [
      "Gym membership price at 40 a month with 10% student discount",
      { months: 2, extras: ["Student discount"] },
      ["| Student discount (-10%) | -$8.00 |", "**$72.00**"],
    ],
    [
      "Music teacher fees: 30 minutes 25, 45 minutes 35, 60 minutes 45",
      { choice: "45 minutes" },
      ["| 45 minutes | $35.00 |", "**$35.00**"],
    ],
    ["Bike rental price: 12 a day, at most 50", { days: 7 }, ["| Highest price | $50.00 |", "**$50.00**"]],
  ])("%s with %j", (sentence, entered, says) => {
    const shown = runTool(compose(sentence).tool, entered);
    for (const words of says) expect(shown).toContain(words);
  });

  it.each([
    "Quote: base fee 10, small 5, large 9, rooms 3 each, doors 4 each, windows 2 each, walls 1 each, size of garden, quality, season, extras: sauna 5, pool 9, minimum 20, 19% tax, 10% discount over 100",
    "Price: 3 per room, 4 per door, 2 per window, 1 per wall, quality, season, difficulty, fee 10 for travel, express +20%",
    'Price of {{x}} | y: "a" 5, b, c 7, it\'s 8, 3% x',
  ])("of much at once can be stored and computed: %s", (sentence) => {
    const { tool } = compose(sentence);
    expect(definitionIssue({}, tool, { isAdmin: false, plan: "lite", arePlansOn: false })).toBeUndefined();
    const entered = Object.fromEntries(
      tool.fields.map(({ name, type, optionsConfig }): [string, unknown] => [
        name,
        type === "number"
          ? 2
          : type === "multiselect"
            ? optionsConfig!.map(({ label }) => label)
            : (optionsConfig?.[0]!.label ?? "x"),
      ]),
    );
    expect(runTool(tool, entered)).toMatch(/\*\*Total\*\* \| \*\*\$[1-9]/);
  });

  it("takes a smallest number for what it is", () => {
    const { tool } = compose("What does a birthday party cost? 18 per child, cake 35, minimum 8 children");
    expect(tool.fields[0]).toMatchObject({ name: "children", min: 8 });
    expect(runTool(tool, { children: 8, extras: ["Cake"] })).toContain("**$179.00**");
  });

  it("says of a highest price for each day that it did not understand it", () => {
    const { tool, notes } = compose("Parking fee 2 € an hour, at most 15 € a day");
    expect(tool.fields.map(({ name }) => name)).toEqual(["hours"]);
    expect(notes.left.join()).toContain("I did not understand “at most 15 € a day”");
  });

  it("names what it could not price, and guesses nothing that was said", () => {
    const { notes } = compose("Bike rental price, 12 € a day");
    expect(notes.assumed.join()).not.toContain("guess");
  });
});

describe("A quote without prices", () => {
  it("takes the factors that the sentence names", () => {
    expect(namesOf("A price calculator for my carpet cleaning business: rooms, stairs, stain removal")).toEqual([
      "rooms",
      "stairs",
      "extras",
    ]);
    expect(namesOf("Dog boarding price: nights, number of dogs, size of dog, extras like walks and grooming")).toEqual([
      "nights",
      "dogs",
      "size of dog",
      "extras",
    ]);
    expect(optionsOf("Car hire price per day with insurance and child seat", "extras")).toEqual([
      "Insurance",
      "Child seat",
    ]);
    expect(namesOf("Shipping cost by weight and distance")).toEqual(["weight in kg", "distance in km"]);
  });

  it("says that its prices are guesses, and stands in one place of the template, where the builder puts others", () => {
    const { tool, notes, isUnderstood } = compose("Window cleaning price");
    expect(isUnderstood).toBe(true);
    expect(notes.assumed.join()).toContain("guesses");
    expect(tool.blocks).toHaveLength(1);
    const price = /\{\{#with ([\d.]+) as price_per_window\}\}/.exec(tool.blocks[0]!.template!)!;
    const dearer = {
      ...tool,
      blocks: [
        {
          ...tool.blocks[0]!,
          template: tool.blocks[0]!.template!.replace(price[0], price[0].replace(price[1]!, "100")),
        },
      ],
    };
    expect(runTool(dearer, { windows: 2, floor: "Ground floor" })).toContain("| 2 windows at $100.00 each | $200.00 |");
  });

  it.each(loadServices().map((service) => [service.names[0]!, service] as const))("%s is priced", (name, service) => {
    for (const one of service.names) {
      const { tool, notes } = compose(`${one} price calculator`);
      expect([one, notes.made[0]]).toEqual([one, expect.stringContaining("without an AI model")]);
      expect(definitionIssue({}, tool, { isAdmin: false, plan: "lite", arePlansOn: true })).toBeUndefined();
      expect(tool.fields.length).toBeGreaterThan(0);
      const entered = Object.fromEntries(
        tool.fields.map(({ name: field, type, optionsConfig }): [string, unknown] => [
          field,
          type === "number" ? 2 : type === "multiselect" ? [optionsConfig![0]!.label] : optionsConfig?.[0]!.label,
        ]),
      );
      expect(runTool(tool, entered)).toMatch(/\*\*Total\*\* \| \*\*\$[1-9]/);
    }
    expect(name).not.toBe("");
  });

  it("computes a price that the sentence asks to calculate", () => {
    expect(namesOf("Calculate the price of curtains from width, height and fabric")).toEqual([
      "width in metres",
      "height in metres",
      "fabric",
    ]);
  });

  it("multiplies two sides, whatever they are the sides of", () => {
    expect(namesOf("Snow shovelling quote with driveway length and width")).toEqual([
      "length in metres",
      "width in metres",
    ]);
  });

  it("guesses a price where only a discount is said", () => {
    expect(namesOf("Gym membership price with 10% student discount")).toEqual(["months", "extras"]);
  });

  it("says of an amount that it does not change the price", () => {
    const { notes } = compose("A tax advisor quote with number of employees and yearly turnover");
    expect(notes.left.join()).toContain("“yearly turnover” is asked for, and does not change the price");
  });

  it("asks for whom the quote is, too", () => {
    const { tool } = compose("A quote tool for garden lighting that asks for name, email and number of lamps");
    expect(tool.fields.map(({ name, type }) => [name, type])).toEqual([
      ["name", "text"],
      ["email", "email"],
      ["lamps", "number"],
    ]);
    expect(runTool(tool, { name: "Bo", email: "bo@example.com", lamps: 2 })).toContain("2 lamps at");
  });
});

describe("A kind is taken for its own subject alone", () => {
  it.each([
    ["window cleaning price", "Cleaning quote"],
    ["carpet cleaning quote", "Cleaning quote"],
    ["pool maintenance cost estimator", "Project quote"],
    ["solar panel savings calculator", "Savings calculator"],
    ["holiday destination quiz", "Trivia quiz"],
    ["Quiz: which plant suits your home?", "Trivia quiz"],
  ])("%s is no %s", (sentence, kind) => {
    expect(compose(sentence).notes.made.join()).not.toContain(`${kind},`);
  });

  it.each([
    ["house cleaning price calculator", "Cleaning quote"],
    ["office cleaning quote for my company", "Cleaning quote"],
    ["freelance quote", "Project quote"],
    ["monthly savings calculator", "Savings calculator"],
    ["a geography quiz for kids", "Trivia quiz"],
    ["holiday destination quiz", "Destination finder"],
    ["Quiz: which plant suits your home?", "Plant finder"],
    ["solar panel savings calculator", "Solar savings calculator"],
  ])("%s is a %s", (sentence, kind) => {
    expect(compose(sentence).notes.made.join()).toContain(`${kind},`);
  });
});

describe("A quote whose sentence says more than prices", () => {
  it("makes no price up for a number that is none", () => {
    const { tool, notes } = compose("a parking fee calculator, 2 per hour, at most 15 a day");
    expect(tool.fields.map(({ name }) => name)).toEqual(["hours"]);
    expect(notes.left).toEqual(["I did not understand “at most 15 a day”"]);
  });

  it.each([
    "a body fat estimate from waist, neck and height",
    "a customer survey with satisfaction from 1 to 5 and comments",
  ])("%s has no price", (sentence) =>
    expect(compose(sentence).tool.blocks.map(({ title }) => title)).not.toContain("Your price"),
  );
});
