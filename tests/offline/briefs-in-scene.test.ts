import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// What a brief says is done to its rows, in the words of its trade: no table of a deed, of a figure or of who reads.

const built = (brief: string) => {
  const app = conversation();
  const { text } = app.say(`Please implement ${brief} Use ivory as the background color and teal for the components.`);
  return { app, text };
};

describe("a brief", () => {
  it.each([
    [
      "a property listing website for a real estate agency. The website should have functionalities for browsing properties, filtering by price, viewing details with photos, contacting an agent, and scheduling viewings.",
      ["Agent", "Property", "Viewing"],
    ],
    [
      "a library management system to manage books, readers and loans. Librarians should be able to add books, register readers, check out and return books, and send overdue reminders. Readers should be able to search the catalogue and reserve books.",
      ["Book", "Loan", "Reader", "Reservation"],
    ],
    [
      "an event ticketing website. Users should be able to browse events by date and city, view event details, choose seats, buy tickets and download them. Organizers should be able to publish events and see ticket sales.",
      ["Event", "Ticket"],
    ],
    [
      "a project collaboration tool for remote teams. The tool should have functionalities for creating projects, assigning tasks, sharing files and discussing tasks.",
      ["Comment", "File", "Project", "Task"],
    ],
    [
      "a music streaming site to listen to songs, create playlists, follow artists and see top charts.",
      ["Artist", "Playlist", "Song"],
    ],
    [
      "a supermarket inventory management system. The system should have functionalities for adding products, recording stock in and stock out, managing suppliers, low stock warnings, and generating sales reports.",
      ["Product", "StockMovement", "Supplier"],
    ],
    [
      "a school management system for managing students, teachers, classes, grades and attendance. Teachers should be able to enter grades and mark attendance; parents should be able to view their children's grades and send messages to teachers.",
      ["Attendance", "Class", "Grade", "Message", "Student", "Teacher"],
    ],
    [
      "an online examination system. The system should have functionalities for creating question banks and generating exams. Teachers should be able to add questions with different types and difficulty levels, and students should be able to take exams and see their scores.",
      ["Exam", "Question", "QuestionBank", "Score", "Student", "Teacher"],
    ],
    [
      "a news portal that publishes news articles in categories. Readers should be able to search articles, comment on articles, and subscribe to the newsletter.",
      ["Comment", "NewsArticle", "Subscriber"],
    ],
    [
      "a warehouse management system with functionalities for receiving goods, picking orders, and shipping. Workers should be able to update quantities.",
      ["Good", "Movement", "PickingOrder", "Worker"],
    ],
    [
      "a vehicle maintenance tracker. Users should be able to add vehicles, log services with date, mileage and cost, and see upcoming maintenance.",
      ["Vehicle", "VehicleMaintenance"],
    ],
  ])("keeps %s", (brief, tables) => {
    expect(built(brief).app.entities().toSorted()).toEqual(tables);
  });

  it("means by a noun what its trade means by it", () => {
    const fields = (brief: string, name: string) => Object.keys(built(brief).app.entity(name)!.properties);
    expect(fields("a hotel booking system for managing rooms, guests and reservations.", "Room")).toContain(
      "price_per_night",
    );
    expect(
      fields(
        "a podcast website. Listeners should be able to browse episodes. The host can publish episodes and guests.",
        "Guest",
      ),
    ).toContain("known_for");
    expect(
      fields(
        "a monitoring dashboard. Users should be able to add stations and sensors and view readings over time.",
        "Reading",
      ),
    ).toContain("value");
  });

  it("keeps what visitors upload from other visitors", () => {
    const { app } = built(
      "a government service portal where citizens can apply for permits, upload documents, and read announcements. Officers should be able to review applications.",
    );
    const rights = (name: string) => app.entity(name)?.["x-accessControl"]?.permissions?.read;
    expect([rights("Announcement"), rights("Document"), rights("Permit")]).toEqual(["anonymous", "admin", "admin"]);
  });

  it("adds what rows are filtered by where they do not have it", () => {
    const { app } = built(
      "a lamp shop website. Users should be able to browse lamps, filter them by shade and price, and place orders.",
    );
    expect(Object.keys(app.entity("Lamp")!.properties)).toContain("shade");
  });
});

describe("a first message that wants to be reminded", () => {
  it("gets no rows of that, and is told why", () => {
    const app = conversation();
    const { text } = app.say(
      "as a landlord with 12 apartments i need to track tenants, rent payments and repairs. remind me who is late with the rent.",
    );
    expect(app.entities().toSorted()).toEqual(["Apartment", "RentPayment", "Repair", "Tenant"]);
    expect(text).toContain("“remind me who is late with the rent”: Mails and reminders need a function");
    expect(Object.keys(app.entity("Apartment")!.properties)).toContain("monthly_rent");
  });
});

describe("a noun that means something else in its scene", () => {
  it.each([
    [
      "Please create a conference management site for paper submission, reviewer assignment, review scores, schedule of sessions and attendee registration.",
      "Paper",
      "abstract",
    ],
    [
      "I want a blood donation management site for managing donors, blood stock, requests from hospitals and donation camps.",
      "Request",
      "blood_group",
    ],
    [
      "Implement a recruitment management system for HR to post jobs, schedule interviews, evaluate candidates and send offers.",
      "Offer",
      "candidate",
    ],
    [
      "Please implement a car sharing web application. Users can search for available cars, reserve a car and view trip history.",
      "Trip",
      "kilometres",
    ],
    ["church website with services, events and prayer requests", "Service", "celebrant"],
  ])("gets the fields of that: %s", (said, table, field) => {
    const app = conversation();
    app.say(said);
    expect(Object.keys(app.entity(table)!.properties)).toContain(field);
  });

  it("stays what it usually is elsewhere", () => {
    const app = conversation();
    app.say("sales app with customers, offers and trips");
    expect(Object.keys(app.entity("Offer")!.properties)).not.toContain("candidate");
    expect(Object.keys(app.entity("Trip")!.properties)).not.toContain("kilometres");
  });
});

describe("a brief in one sentence", () => {
  it("tells what people do behind “with”, and of what a picture is", () => {
    const app = conversation();
    app.say(
      "Please develop a personal diary website with writing entries, adding photos and searching by date. Use beige background.",
    );
    expect(app.entities()).toHaveLength(1);
  });

  it("tells what is kept in nouns of doing", () => {
    const app = conversation();
    app.say(
      "Create a crowdfunding website for startups, supporting campaign creation, pledging, reward tiers and comments.",
    );
    expect(app.entities()).toEqual(["Campaign", "Comment", "Pledge", "RewardTier"]);
  });
});

describe("what people do, listed behind what is built", () => {
  it.each([
    ["a platform for booking tutors, chatting and paying", ["Booking", "Message", "Payment", "Tutor"]],
    [
      "wedding venue site for booking tours, viewing photos and asking questions",
      ["Booking", "Photo", "Question", "Tour"],
    ],
  ])("is no name of rows, without a word of who asks: %s", (said, tables) => {
    const app = conversation();
    app.say(said);
    expect(app.entities()).toEqual(tables);
  });
});
