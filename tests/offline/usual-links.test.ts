import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

const built = (said: string) => {
  const app = conversation();
  app.say(said);
  const linksOf = (name: string) =>
    Object.values(app.entity(name)!.properties).flatMap((value) => value["x-reference"] ?? []);
  return { app, linksOf };
};

describe("tables that nobody linked", () => {
  it.each([
    ["Restaurant: menu, tables, reservations, staff shifts", "Reservation", ["Table"], ["MenuItem", "StaffShift"]],
    ["Restaurant: menu, tables, reservations, staff shifts", "StaffShift", [], ["MenuItem"]],
    [
      "Car rental company: cars, customers, rentals with pick up and return date, damages, payments",
      "Car",
      [],
      ["Customer"],
    ],
    [
      "Car rental company: cars, customers, rentals with pick up and return date, damages, payments",
      "Rental",
      ["Car", "Customer"],
      [],
    ],
    ["Plumber: jobs, customers, quotes, invoices, parts used", "Invoice", ["Customer"], ["Part"]],
    ["Gym: members, classes, trainers, class bookings", "ClassBooking", ["Class", "Member"], ["Trainer"]],
    ["Gym: members, classes, trainers, class bookings", "Class", ["Trainer"], ["Member"]],
    // What is said in a rating is its own, and no comment on something else.
    ["restaurants with ratings and comments", "Rating", ["Restaurant"], ["Comment"]],
    [
      "website for a small local museum with exhibitions, opening hours and guided tours that visitors can book",
      "Booking",
      ["Tour"],
      ["Exhibit"],
    ],
    ["concert ticket site: concerts, venues, tickets", "Ticket", ["Concert"], ["Venue"]],
    ["company cars with trips, drivers and services", "Trip", ["CompanyCar", "Driver"], ["Service"]],
    ["Tutoring centre: tutors, students, lessons, payments, homework", "Payment", ["Student"], ["Tutor"]],
  ])("are tied by what such rows are of: %s (%s)", (said, table, links, others) => {
    const { linksOf } = built(said);
    expect(linksOf(table)).toEqual(expect.arrayContaining(links));
    for (const other of others) expect(linksOf(table)).not.toContain(other);
  });
});

describe("What is booked", () => {
  it("has a time of the day", () => {
    const { app } = built("physiotherapy practice: patients book appointments with a therapist");
    expect(app.entity("Appointment")!.properties.starts_at).toMatchObject({ format: "date-time" });
    expect(app.pages()).toContain("Book");
  });

  it("is chosen before the details are given", () => {
    const { app } = built("concert ticket site: concerts, venues, tickets");
    expect(Object.keys(app.entity("Ticket")!.properties).slice(0, 3)).toEqual(["holder", "email", "concert"]);
  });
});

describe("a list of rows behind a colon", () => {
  it.each([
    ["a site for our band: gigs, songs, photos, and a guestbook", ["Gig", "Song", "Photo", "Guestbook"]],
    ["IT asset management: laptops and phones, who has them, warranty, tickets", ["Laptop", "Phone", "Ticket"]],
    ["Construction: sites, workers, daily reports, materials used", ["Site", "Worker", "Report", "Material"]],
  ])("is read as tables: %s", (said, tables) => {
    expect(built(said).app.entities()).toEqual(expect.arrayContaining(tables));
  });

  it("gives no budget to tasks where budget items are kept", () => {
    const { app } = built("Event agency: events, venues, clients, tasks, budget items");
    expect(Object.keys(app.entity("Task")!.properties)).not.toContain("planned");
  });
});

describe("what an app of a kind is about", () => {
  it("goes by its last word: requests of a leave request app have days", () => {
    const { app } = built("Build a leave request app: employees request days off, managers approve or reject");
    expect(Object.keys(app.entity("Request")!.properties)).toEqual(expect.arrayContaining(["from", "until"]));
  });

  it("is not built twice: a job application is no job", () => {
    const { app } = built("job application tracker: company, role, status, date applied, next step");
    expect(app.entities()).toEqual(["JobApplication"]);
    expect(app.entity("JobApplication")!.properties["status"]!.enum).toContain("interview");
  });

  it("is there for a website as for a site", () => {
    const { app } = built("Create a recipe website where anyone can browse and members can rate and comment");
    expect(app.entities()).toContain("Recipe");
  });

  it("shares expenses of a flat among those who live there", () => {
    const { linksOf } = built("An app to split expenses in our shared flat");
    expect(linksOf("Expense")).toContain("Flatmate");
  });
});
