import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// One sentence each, as a newcomer types it: the tables that must be there, and nothing that was only whose or where.

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  const linksOf = (name: string) =>
    Object.values(app.entity(name)!.properties).flatMap((value) => value["x-reference"] ?? []);
  return { app, text, linksOf, tables: app.entities().toSorted() };
};

describe("Whose an app is, is none of its tables", () => {
  it.each([
    ["ticket shop for a small theatre", "Theatre"],
    ["fantasy football league between friends", "Friend"],
    ["job board for nonprofits", "Nonprofit"],
    ["job board for universities", "University"],
    ["repairs and tenants in our building", "Building"],
  ])("%s", (said, owner) => {
    const { tables, text } = built(said);
    expect(tables).not.toContain(owner);
    expect(text.toLowerCase()).not.toContain(`“${owner.toLowerCase()}`);
  });

  it("but rows that are listed are", () => {
    expect(built("universities and scholarships").tables).toEqual(["Scholarship", "University"]);
  });
});

describe("What a table is about decides what it belongs to", () => {
  it("dues are a member's, and announcements stand alone", () => {
    const { linksOf } = built("membership management for a tennis club with court booking");
    expect(linksOf("DuesPayment")).toEqual(["Member"]);
    expect(linksOf("Announcement")).toEqual([]);
  });

  it("an event for many is no member's", () => {
    expect(built("a club app with events and members").linksOf("Event")).toEqual([]);
  });

  it("tables are reserved, and no dishes", () => {
    expect(built("restaurant website with menu and reservations").linksOf("Reservation")).toEqual([]);
  });
});

describe("What is given anonymously tells nobody who gave it", () => {
  it.each([
    ["anonymous feedback form for my restaurant", "Feedback"],
    ["employee survey, answers are anonymous", "SurveyResponse"],
    ["a survey tool for our employees to give anonymous feedback", "SurveyResponse"],
    ["whistleblower portal where employees can report problems anonymously", "ProblemReport"],
    ["anonymous voting for our club", "Vote"],
  ])("%s", (said, rows) => {
    const { app, text } = built(said);
    const fields = Object.keys(app.entity(rows)!.properties);
    expect(fields.filter((name) => /^(?:name|email|phone|voter|employee)$|_by$/.test(name))).toEqual([]);
    expect(text).toContain("is asked for a name or an address");
    expect(text).not.toContain("made nothing of these words");
  });

  it.each(["feedback form, not anonymous", "feedback form that anonymous visitors can fill in"])(
    "and else they say who they are: %s",
    (said) => {
      expect(Object.keys(built(said).app.entity("Feedback")!.properties)).toContain("email");
    },
  );
});

describe("Who gets which one on which day is written down anew each time", () => {
  it.each([
    ["parking spots for employees, who gets which one on which day", "Booking", ["ParkingSpot", "Employee"]],
    ["who gets which desk on which day", "DeskBooking", ["Desk", "Person"]],
    ["track who drives which van when", "VanBooking", ["Van", "Person"]],
  ])("%s", (said, rows, links) => {
    const { app, linksOf } = built(said);
    expect(linksOf(rows).toSorted()).toEqual(links.toSorted());
    expect(app.entity(rows)!.properties).toHaveProperty("date");
  });
});

describe("Nothing is kept twice", () => {
  it("an expiry date is the day until which a warranty is valid", () => {
    const { properties } = built("warranties with expiry date").app.entity("Warranty")!;
    expect(properties.valid_until).toMatchObject({ title: "Expiry date" });
    expect(properties).not.toHaveProperty("expiry_date");
  });

  it("an event that starts at a time has its place in the calendar", () => {
    expect(built("event calendar for the village").app.entity("Event")!.properties).not.toHaveProperty("date");
  });

  it("members log their plots, and no journal of them", () => {
    expect(built("an app where members log their plots").tables).toEqual(["Member", "Plot"]);
  });
});

describe("What somebody did or wants to do is a list of their own", () => {
  it.each([
    ["museums I've been to", "Museum", "visited_on"],
    ["wines we tasted", "Wine", "tasted_on"],
    ["recipes I want to try", "Recipe", "tried"],
  ])("%s", (said, rows, field) => {
    const { app, text } = built(said);
    expect(Object.keys(app.entity(rows)!.properties)).toEqual(expect.arrayContaining(["photo", field]));
    expect(text).not.toContain("made nothing of these words");
  });
});

