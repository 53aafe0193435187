import { describe, expect, it } from "vitest";
import { germanInEnglish } from "@/offline/lexicon/german-in-english";
import { languageOf } from "@/offline/lexicon/other-languages";
import { validateBundle } from "@/engines/detect/check";
import { conversation, faultsOf } from "../support/offline";

const helpDesk =
  "A help desk: tickets with title, description, priority (low, high), status (new, done), requester and due date, and customers with name and email";

/** The app after some sentences, whole and sound. */
function after(...sentences: string[]) {
  const app = conversation();
  const turns = sentences.map((sentence) => app.say(sentence));
  expect(turns.flatMap(({ failed }) => failed)).toEqual([]);
  expect(faultsOf(app.files)).toEqual([]);
  expect(validateBundle(app.files)).toEqual([]);
  return {
    app,
    text: turns.at(-1)!.text,
    ticket: app.entity("Ticket")?.properties ?? {},
    model: app.read("services/app.js") ?? "",
  };
}

describe("apps as first-time users describe them", () => {
  it.each([
    [
      "I run a small bakery and want to keep track of custom cake orders: who ordered it, which cake, pickup date, price and whether it's paid",
      ["CakeOrder"],
    ],
    [
      "Build me an app for my yoga studio. Members book classes, classes have an instructor, a time and a max number of participants",
      ["Booking", "Class", "Member"],
    ],
    [
      "help desk for our IT team: tickets with title, priority, status and assignee. agents can comment on tickets",
      ["Agent", "Comment", "Ticket"],
    ],
    [
      "Car rental: cars (plate, model, daily price), customers, rentals with start date and end date",
      ["Car", "Customer", "Rental"],
    ],
    ["I am a piano teacher and want to organise my students and lessons", ["Lesson", "Student"]],
    [
      "Real estate CRM. Properties have address, price and status. Leads with name phone budget. Viewings connect a lead and a property with a date",
      ["Lead", "Property", "Viewing"],
    ],
    ["An app where employees can request vacation and managers approve it", ["Employee", "Vacation"]],
    [
      "Personal library: books with title, author, genre (fiction, non-fiction, poetry), rating from 1 to 5, read yes/no",
      ["Book"],
    ],
    ["invoice app, customers, products and line items", ["Customer", "Invoice", "LineItem", "Product"]],
    ["a website for our football club", ["Match", "Player", "Team", "Tournament"]],
    [
      "Ich brauche eine App für meine Autowerkstatt: Kunden, Fahrzeuge und Aufträge mit Status",
      ["Customer", "Order", "Vehicle"],
    ],
    ["Erstelle eine Rezepte-App mit Zutaten und Dauer", ["Recipe"]],
    ["Mein Verein braucht eine Mitgliederverwaltung mit Name, E-Mail und Geburtsdatum", ["Member"]],
  ])("%s", (sentence, entities) => expect(after(sentence).app.entities()).toEqual(entities));

  it("turns questions about a thing into its fields", () => {
    const { app } = after(
      "An app for cake orders: who ordered it, which cake, how many, how much it costs and whether it's paid",
    );
    expect(Object.keys(app.entity("CakeOrder")!.properties)).toEqual(
      expect.arrayContaining(["customer_name", "cake", "quantity", "price", "paid"]),
    );
    expect(app.entity("CakeOrder")!.properties.paid!.type).toBe("boolean");
  });
});

