import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// What people ask for in one everyday sentence: a website with its parts, a shop, something to book, what a place keeps.

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  return { app, text, config: app.read("services/app.js")! };
};

describe("A website shows the parts that are listed", () => {
  it.each([
    ["A website for our bakery with the menu, opening hours and an order form", ["MenuItem", "Order"]],
    ["website for a hair salon with services, prices and online booking", ["Booking", "Service"]],
    ["a site for my yoga studio showing classes, teachers and prices", ["Class", "Teacher"]],
    ["Landing page for our plumbing business with a contact form", ["Inquiry", "Service", "Testimonial"]],
    [
      "a website for our vet clinic with team, services, opening hours and contact form",
      ["Inquiry", "Service", "TeamMember"],
    ],
    ["a homepage for the village church with events, sermons and a newsletter", ["Event", "Sermon", "Subscriber"]],
    [
      "Create a website for our law firm with our services, the team, a blog and a contact form. Dark mode.",
      ["Inquiry", "Post", "Service", "TeamMember"],
    ],
  ])("%s", (said, tables) => {
    const { app, config } = built(said);
    expect(app.entities().toSorted()).toEqual(tables);
    expect(config).toContain('"purpose": "site"');
  });

  it("with a page of text for what is no list", () => {
    const { text, config } = built("A website for our bakery with the menu, opening hours and an order form");
    expect(config).toContain('"title": "Opening hours"');
    expect(text).toContain("The page “Opening hours” has a text to replace");
  });

  it("with its people, but not how to reach them", () => {
    const { app, text } = built("a website for our vet clinic with team, services and contact form");
    expect(app.entity("TeamMember")!["x-accessControl"]!.permissions!.read).toBe("anonymous");
    expect(app.entity("TeamMember")!.properties.phone).toMatchObject({ "x-accessControl": { read: ["admin"] } });
    expect(text).toContain("Anybody can see team members, without how to reach them");
  });

  it("unless one of them is no part that is known", () => {
    const { app } = built("website for my restaurant where people can rate dishes");
    expect(app.entities()).not.toContain("Testimonial");
  });
});

describe("A shop sells what somebody says that they sell", () => {
  it.each([
    ["sell my handmade candles online", "Candle"],
    ["I'd like to sell handmade jewelry online", "Product"],
    ["I want to sell my paintings", "Painting"],
    ["we sell vegetables from our farm, customers order and pick up on fridays", "Product"],
    ["An online store selling vintage clothes", "Product"],
  ])("%s", (said, ware) => {
    const { app, config } = built(said);
    expect(app.entities()).toEqual(expect.arrayContaining([ware, "Order", "Customer"]));
    expect(app.entity("Order")!.properties[ware.toLowerCase()]!["x-reference"]).toBe(ware);
    expect(config).toContain('"purpose": "site"');
  });

  it("and who counts what was sold keeps a book of it", () => {
    expect(built("we sell honey and want to keep track of sales").app.entities()).not.toContain("OrderLine");
  });
});

describe("What those in a house can book has bookings", () => {
  it.each([
    ["An app for our rowing club to reserve boats", "Boat"],
    ["let members of our tennis club reserve courts", "Court"],
    ["court booking app for our tennis club", "Court"],
    ["boat booking for our rowing club", "Boat"],
    ["A simple booking app for our village hall", "Room"],
  ])("%s", (said, what) => {
    const { app, text, config } = built(said);
    expect(app.entity("Booking")!.properties[what.toLowerCase()]!["x-reference"]).toBe(what);
    expect(config).toContain('"purpose": "booking"');
    expect(text).not.toContain("What I did not do");
  });
});

describe("A tool to keep track of some rows keeps these", () => {
  it.each([
    ["a tool for our gym to track payments and members", ["Member", "Payment"]],
    ["app for my restaurant to track suppliers and deliveries", ["Delivery", "Supplier"]],
    ["a system for our clinic to manage rooms, devices and repairs", ["Device", "Repair", "Room"]],
  ])("%s", (said, tables) => {
    const { app, config } = built(said);
    expect(app.entities().toSorted()).toEqual(tables);
    expect(config).toContain('"purpose": "office"');
  });
});
