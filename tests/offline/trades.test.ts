import { describe, expect, it } from "vitest";
import { loadWords } from "@/offline/words/load";
import { parseRows } from "@/offline/words/row-notation";
import { loadTrades } from "@/offline/words/trades";
import { conversation, today } from "../support/offline";

// The first rows of an app are of its own trade: a kite school teaches no physics of music.

/** All that the sample rows of a new app say. */
function sampled(said: string): string {
  const app = conversation("New app");
  return app
    .say(said)
    .staged.records.flatMap(({ rows }) => rows.map((row) => JSON.stringify(row)))
    .join("\n");
}

describe("Fields", () => {
  it("ask for no sort where a table is of one", () => {
    const app = conversation();
    app.say("property management: buildings, flats, tenants, leases and repairs");
    expect(Object.keys(app.entity("Flat")!.properties)).not.toEqual(expect.arrayContaining(["kind"]));
    expect(Object.keys(app.entity("Flat")!.properties)).not.toEqual(expect.arrayContaining(["for"]));
    // A member may well be a member among presidents.
    const club = conversation();
    club.say("student council with members and meetings");
    expect(Object.keys(club.entity("Member")!.properties)).toContain("role");
  });
});

describe("Sample rows", () => {
  it.each([
    ["a website for my kite school where people can book courses", "Kite basics", /Algebra|Physics|mathematics|8b/],
    ["website for our barber shop, clients book a haircut", "Skin fade", /Manicure|Gel nails|facial|Fern & Fable/],
    ["website for my yoga studio where people book classes", "Hatha", /Iron basics|Spin 45|Strength/],
    ["website for my bakery where customers order cakes", "Carrot cake", /Sourdough loaf|bread bag/],
    ["invoicing for a bakery with customers and invoices with lines", "Wedding cake", /Logo|Cover design|typesetting/],
    ["invoices for my plumbing company with invoice lines", "Bathroom", /Logo|Cover design|SVG/],
    ["a webshop for my toy shop with products and orders", "Rag doll", /loaf|croissant|pastry/],
    ["website for a museum with exhibitions and guided tours", "Highlights in an hour", /Bus station|Pine lake/],
    ["property management: buildings, flats, tenants, leases and repairs", '"number":"1A"', /285000|Heirloom/],
    ["concert ticket site: concerts, venues, tickets", "Okafor Trio", /Blue scarf|ruled out/],
    ["lab sample tracking with samples, tests and results", "Nitrate", /Catan|Winnings/i],
    ["a website for my candle workshop with products and a contact form", "Beeswax", /bread|pastry|bird on a bike/],
    ["invoices for a freelance designer with clients and invoice lines", "Logo refresh", /Work as offered/],
    ["a job board where companies post jobs", "Bookkeeper", /croissant|Pastry|barista|Mill Lane/],
    ["an inventory for my bike shop with products and suppliers", "Gravel bike", /flour|croissant|Meadow Dairy/],
    ["an intranet with announcements and employees", "Open day", /Oven|flat white|Head baker/],
    ["an inventory for a bakery with products and suppliers", "Sourdough loaf", /gift box/i],
    ["climbing hall with courses, members and route setters", "Climbing beginner course", /Route setters|Photography/],
    ["beekeeper: hives, inspections, honey harvests", "Lime honey", /Leeks|wheat|projector/],
    ["dive shop: dives, divers, gear rentals", "Regulator set", /Training balls|Van 1|licence/],
    ["luthier: repairs and customers", "Cello bow", /Spiral mixer|Coffee machine/],
    ["food bank: households, parcels handed out", "Family parcel", /croissant|loaves/],
    ["roofing company: jobs, quotes", "Ridge tiles", /Leaking tap|Studio plan/],
    ["escape room: rooms, bookings", "The Vault", /Round table|whiteboard/],
    ["Imkerei: Ernten und Kunden", "Lime honey", /Leeks|wheat/],
    [
      "event site for our jazz club with concerts, artists and ticket sales",
      "Nina Solberg Trio",
      /Lino|needle|voucher/,
    ],
    ["kanban board for our marketing team with campaigns and tasks", "Write the spring newsletter", /internet line/],
    ["portfolio for an architect with projects, photos and a contact form", "House on the slope", /Uncle|Pollen/],
    ["marketplace where students sell used textbooks", "Organic Chemistry", /bike|Wool coat|8b/],
    ["school timetable with classes, teachers and homework", "Mathematics 8b", /travellers|camera|price":45/],
    ["plan volunteer shifts for our food bank", "Handing out, Saturday", /Samson|dogs|Litter/],
    ["sign-up for volunteers and their shifts at our museum night", "Sunday open house", /Samson|Kennels|Litter/],
    ["job board for remote design jobs, companies post jobs", "Product designer", /Delivery driver|Bookkeeper/],
  ])("are of the trade: %s", (said, has, foreign) => {
    const rows = sampled(said);
    expect(rows).toContain(has);
    expect(rows).not.toMatch(foreign);
  });

  it.each([
    ["website for a juggling school where people book courses", "Juggling beginner course", /Algebra|Physics/],
    ["a web shop for hot sauces", "Hot sauce gift box", /loaf|croissant/],
    ["invoices for my kiosk with invoice lines", "Work as offered", /Logo/],
    ["a community for radio restorers with posts and comments", "A first try", /bread|pear tree|tide|shark/],
    ["a forum for model railways with topics and replies", "spare parts", /piano|Street party|grey cat/],
  ])("are neutral where nobody knows the trade: %s", (said, has, foreign) => {
    const rows = sampled(said);
    expect(rows).toContain(has);
    expect(rows).not.toMatch(foreign);
  });

  it.each([
    ["a blog about our village with posts", "bread"],
    ["a forum for our street with topics and replies", "Street party"],
    ["a community for gardeners with posts and comments", "pear tree"],
  ])("stay where they belong: %s", (said, has) => expect(sampled(said)).toContain(has));

  it("number the fees of a club, of which each year has one for each member", () => {
    const app = conversation("New app");
    const { records } = app.say("a rowing club with members and membership fees").staged;
    const numbers = records.filter(({ entity }) => entity === "MembershipFee").flatMap(({ rows }) => rows);
    expect(new Set(numbers.map(({ fields }) => fields["number"])).size).toBe(numbers.length);
    expect(numbers.length).toBeGreaterThan(3);
  });

  it("have options of the trade", () => {
    const app = conversation("New app");
    app.say("a webshop for my toy shop with products and orders");
    expect(app.entity("Product")!.properties["category"]).toMatchObject({
      enum: ["wooden toys", "games", "dolls", "outdoor"],
    });
  });

  it("keep the options that a person has named", () => {
    const app = conversation("New app");
    app.say("a webshop for my toy shop with products (name, category: old, new; price)");
    expect(app.entity("Product")!.properties["category"]!.enum).toEqual(["old", "new"]);
  });
});

describe("Fields", () => {
  it.each([
    ["website for our barber shop, clients and appointments", false],
    ["CRM for my consultancy: clients, projects, invoices", true],
    ["a salon with clients (name, VAT number) and appointments", true],
  ])("of clients are those of people where nobody sends them invoices: %s", (said, has) => {
    const app = conversation("New app");
    app.say(said);
    expect("vat_number" in app.entity("Client")!.properties).toBe(has);
  });
});

describe("The data on trades", () => {
  const { things } = loadWords();
  const { trades, neutral } = loadTrades();
  const all = [
    ...trades.map(({ keys, ...samples }) => ({ ...samples, name: keys[0]! })),
    ...[...neutral].map(([thing, { rows, options }]) => ({
      name: "neutral",
      rows: { [thing]: rows },
      options: Object.fromEntries(Object.entries(options).map(([field, values]) => [`${thing}.${field}`, values])),
    })),
  ];
  it.each(all)("fit the things that they are of: $name", ({ rows, options }) => {
    for (const field of Object.keys(options)) {
      const [thing, name] = field.split(".") as [string, string];
      expect(things.get(thing)?.fields.map((one) => one.name)).toContain(name);
    }
    for (const [name, lines] of Object.entries(rows)) {
      const fields = things.get(name)!.fields.map((field) => {
        const values = options[`${name}.${field.name}`]?.split("|").map((value) => value.trim());
        return values ? { ...field, options: values.map((value) => ({ value, meaning: "neutral" as const })) } : field;
      });
      expect(parseRows(lines, fields, today).length).toBe(lines.length - 1);
    }
  });
});