describe("changes in other words", () => {
  it.each([
    ["status should be a status with open, waiting and closed", ["open", "waiting", "closed"]],
    ["change status of tickets to open, waiting and closed", ["open", "waiting", "closed"]],
    ["tickets can also be cancelled", ["new", "done", "cancelled"]],
    ["new tickets should start as open", ["new", "done", "open"]],
    ["Make waiting one of the statuses", ["new", "done", "waiting"]],
  ])("%s", (sentence, options) => expect(after(helpDesk, sentence).ticket.status!.enum).toEqual(options));

  it("starts new rows where it was told to", () =>
    expect(after(helpDesk, "new tickets start as open").ticket.status!.default).toBe("open"));

  it.each([
    ["make it possible to assign tickets to people", "assignee"],
    ["add receipts as files", "receipt"],
    ["add dietary requirements", "dietary_requirements"],
    ["add the impact level: low, medium, high", "impact_level"],
    ["add a photo", "photo"],
    ["add who is responsible", "responsible_person"],
  ])("adds a field, and no table: %s", (sentence, field) => {
    const { app, ticket } = after(helpDesk, "sort tickets by due date", sentence);
    expect(Object.keys(ticket)).toContain(field);
    expect(app.entities()).toEqual(["Customer", "Ticket"]);
  });

  it.each([
    ["sort tickets by due date", '"field": "due_date",\\s+"isDescending": false'],
    ["tickets should be sorted by due date, newest first", '"field": "due_date",\\s+"isDescending": true'],
    ["Put the newest tickets first", '"field": "due_date",\\s+"isDescending": true'],
    ["group tickets by priority", '"kind": "board",\\s+"entity": "Ticket",\\s+"field": "priority"'],
    ["make tickets a kanban board by priority", '"kind": "board",\\s+"entity": "Ticket",\\s+"field": "priority"'],
    ["add a dashbord", '"kind": "dashboard"'],
    ["use a dark background", '"mode": "dark"'],
    ["change the theme to dark", '"mode": "dark"'],
    ["change the menu to a bar at the top", '"layout": "top"'],
    ["change the title to My Desk", '"name": "My Desk"'],
  ])("%s", (sentence, expected) => expect(after(helpDesk, sentence).model).toMatch(new RegExp(expected)));

  it("opens the list in the order that was asked for, until that field goes", () => {
    const { app } = after(helpDesk, "sort tickets by due date, newest first");
    expect(app.read("pages/Tickets.jsx")).toContain('sort="-due_date"');
    app.say("remove the due date from tickets");
    expect(app.read("pages/Tickets.jsx")).not.toContain("sort=");
  });

  it.each([
    ["make email required for customers", (entity: string[]) => expect(entity).toContain("email")],
    ["make email a required field", (entity: string[]) => expect(entity).toContain("email")],
  ])("%s", (sentence, check) => check(after(helpDesk, sentence).app.entity("Customer")!.required ?? []));

  it("adds several tables that are only listed", () => {
    expect(after(helpDesk, "Also track invoices, suppliers, projects and vehicles").app.entities()).toEqual([
      "Customer",
      "Invoice",
      "Project",
      "Supplier",
      "Ticket",
      "Vehicle",
    ]);
  });

  it.each([
    ["nobody but me should see the tickets", "Ticket", "admin"],
    ["only I can see tickets", "Ticket", "admin"],
  ])("%s", (sentence, entity, read) =>
    expect(after(helpDesk, sentence).app.entity(entity)!["x-accessControl"]!.permissions!.read).toBe(read),
  );
});

describe("what it does not do, it says, and does nothing else instead", () => {
  it.each([
    ["only admins can change invoices", "no table called invoices"],
    ["show me only open tickets on the home page", "A page can list rows by an option"],
    ["only show this month", "A page can list rows by an option"],
    ["warn me when a ticket is late", "Mails and reminders"],
    ["colour the priorities", "badge with a colour"],
  ])("%s", (sentence, words) => {
    const app = conversation();
    app.say(helpDesk);
    const before = app.files;
    expect(app.say(sentence).text).toContain(words);
    expect(app.files).toEqual(before);
  });
});

describe("other languages", () => {
  it.each([
    ["Una aplicación para gestionar mis clientes y facturas", "es"],
    ["Créer une application de gestion de recettes avec ingrédients", "fr"],
    ["Ho bisogno di una app per gestire i miei clienti", "it"],
    ["Quero um aplicativo para gerenciar meus clientes", "pt"],
    ["Ik wil een app voor mijn klanten", "nl"],
    ["Mach die App blau", "de"],
    ["Lösche die Fahrzeuge", "de"],
    ["Make the app blue", null],
    ["add a die cutter to machines", null],
    ["Add a café name to places", null],
    ["a CRM with contacts and deals", null],
  ])("%s", (text, language) => expect(languageOf(text)).toBe(language));

  it("says in their own language what it understands, and builds nothing silly", () => {
    const app = conversation();
    expect(app.say("Una aplicación para gestionar mis clientes y facturas").text).toContain("inglés");
    expect(app.files).toEqual([]);
  });

  it.each([
    ["Füge bei Kunden eine Telefonnummer hinzu", "add a phone number to customers"],
    ["Gib den Kunden ein Geburtsdatum", "add a birthday to the customers"],
    ["Lösche die Fahrzeuge", "remove the vehicles"],
    ["Sortiere die Aufträge nach Status", "sort the orders by status"],
    ["bitte die Liste der Kunden nach Name sortieren", "sort customers by name"],
    ["die Kunden nach Stadt filtern", "filter the customers by city"],
    ["Termine im Kalender anzeigen", "add a calendar of appointments"],
    ["Nur Admins dürfen Aufträge ändern", "only admins can edit orders"],
    ["Benenne Mitglieder in Spieler um", 'rename members to "Spieler"'],
    ["Mach die App blau.", "make the app blue."],
    ["Zeige Termine in einem Kalender", "add a calendar of appointments"],
  ])("%s", (german, english) => expect(germanInEnglish(german)).toBe(english));

  it("follows German through a conversation, and tells how it was read", () => {
    const { app, text } = after(
      "Ich brauche eine App mit Kunden und Aufträgen",
      "Füge bei Kunden ein Geburtsdatum hinzu",
      "Mach die App blau",
    );
    expect(app.entity("Customer")!.properties.birthday).toBeDefined();
    expect(text).toContain("make the app blue");
  });
});

it("A site is about what people offer, and then about the people", () => {
  const app = conversation();
  app.say("Website of a dance school: teachers with name and photo; courses with title, teacher, level and price");
  expect(app.read("pages/Home.jsx")).toMatch(/New courses[\s\S]*Our teachers/);
});
