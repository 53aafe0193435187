import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

/** Builds an app of a brief, with the colours that such messages end with. */
const built = (brief: string) => {
  const app = conversation();
  app.say(`Please implement a ${brief} Use ivory as the background color and teal for the components.`);
  return app;
};

describe("a brief, which tells what users can do", () => {
  it.each([
    [
      "tea shop website for selling tea online. The website should have functionalities for displaying teas, managing a shopping cart, and placing orders. Users should be able to browse teas by category, add teas to the cart, check out, and track orders.",
      ["Order", "Tea"],
    ],
    [
      "ticketing system for customer support. The system should provide functionalities for submitting tickets, assigning agents, tracking ticket status, and searching the knowledge base.",
      ["Agent", "Article", "Ticket"],
    ],
    [
      "volunteer management website for non-profit organizations. The website should have functionalities for posting volunteer opportunities, registering volunteers, scheduling shifts, and tracking hours.",
      ["Shift", "TimeEntry", "Volunteer", "VolunteerOpportunity"],
    ],
    [
      "dental clinic website for patients and dentists. The website should have functionalities for displaying services, booking appointments, viewing dentist profiles, and managing patient records.",
      ["Appointment", "Dentist", "Patient", "Service"],
    ],
    [
      "survey website for creating and answering surveys. The website should have functionalities for creating surveys, adding questions, collecting responses, and viewing results as charts.",
      ["Question", "Response", "Survey"],
    ],
    [
      "pet adoption website that displays pets available for adoption and lets visitors apply. Users should be able to browse pets, view the details of a pet, filter by species and age, and submit an adoption application.",
      ["AdoptionApplication", "Pet"],
    ],
    [
      "car dealership website to show cars for sale. Visitors can browse cars, compare models, book a test drive and calculate monthly payments.",
      ["Car", "TestDrive"],
    ],
    [
      "library catalog system for searching books and managing loans. Librarians can add books, register readers, lend and return books, and send reminders for overdue loans.",
      ["Book", "Librarian", "Loan", "Reader"],
    ],
    [
      "hospital management system with modules for patients, doctors, appointments, prescriptions and billing. The administrators manage doctors, and doctors see their appointments.",
      ["Appointment", "Doctor", "Invoice", "Patient", "Prescription"],
    ],
    [
      "freelance marketplace that connects clients and freelancers. Clients post projects, freelancers submit proposals, and both exchange messages and leave reviews.",
      ["Client", "Freelancer", "Message", "Project", "Proposal", "Review"],
    ],
    [
      "film festival website for presenting films and screenings. The website should have functionalities for browsing films, viewing the screening schedule, buying tickets, and voting for the audience award.",
      ["Film", "Screening", "Ticket", "Vote"],
    ],
    [
      "restaurant website to showcase the menu and accept reservations. The website should have functionalities for viewing the menu, reserving tables, and reading customer reviews.",
      ["MenuItem", "Reservation", "Review", "Table"],
    ],
    [
      "recruitment website with job postings, company profiles, candidate resumes, and application tracking. Candidates apply to jobs and upload resumes; recruiters review applications and schedule interviews.",
      ["Application", "Candidate", "Company", "Interview", "JobPosting"],
    ],
    [
      "language school website for students and teachers. The website should have functionalities for displaying courses, enrolling in courses, viewing teacher profiles, and reading student reviews.",
      ["Course", "Enrolment", "Student", "StudentReview", "Teacher"],
    ],
    [
      "blood donation platform that connects donors with hospitals. The platform should have functionalities for donor registration, appointment scheduling, and blood inventory management. Hospitals should be able to post urgent requests, and donors should be able to see their donation history.",
      ["Appointment", "BloodUnit", "Donation", "Donor", "Hospital", "Request"],
    ],
    [
      "recipe sharing site where home cooks publish recipes with ingredients, steps and photos. Users should be able to save favorites, rate recipes, comment and follow other cooks. The site should have category pages and a search bar.",
      ["Category", "Comment", "Recipe", "Review"],
    ],
    [
      "car rental website for renting vehicles. It should have functionality for searching cars by location and date, booking, and managing rentals. Users can view car details such as model, price per day and availability, and cancel bookings.",
      ["Car", "Rental"],
    ],
    [
      "real estate website for buying, selling and renting properties. The site should have functionality for searching properties by location, price and number of bedrooms, viewing property details with photos, and contacting agents. Agents should be able to list properties and manage inquiries.",
      ["Agent", "Inquiry", "Property"],
    ],
    [
      "hospital appointment system. Patients should be able to register, find doctors by specialty, book appointments and view their medical records. Doctors should be able to manage their schedule and write prescriptions. Admins should be able to manage departments and doctors.",
      ["Department", "Doctor", "HospitalAppointment", "MedicalRecord", "Patient", "Prescription"],
    ],
    [
      "personal finance application to record income and expenses, set budgets per category and show spending trends. Users should be able to import transactions, set savings goals and receive alerts when over budget.",
      ["Budget", "Expense", "Income", "SavingsGoal"],
    ],
    [
      "music festival site with lineup, schedule, tickets and news pages. Fans should be able to buy tickets, build a personal schedule and share photos.",
      ["News", "Performance", "Photo", "Ticket"],
    ],
    [
      "crowdfunding site. Creators should be able to start projects, set funding goals and offer rewards. Backers should be able to pledge money, choose rewards and follow projects.",
      ["Project", "Reward"],
    ],
  ])("keeps the rows of it, and no table of a deed, a view or an audience: %s", (brief, tables) => {
    expect(built(brief).entities().toSorted()).toEqual(tables);
  });

  it.each([
    ["donors", "Donor", ["blood_type", "city"]],
    ["alumni", "Alumnus", ["major"]],
  ])("gives %s the fields that they are searched by", (_, table, fields) => {
    const app = built(
      "blood donation website to connect donors and hospitals. The website should have functionalities for registering donors, searching donors by blood type and city, searching alumni by major, and tracking donations.",
    );
    expect(Object.keys(app.entity(table)!.properties)).toEqual(expect.arrayContaining(fields));
  });

  it("opens what visitors of a website look at, and keeps what they book to them and the admins", () => {
    const app = built(
      "parking reservation website for drivers. The website should have functionalities for searching parking spots by location, reserving spots, and paying for reservations. Managers should be able to add parking lots and view occupancy.",
    );
    const access = (name: string) => app.entity(name)!["x-accessControl"]!.permissions!;
    expect(access("ParkingSpot").read).toBe("anonymous");
    expect(access("Reservation").read).toBe("creator");
  });

  it.each([
    [
      "library system for a town library. The system should have functionalities for cataloguing books, lending them and charging fines for late returns. Readers should be able to search the catalogue by title, author or ISBN, reserve a book that is out, and see their current loans. Librarians should be able to record loans and returns.",
      ["Book", "Loan"],
      ["Current", "Record"],
    ],
    [
      "restaurant website. The website should have functionalities for showing the menu, reserving tables and ordering food for pick-up. Guests should be able to browse dishes by category, see the price and whether a dish is vegetarian, reserve a table with date, time and number of people, and order dishes with a pick-up time. The cook should be able to mark a dish as sold out.",
      ["Dish", "Reservation", "Order"],
      ["OrderDish"],
    ],
    [
      "wedding planning website for couples who organise everything themselves. The website should have functionalities for keeping the guest list, watching the budget and collecting vendors. Users should be able to add guests with table number and menu choice, record who has accepted or declined, enter planned and actual costs of each budget item, and tick off tasks before the big day.",
      ["Guest", "Vendor", "BudgetItem"],
      ["HabitCheck", "ViewingLog", "WhoHas"],
    ],
    [
      "survey website with which small shops ask their customers for feedback. The website should have functionalities for creating surveys, collecting answers and evaluating the results. Shop owners should be able to create a survey with title, description and closing date, add questions with a type (text, stars, single choice), and view the answers per question as a chart.",
      ["Survey", "Question", "Answer"],
      ["SurveyWebsite"],
    ],
  ])(
    "has no table of a verb, of an adjective or of itself, however much it tells of its rows: %s",
    (brief, some, none) => {
      const tables = built(brief).entities();
      expect(tables).toEqual(expect.arrayContaining(some));
      for (const name of none) expect(tables).not.toContain(name);
    },
  );

  it.each([
    [
      "Users should be able to add questions with a type (text, stars, single choice).",
      "type",
      ["text", "stars", "single choice"],
    ],
    [
      "Users can add a question with a difficulty of easy, medium or hard and a continent.",
      "difficulty",
      ["easy", "medium", "hard"],
    ],
  ])("keeps the choices of a field: %s", (sentence, field, options) => {
    const app = built(
      `quiz application. The application should have functionalities for writing questions. ${sentence}`,
    );
    expect(app.entity("Question")!.properties[field]!.enum).toEqual(options);
  });

  it("takes colours from however they are told, and no rows", () => {
    const app = conversation();
    app.say(
      "Please implement a festival website. Visitors should be able to browse bands by day, and read news. Color the background with lemon chiffon and the components with dark orange.",
    );
    expect(app.read("services/app.js")).toContain("#fffacd");
    expect(app.read("services/app.js")).toContain("#ff8c00");
    expect(app.entities()).not.toContain("DarkOrange");
  });

  it("says what it made nothing of", () => {
    const app = conversation();
    const { text } = app.say(
      "Please implement a stock portfolio tracker for investors. The website should have functionalities for adding stocks, recording purchases and sales, and calculating profit and loss.",
    );
    expect(text).toContain("“calculating profit and loss”");
    expect(app.entities()).toContain("Holding");
  });

  it("leaves a brief with fields of its own to those who read sentences", () => {
    const app = built(
      "wine cellar website for a tasting society. The website should have functionalities for cataloguing wines and planning tastings. Members should be able to add a wine with producer, grape, vintage and region.",
    );
    const wine = app.entity(app.entities().find((name) => name.endsWith("Wine"))!)!;
    expect(Object.keys(wine.properties)).toEqual(expect.arrayContaining(["producer", "grape", "vintage", "region"]));
  });
});

it("keeps the capitals of what is typed so in the name of the app", () => {
  const app = built(
    "IT asset management system for companies. The system should have functionalities for registering assets and recording repairs.",
  );
  expect(app.read("services/app.js")).toContain('"name": "IT Asset Management"');
});

describe("rows that are called as what tests an app", () => {
  it.each([
    ["Car dealer: cars, customers, test drives, sales", "TestDrive"],
    ["Soap maker: customers, sample requests, orders", "SampleRequest"],
  ])("are kept: %s", (said, table) => {
    const app = conversation();
    app.say(said);
    expect(app.entities()).toContain(table);
  });
});
