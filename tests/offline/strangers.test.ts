import { describe, expect, it } from "vitest";
import { deedsOfStrangers } from "@/offline/description/wishes/strangers";
import { conversation } from "../support/offline";

// Who says what visitors see and book has visitors, whether or not the word "website" is said; who notes what they did has none.

const built = (said: string) => {
  const app = conversation();
  app.say(said);
  const rights = new Map(app.entities().map((name) => [name, app.entity(name)!["x-accessControl"]]));
  const isRead = (name: string) =>
    rights.get(name)?.permissions?.read === "anonymous" ||
    (rights.get(name)?.rules?.["read"] ?? []).some(
      (test) => test !== null && typeof test === "object" && "is" in test && test.is !== "my address",
    );
  const isSent = (name: string) =>
    rights.get(name)?.permissions?.write === "anonymous" ||
    (rights.get(name)?.rules?.["create"] ?? []).includes("anonymous");
  return { app, isRead, isSent };
};

describe("what strangers are said to do", () => {
  it.each([
    ["A website for our dive school: visitors see our courses and book a place", "Course", "Booking"],
    ["A diving school where guests book dives and courses", "Course", "Booking"],
    ["Escape room: visitors see our rooms and book a time slot", "Room", "Booking"],
    ["Kayak tours: visitors book places on tours", "Tour", "Booking"],
    ["A website where visitors browse our holiday cottages and ask for a date", "HolidayCottage", "Request"],
    ["Pottery studio: customers can see the workshops and sign up", "Workshop", "Registration"],
    ["Farm shop: customers order vegetables boxes online", "Vegetable", "Order"],
    ["Whale watching: guests see trips with date and price, and book seats", "Trip", "Booking"],
    ["A site for our music school where parents see the teachers and sign up children", "Teacher", "Registration"],
    ["Museum: visitors look at the exhibitions and buy tickets", "Exhibition", "Ticket"],
    ["theatre site: plays with date and price, visitors buy tickets", "Play", "Ticket"],
    ["Website for a cat hotel, customers see rooms and prices and book a stay", "Room", "Booking"],
    ["Dog groomer: clients book appointments online and see prices", "Service", "Appointment"],
  ])("is open to them: %s", (said, seen, sent) => {
    const { app, isRead, isSent } = built(said);
    expect([seen, isRead(seen)]).toEqual([seen, true]);
    expect([sent, isSent(sent)]).toEqual([sent, true]);
    // What others sent, and who they are, is nobody's business.
    const isOfPeople = (name: string) =>
      name === sent || /^(?:Guest|Customer|Client|Visitor|Parent|Student|Member)$/.test(name);
    for (const name of app.entities().filter(isOfPeople)) expect([name, isRead(name)]).toEqual([name, false]);
  });

  it.each([
    "Track visitors at our office: name, company, host, time in and out",
    "Staff see courses and who booked them",
    "Internal tool: staff see courses and who booked them",
    "Bike workshop: customers, bikes and repairs",
    "Hotel front desk: guests book rooms by phone, we enter name, room and nights",
    "Our reception notes which guests booked a tour and when",
    "A list of the books customers order",
    "For our staff: customers see nothing, we track orders and deliveries",
    "Members see the rota and sign up for shifts",
    "A private site where guests see photos of our wedding",
    "An app where our customers see their invoices and pay them",
    "Guests can see their bills",
    "Customers can view their loyalty points and vouchers",
    "Repair shop: customers can check the status of their repair",
  ])("is not read from what is noted of them: %s", (said) => {
    const { app, isRead, isSent } = built(said);
    for (const name of app.entities()) expect([name, isRead(name), isSent(name)]).toEqual([name, false, false]);
  });

  it("opens what they see and book, and not what it cost or what opens the door", () => {
    const rental = built("Bike rental: visitors reserve a bike. Bikes, rentals, repairs and costs");
    expect(["Bike", "Repair", "Cost", "Rental"].map(rental.isRead)).toEqual([true, false, false, false]);
    const cottages = built("A website where visitors browse our holiday cottages and ask for a date");
    expect(cottages.app.entity("HolidayCottage")!.properties["key_box_code"]).toHaveProperty("x-accessControl.read", [
      "admin",
    ]);
  });

  it("is told in the message's own words", () => {
    expect(deedsOfStrangers("Cinema: visitors can browse films; our team adds them. Guests book seats")).toEqual([
      "browse films",
      "book seats",
    ]);
    expect(deedsOfStrangers("customers order bread, and we order from suppliers")).toEqual(["order bread"]);
    expect(deedsOfStrangers("guests see the menu and their bills")).toEqual(["see the menu"]);
    expect(deedsOfStrangers("parents book a slot")).toEqual([]);
    expect(deedsOfStrangers("our website, on which parents book a slot")).toEqual(["book a slot"]);
  });
});
