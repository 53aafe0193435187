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
    ["website for a wedding with schedule, location and RSVP", ["Rsvp", "ScheduleItem"]],
    ["car rental website with cars, prices and booking", ["Booking", "Car"]],
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

  it("with a form where one is asked for, which strangers may send", () => {
    const { app, config } = built("A website for our bakery with the menu, opening hours and an order form");
    expect(config).toMatch(/"kind": "form",\s+"entity": "Order"|"entity": "Order",\s+"kind": "form"/);
    expect(app.entity("Order")!["x-accessControl"]!.rules!.create).toEqual(["anonymous"]);
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

it("Who books leaves an address, which sample bookings have", () => {
  const { staged } = conversation().say("A simple booking app for our village hall");
  const rows = staged.records.find(({ entity }) => entity === "Booking")!.rows;
  expect(rows.length).toBeGreaterThan(0);
  for (const { fields } of rows) expect(fields["email"]).toMatch(/@/);
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

describe("An everyday sentence keeps what it speaks of, and no words of its own", () => {
  it.each([
    ["I need a simple tool to track which of my freelancers have signed their contracts", ["Contract", "Freelancer"]],
    ["build an app where our tenants can report repairs and see what happens to them", ["Repair", "Tenant"]],
    ["make me a flashcard app for learning Spanish words", ["Flashcard"]],
    ["Employee onboarding checklist app for our HR team", ["Employee", "OnboardingStep"]],
    [
      "I run a small dog kennel, guests check their dogs in and out and I need to know which boxes are free",
      ["Box", "Dog", "Guest", "Stay"],
    ],
    ["We are a food bank and need to log donations coming in and parcels going out", ["Donation", "Parcel"]],
    ["Inventory of lab equipment with who has borrowed what", ["Equipment", "Loan"]],
    ["I need an app to track my team's vacation days and sick leave", ["Employee", "LeaveRequest"]],
    ["Tool for tracking product defects in our factory with photos and who fixed it", ["ProductDefect"]],
    ["An intranet for our company with news, documents and a phone directory", ["Document", "Employee", "News"]],
    [
      "Event registration for our annual conference with sessions and speakers",
      ["Conference", "Registration", "Session", "Speaker"],
    ],
    ["Track packages that arrive at our reception and notify the recipient", ["Package"]],
    ["Patient intake form for our physiotherapy practice", ["PatientIntake"]],
    ["Keep minutes of our board meetings with decisions and action items", ["ActionItem", "Decision", "Meeting"]],
    ["table tennis leaderboard for our office", ["Match", "Player"]],
    ["sign up sheet for our bake sale, who brings what", ["Dish"]],
    ["Build me a CRM for my small insurance agency", ["Claim", "Client", "Policy"]],
    ["A booking page for my massage practice", ["Appointment", "Service"]],
    ["A directory of local restaurants with reviews", ["Restaurant", "Review"]],
    ["doctors directory", ["Doctor"]],
    ["directory of hiking trails with ratings", ["Rating", "Trail"]],
    ["a directory of our club members", ["Member"]],
    ["our employee directory", ["Department", "Employee"]],
    ["freelancer marketplace", ["Booking", "Freelancer", "Review"]],
    ["an online marketplace for freelance designers", ["Booking", "FreelanceDesigner", "Review"]],
    ["a site where parents can find babysitters near them", ["Babysitter", "Booking", "Review"]],
    ["A tutoring marketplace where students find tutors and book lessons", ["Lesson", "Student", "Tutor"]],
    ["A parking spot booking app for our office", ["Booking", "ParkingSpot"]],
    ["A tool for our church to schedule volunteers", ["Shift", "Volunteer", "VolunteerSignUp"]],
    ["An equipment checkout system for our film club", ["Equipment", "Loan"]],
    ["a laptop tracker for our school", ["Laptop"]],
    ["A Q&A site for developers with tags and votes", ["Answer", "Question", "Vote"]],
    ["Medical practice appointment scheduling with doctors and patients", ["Appointment", "Doctor", "Patient"]],
    ["a forum with tags and likes", ["Like", "Reply", "Topic"]],
    ["an app for a food bank to track donations and families", ["Donation", "Family"]],
    ["A task board for our marketing team with deadlines and owners", ["Task"]],
    ["An issue tracker for a construction site with photos", ["ConstructionSite", "Snag"]],
    ["A tool to compare offers from suppliers", ["Offer", "Supplier"]],
    ["A crowdfunding page for our playground", ["Campaign", "Pledge"]],
    ["A library of design assets with tags and downloads", ["DesignAsset"]],
    ["Simple expense splitting app for roommates", ["Expense", "Flatmate"]],
    ["our running club needs a place for routes and group runs", ["GroupRun", "Route"]],
    ["A simple polling app for our association", ["Poll", "PollAnswer"]],
    ["A photo contest with voting", ["Entry", "Vote"]],
    ["I want an app to keep track of my plants and when I last watered them", ["Plant", "Watering"]],
    ["A tool for landlords to track rent and repairs", ["RentPayment", "Repair"]],
    ["An application to manage a gym's members, trainers and classes", ["Class", "Member", "Trainer"]],
    ["Schedule interviews with applicants", ["Applicant", "Interview"]],
    ["kayak rental site", ["Booking", "Kayak"]],
    ["a research paper tracker for my PhD", ["Paper"]],
    ["travel journal", ["Entry"]],
    ["Track the hours my employees work per project", ["TimeEntry"]],
    ["Keep a record of my blood pressure and medication", ["BloodPressure", "Medication"]],
    ["A calendar for our church hall", ["Booking", "Room"]],
    ["a tool to plan shifts for our nurses", ["Nurse", "Shift", "ShiftAssignment"]],
    ["a page for my band with gigs, songs and merch", ["Gig", "Product", "Song"]],
    [
      "Help me organize my daughter's birthday party: guests, gifts, shopping list and schedule",
      ["Gift", "Guest", "ScheduleItem", "ShoppingItem"],
    ],
  ])("%s", (said, tables) => {
    const { app, text } = built(said);
    expect(app.entities().toSorted()).toEqual(tables);
    expect(text).not.toContain("I made nothing of these words");
    expect(text).not.toContain("I made no table for");
  });

  it.each([
    ["players with yellow cards and red cards", "Player", ["yellow_cards", "red_cards"]],
    ["record collection with artist, genre and condition", "Record", ["artist", "genre", "condition"]],
    ["stamp collection with countries, years and photos", "Stamp", ["country", "year", "photo"]],
    ["personal reading list with ratings and notes", "Book", ["rating", "notes"]],
    ["a plant diary with photos and notes", "Plant", ["photo", "notes"]],
  ])("fields of what is collected: %s", (said, table, fields) => {
    const { app } = built(said);
    expect(app.entities()).toEqual([table]);
    expect(Object.keys(app.entity(table)!.properties)).toEqual(expect.arrayContaining(fields));
  });

  it("members borrow many books, and have no book of their own", () => {
    const { app } = built("Manage our library: books, members, and loans with due dates");
    const links = Object.values(app.entity("Member")!.properties).filter((property) => property["x-reference"]);
    expect(links).toEqual([]);
  });

  it("an online menu is for guests, and a team's app for the team", () => {
    expect(built("online menu for our restaurant with allergens and prices").config).toContain('"purpose": "site"');
    const { config } = built("An app to manage our soccer team: players, trainings, matches and who comes");
    expect(config).toContain('"purpose": "office"');
  });

  it("the workshop of a shop is no site of it", () => {
    const { config } = built("We run a bike repair shop and want to track repairs, parts and customers");
    expect(config).toContain('"purpose": "office"');
  });
});

describe("Colours that are named in passing go to the look", () => {
  it.each([
    ["todo app with a purple header and rounded cards", ['"header": "#800080"', '"radius": "round"']],
    ["inventory tool with light gray background and blue buttons", ['"page": "#d3d3d3"', '"buttons": "#0000ff"']],
    ["A CRM with contacts and deals in dark green and white", ['"accent": "#166534"', '"page": "#ffffff"']],
    ["recipe app, orange and cream", ['"accent": "#ea580c"', '"page": "#fffdd0"']],
    [
      "website for our law firm with our services and a contact form. Dark blue and gold.",
      ['"accent": "#1e3a8a"', '"buttons": "#ffd700"'],
    ],
    ["A habit tracker. Pastel colors.", ['"page": "#fff0f5"', '"accent": "#9370db"']],
    ["Website for my bakery with menu and opening hours. Warm colors please.", ['"preset": "warm"']],
    [
      "Todo list with navy header, white cards and orange buttons",
      ['"header": "#000080"', '"cards": "#ffffff"', '"buttons": "#ffa500"'],
    ],
  ])("%s", (said, looks) => {
    const { text, config } = built(said);
    for (const look of looks) expect(config).toContain(look);
    expect(text).not.toContain("What I did not do");
  });

  it("and what is red in the rows is none of it", () => {
    expect(built("a plant tracker with red flags and notes").config).not.toContain('"accent"');
    expect(built("T-shirt inventory with colors: red and blue").config).not.toContain('"accent"');
  });
});

describe("What is said in a list belongs to what the app is about", () => {
  it.each([
    ["a database of suppliers with ratings and contracts", "Rating", "Supplier"],
    ["Football team: players, matches, goals, training sessions and attendance", "Attendance", "TrainingSession"],
  ])("%s", (said, table, of) => {
    const links = Object.values(built(said).app.entity(table)!.properties).flatMap((one) => one["x-reference"] ?? []);
    expect(links).toContain(of);
  });

  it("nothing is kept twice: plants have the day when they were watered last", () => {
    const { app } = built("I want an app to keep track of my plants and when I last watered them");
    expect(Object.keys(app.entity("Plant")!.properties).filter((name) => name.includes("watered"))).toEqual([
      "last_watered",
    ]);
  });

  it("a position is a job, and no number", () => {
    const { app } = built("Help me track job applications with company, position, date applied and status");
    expect(app.entity("JobApplication")!.properties["position"]!.type).toBe("string");
  });
});

describe("Strangers give by themselves", () => {
  it("whoever backs a campaign says how much", () => {
    const { text } = built("A crowdfunding page for our playground");
    expect(text).toContain("Anybody can see campaigns");
    expect(text).toContain("Only admins set date and paid of pledges");
  });
});

describe("An app is called by what it is", () => {
  it.each([
    ["An idea board for our product team where people can upvote", "Suggestions"],
    ["Budget app for a student", "Budget"],
    ["Internal tool to approve purchase requests", "Purchase Requests"],
    ["Our allotment association needs a list of plots, tenants and the waiting list", "Allotment Association"],
    ["A parking spot booking app for our office", "Parking"],
  ])("%s: %s", (said, name) => expect(built(said).config).toContain(`"name": "${name}"`));
});
