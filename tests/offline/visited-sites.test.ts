import { describe, expect, it } from "vitest";
import { besidesAddress, conversation } from "../support/offline";

// Who asks for a website has visitors: these see what is offered, and book, order or apply, without seeing one another.

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  return { app, text, site: app.read("services/app.js")!.includes('"purpose": "site"') };
};
const control = (app: ReturnType<typeof built>["app"], name: string) => app.entity(name)!["x-accessControl"]!;

describe("a website on which people book", () => {
  it.each([
    "website for my yoga studio where people book classes",
    "website for our bakery with cake orders",
    "homepage for a dog salon, clients can book appointments",
    "a website for my restaurant with a menu and table reservations",
    "website for a guitar teacher where students book lessons",
  ])("is a public site: %s", (said) => {
    const { app, site, text } = built(said);
    expect(site).toBe(true);
    expect(text).not.toContain("I made nothing of these words");
    const levels = app.entities().map((name) => control(app, name));
    expect(levels.some(({ permissions }) => permissions?.read === "anonymous")).toBe(true);
    // What others sent in is nobody's business.
    for (const name of app.entities().filter((one) => /Booking|Order|Appointment|Reservation/.test(one))) {
      const { permissions, rules } = control(app, name);
      const read = rules?.["read"] ?? [permissions?.read];
      expect([name, besidesAddress(read)]).toEqual([name, rules ? ["creator", "admin"] : ["admin"]]);
    }
  });

  it.each([
    ["pet adoption site", "ShelterAnimal", ["Shift", "Vaccination", "VolunteerSignUp"]],
    [
      "an adoption website for our animal shelter with animals, volunteers, shifts and vaccinations",
      "Animal",
      ["Shift", "Vaccination", "Volunteer"],
    ],
    ["italian restaurant website", "MenuItem", ["DiningTable"]],
  ])("keeps what the house notes for itself: %s", (said, seen, kept) => {
    const { app } = built(said);
    expect(control(app, seen).permissions?.read).toBe("anonymous");
    for (const name of kept) {
      const { permissions, rules } = control(app, name);
      expect([name, permissions?.read, permissions?.write, rules]).toEqual([name, "admin", "admin", undefined]);
      expect(app.read("pages/Home.jsx")).not.toContain(name);
    }
  });

  it("lets visitors get a ticket on the page of the concert", () => {
    const { app } = built("concert ticket site: concerts, venues, tickets");
    expect(app.read("pages/Concerts.jsx")).toMatch(/offers=\{\[\{ entity: TicketEntity[^\]]*Get tickets/);
    expect(control(app, "Ticket").rules?.["create"]).toEqual(["anonymous"]);
  });

  it.each([
    ["concert ticket site: concerts, venues, tickets", "Venue", ["price_per_day", "contact_person", "status"]],
    ["website for a small winery with wines, tastings and a contact form", "Wine", ["rack", "notes", "drink_until"]],
    ["cinema website with films, screenings and tickets", "Film", ["status", "watched_on", "thoughts"]],
    ["website for our band with gigs and songs", "Gig", ["fee", "contact", "status"]],
    ["restaurant guide website", "Restaurant", ["status", "notes"]],
    [
      "website for a small local museum with exhibitions, opening hours and guided tours that visitors can book",
      "Exhibit",
      ["inventory_number", "condition"],
    ],
  ])("shows no notes of how far its owners have come: %s", (said, name, inner) => {
    const { properties } = built(said).app.entity(name)!;
    for (const field of inner)
      expect([field, properties[field] === undefined || "x-accessControl" in properties[field]]).toEqual([field, true]);
  });

  it.each([
    ["restaurant guide website", "Restaurant"],
    ["public plant catalogue for our garden centre with prices and care tips", "PublicPlant"],
  ])("is open to strangers who look for something: %s", (said, name) => {
    const { app, site } = built(said);
    expect(site).toBe(true);
    expect(control(app, name).permissions?.read).toBe("anonymous");
  });

  it("has the tastings of a winery as dates, and those of a cellar as notes", () => {
    const fields = (said: string) => Object.keys(built(said).app.entity("Tasting")!.properties);
    expect(fields("website for a small winery with wines, tastings and a contact form")).toContain("starts_at");
    expect(fields("wine cellar with tastings")).toContain("palate");
  });

  it("shows visitors no board of how far things have come", () => {
    const { app } = built("theatre site: plays with date and price, visitors buy tickets");
    expect(app.pages()).not.toContain("PlaysBoard");
  });

  it("shows visitors on its first page only what they may see", () => {
    const { app } = built(
      "Homepage of a massage practice, treatments with duration and price, clients book an appointment online",
    );
    expect(control(app, "Session").permissions?.read).toBe("admin");
    expect(app.read("pages/Home.jsx")).not.toMatch(/sessions/i);
    expect(app.read("pages/Home.jsx")).toContain("See all treatments");
  });

  it("offers a class on its page, whoever stands in its bookings", () => {
    const { app } = built("website for my yoga studio where people book classes");
    expect(control(app, "Class").permissions).toEqual({ read: "anonymous", write: "admin" });
    expect(app.entity("Class")!.properties).not.toHaveProperty("member");
    expect(app.entity("Booking")!.required).toEqual(["name", "email", "class"]);
    expect(app.read("pages/Classes.jsx")).toContain('"by":"class","label":"Book now","only":["name","email"]');
    expect(app.read("pages/Trainers.jsx")).not.toContain("Book now");
  });

  it("has one way to book a thing, the one with free times", () => {
    const { app } = built(
      "A website for a piano tuner: visitors see the services with price and duration and book a time online; I see all appointments in a calendar",
    );
    expect(app.read("pages/Services.jsx")!.match(/"label":"Book now"[^}]*/g)).toEqual([
      '"label":"Book now","page":"Book"',
    ]);
  });

  it("lets visitors rent what it shows, at the prices of those who rent it out", () => {
    const { app } = built("a website for our bike rental with bikes and prices where visitors can reserve a bike");
    expect(app.read("pages/Bikes.jsx")).toContain('"label":"Book now"');
    const rental = app.entity("Reservation")!.properties as Record<string, object>;
    for (const name of ["price_per_day", "deposit", "total", "status"])
      expect(rental[name]).toHaveProperty("x-accessControl.write", ["admin"]);
  });

  it("asks once who books, where there is no table of members", () => {
    const { app } = built(
      "A website for our yoga studio, where people see the classes and the teachers and can book a class",
    );
    const properties = app.entity("Booking")!.properties;
    const asked = ["member", "name", "title"].filter((name) => properties[name] && !properties[name]["x-reference"]);
    expect([asked.length, properties["email"]?.format]).toEqual([1, "email"]);
  });

  it("shows who teaches, and not how to reach them", () => {
    const { app, text } = built("website for my yoga studio where people book classes");
    expect(control(app, "Trainer").permissions?.read).toBe("anonymous");
    const { email, phone, bio } = app.entity("Trainer")!.properties as Record<string, object>;
    for (const property of [email, phone])
      expect(property).toMatchObject({ "x-accessControl": { read: ["admin"], write: ["admin"] } });
    expect(bio).not.toHaveProperty("x-accessControl");
    expect(text).toContain("Anybody can see trainers, without how to reach them");
    expect(control(app, "Member").permissions?.read).toBe("admin");
  });

  it("shows who teaches what it offers, whatever they are called", () => {
    const { app } = built("a website for our yoga studio with classes, teachers and bookings");
    expect(control(app, "Teacher").permissions?.read).toBe("anonymous");
    expect(app.entity("Teacher")!.properties["phone"]).toHaveProperty("x-accessControl.read", ["admin"]);
    expect(app.read("pages/Teachers.jsx")).toContain("<Gallery");
  });

  it("has times of each barber, and not of all of them together", () => {
    const { app } = built("website for our barber shop, clients book a time with one of our barbers");
    const [dealing] = app.entities().filter((name) => /Booking|Appointment/.test(name));
    const booking = app.entity(dealing!) as unknown as { "x-noOverlap": { per?: string[] }; required: string[] };
    const [per] = booking["x-noOverlap"].per ?? [];
    expect(app.entity(dealing!)!.properties[per!]!["x-reference"]).toMatch(/Barber|Stylist/);
    expect(booking.required).toContain(per);
  });

  it.each([
    ["tennis court booking", "TennisCourt"],
    ["hot desk booking app", "Desk"],
    ["meeting room booking", "Room"],
  ])("has times of each thing that is booked, and not of all of them together: %s", (said, thing) => {
    const { app } = built(said);
    const booking = app.entity("Booking") as unknown as { "x-noOverlap": { per?: string[] }; required: string[] };
    const [per] = booking["x-noOverlap"].per ?? [];
    expect(app.entity("Booking")!.properties[per!]!["x-reference"]).toBe(thing);
    expect(booking.required).toContain(per);
  });

  it.each([
    ["tennis court booking", "Booking", "make it green"],
    ["a booking app for a hair salon with services, stylists and appointments", "Appointment", "make it green"],
  ])("keeps the rule of the times that stands when something else is changed: %s", (said, name, change) => {
    const { app } = built(said);
    app.edit(`entities/${name}.json`, (content) => {
      const entity = JSON.parse(content) as { "x-noOverlap": { per?: string[] }; required: string[] };
      const [per] = entity["x-noOverlap"].per!;
      delete entity["x-noOverlap"].per;
      return JSON.stringify({ ...entity, required: entity.required.filter((field) => field !== per) }, null, 2);
    });
    const before = app.read(`entities/${name}.json`);
    app.say(change);
    expect(app.read(`entities/${name}.json`)).toBe(before);
  });

  it("books a time of somebody on a page of times, which asks for no length", () => {
    const { app } = built("website for our barber shop Fade & Co, clients book a time with one of our barbers");
    const book = app.read("pages/Book.jsx")!;
    expect(book).toContain("<SlotPicker");
    expect(book).not.toContain("length");
    expect(app.read("pages/Home.jsx")).toContain('title="Our barbers"');
  });

  it("asks whoever orders for no review, and tells nobody what runs out", () => {
    const shop = built("a web shop for my cheese shop with products, product reviews and orders").app;
    expect(shop.read("pages/Products.jsx")).not.toContain("product_review");
    const bakery = built("website for my bakery where customers order cakes").app;
    expect(bakery.read("pages/Home.jsx")).not.toContain("what runs out");
  });

  it.each([
    ["a public website for our village with news and events", "News"],
    ["a magazine website with articles and authors", "Article"],
    ["website for my kite school where people can book courses", "Course"],
  ])("shows nobody a draft: %s", (said, name) => {
    const { app, text } = built(said);
    const { rules, permissions } = control(app, name);
    expect(permissions?.read).toBe("anonymous");
    expect(rules!["read"]).toContain("admin");
    expect(rules!["read"]).not.toContain("anonymous");
    expect(JSON.stringify(rules!["read"])).not.toContain("draft");
    expect(text).toContain("Strangers do not see drafts of");
  });

  it("has times to choose, which ask for what a visitor knows", () => {
    const { app } = built("homepage for a dog salon, clients can book appointments");
    expect(app.read("pages/Book.jsx")).toContain('only={["name", "service", "with", "phone", "email", "notes"]}');
    expect(app.entity("Appointment")).toHaveProperty("x-noOverlap.field", "starts_at");
    expect(app.read("pages/Services.jsx")).toContain('"by":"service","label":"Book now","page":"Book"');
    expect(app.read("pages/Home.jsx")).toContain('action={{ label: "Book an appointment", page: "Book" }}');
  });

  it("says what it has with commas", () => {
    const { app } = built("a website for our valley with articles, events and recipes");
    expect(app.read("pages/Home.jsx")).toContain('text="Articles, events and recipes, all in one place."');
  });

  it.each([
    "a booking app for a hair salon with services, stylists and appointments",
    "an internal booking tool for our studio",
  ])("is none where nobody said that strangers come: %s", (said) => {
    expect(built(said).site).toBe(false);
  });
});