it("What a business did is no list of a person's own", () => {
  expect(Object.keys(built("invoices we paid").app.entity("Invoice")!.properties)).not.toContain("rating");
});

describe("What it is called decides what it keeps", () => {
  it.each([
    ["expense claims with approval by managers", ["Employee", "ExpenseClaim"]],
    ["a logbook for my sailing trips", ["SailingTrip"]],
    ["church directory", ["Family", "Member"]],
    ["landing page for my startup with a waitlist", ["WaitlistEntry"]],
    ["vocabulary trainer for learning spanish", ["Deck", "Flashcard"]],
    ["loan tracker, money I lent to friends", ["Loan"]],
    ["tasks and deadlines for my PhD", ["Task"]],
    ["companies I'm applying to", ["JobApplication"]],
    ["compare universities I'm applying to", ["UniversityApplication"]],
    ["keep track of my job hunt", ["JobApplication"]],
    ["running club with races and results", ["GroupRun", "Race", "Result"]],
    ["tournament for table tennis with bracket", ["Match", "Player", "Tournament"]],
    ["dispatch for a taxi company", ["Driver", "Ride", "Vehicle"]],
    ["car dealership inventory", ["TestDriveRequest", "VehicleForSale"]],
    ["board meeting minutes and decisions", ["Decision", "MeetingMinute"]],
    ["how many hours each volunteer worked this month", ["Volunteer", "VolunteerHour"]],
    ["a simple app to log my blood sugar", ["GlucoseReading"]],
  ])("%s", (said, expected) => {
    const { tables, text } = built(said);
    expect(tables).toEqual(expected);
    expect(text).not.toContain("What I did not do");
  });

  it("a merch store sells products", () => {
    expect(built("merch store for a podcast").tables).toEqual(expect.arrayContaining(["Order", "Product"]));
  });

  it("tickets are sold for performances, whoever plays", () => {
    const { tables, app } = built("sell tickets for a school play");
    expect(tables).toEqual(["EventTicket", "Show"]);
    expect(app.read("services/app.js")).toContain('"purpose": "site"');
  });

  it("nobody picks up their own kids from a nursery", () => {
    const { app } = built("track my kids' vaccinations and doctor visits");
    expect(Object.keys(app.entity("Kid")!.properties)).not.toContain("pick_up_persons");
    expect(Object.keys(built("kindergarten with children and groups").app.entity("Child")!.properties)).toContain(
      "pick_up_persons",
    );
  });

  it("a directory presents those whom it lists", () => {
    const { app } = built("a directory of therapists");
    expect(app.entity("Therapist")!["x-accessControl"]!.permissions!.read).toBe("anonymous");
    expect(app.entity("Therapist")!.properties.phone).toMatchObject({ "x-accessControl": { read: ["admin"] } });
  });

  it("a band's site shows its songs", () => {
    const { app } = built("band website with gigs, songs and merch");
    expect(app.entity("Song")!["x-accessControl"]!.permissions!.read).toBe("anonymous");
  });
});

describe("On a website people can do what it is for", () => {
  const mayAdd = (said: string, rows: string) =>
    built(said).app.entity(rows)!["x-accessControl"]!.rules?.create ??
    built(said).app.entity(rows)!["x-accessControl"]!.permissions!.write;

  it.each([
    ["hotel booking website", "Stay"],
    ["tour booking site", "TourBooking"],
    ["campground reservation site", "Reservation"],
    ["vacation rental site", "Booking"],
    ["a platform where people can view campaigns and donate", "Donation"],
    ["pizza ordering website", "Order"],
    ["kids camp website with registration", "CampRegistration"],
    ["course site with enrolment", "Enrolment"],
    ["theatre website with tickets", "Ticket"],
  ])("%s", (said, rows) => {
    expect([mayAdd(said, rows)].flat()).toContain("anonymous");
  });

  it("and sees nothing of how the house works", () => {
    expect(built("theatre website with tickets").tables).toEqual(["Production", "Ticket"]);
    expect(built("vet website with appointments").app.entity("Pet")!["x-accessControl"]!.permissions!.read).toBe(
      "admin",
    );
  });
});
