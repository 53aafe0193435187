import { describe, expect, it } from "vitest";
import { customersOf, withoutJoining } from "@/offline/description/wishes/customers";
import { readModel } from "@/offline/model/app-model";
import { besidesAddress, conversation } from "../support/offline";

// Members of an app are its team unless the message tells of customers who sign up, book, order or see what is theirs.

const own = ["creator", "admin"];

const ofOwn = ({ read, ...others }: Record<"read" | "create" | "update" | "delete", readonly unknown[]>) => ({
  read: besidesAddress(read),
  ...others,
});

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  const rights = (name: string) => {
    const { permissions, rules } = app.entity(name)!["x-accessControl"]!;
    const of = (operation: string) =>
      rules?.[operation] ?? [operation === "read" ? permissions!.read : permissions!.write];
    return { read: of("read"), create: of("create"), update: of("update"), delete: of("delete") };
  };
  return { app, text, rights };
};

const changed = (said: string, change: string) => {
  const { app, rights } = built(said);
  return { ...app.say(change), app, rights };
};

describe("an app whose members are customers", () => {
  it.each([
    ["a yoga studio where members can sign up and book classes", ["Booking"], ["Member"], ["Class"]],
    ["a gym app, members sign up and book classes", ["Booking"], ["Member"], ["Class"]],
    [
      "a clinic where patients book appointments and see only their own",
      ["Appointment"],
      ["Patient", "Prescription"],
      ["Doctor"],
    ],
    ["tenants can report repairs and follow them", ["Repair"], ["Tenant", "Lease", "RentPayment"], ["Property"]],
    [
      "a hair salon app where clients log in and book appointments",
      ["Appointment"],
      ["Client"],
      ["Service", "Stylist"],
    ],
    ["a library where members can reserve books", ["Reservation"], ["Member"], ["Book"]],
    ["an insurance broker app where policyholders submit claims", ["Claim"], ["Policyholder", "Policy"], []],
    ["help desk where our customers log in and see their tickets", ["Ticket"], ["Customer"], ["HelpArticle"]],
    [
      "a tutoring app: students book lessons with teachers, students see only their own lessons",
      ["Lesson"],
      ["Student"],
      ["Teacher"],
    ],
    ["users can sign up and book tennis courts, they only see their own bookings", ["Booking"], [], ["TennisCourt"]],
    [
      "a members only website for our tennis club: courts, members can book a court",
      ["Booking"],
      ["Member"],
      ["Court"],
    ],
  ])("keeps what each of them leaves between them and the team: %s", (said, made, closed, open) => {
    const { app, rights } = built(said);
    for (const name of made)
      expect([name, ofOwn(rights(name))]).toEqual([name, { read: own, create: ["all"], update: own, delete: own }]);
    for (const name of closed) expect([name, rights(name).read]).toEqual([name, ["admin"]]);
    for (const name of open) {
      expect([name, rights(name)]).toEqual([
        name,
        { read: ["all"], create: ["admin"], update: ["admin"], delete: ["admin"] },
      ]);
      // Who teaches is shown, and not how to reach them in private.
      for (const [field, value] of Object.entries(app.entity(name)!.properties))
        if (/^(?:email|phone)$/.test(field)) expect(value).toHaveProperty("x-accessControl.read", ["admin"]);
    }
  });

  it.each([
    ["a yoga studio where members can sign up and book classes", "Booking"],
    ["a clinic where patients book appointments and see only their own", "Appointment"],
    ["tenants can report repairs and follow them", "Repair"],
    ["help desk where our customers log in and see their tickets", "Ticket"],
  ])("has a booking tell who made it, as the team is to call them: %s", (said, table) => {
    const { app } = built(said);
    const { properties, required } = app.entity(table)!;
    expect(required).toContain("email");
    expect(Object.keys(properties).some((name) => /name$|_by$|^requester$/.test(name))).toBe(true);
    // Nobody chooses among people whom they do not see.
    for (const name of required!)
      expect(properties[name]!["x-reference"]).not.toBeOneOf(["Member", "Patient", "Tenant"]);
  });

  it.each([
    ["a yoga studio where members can sign up and book classes", "Classes calendar", "My bookings"],
    ["tenants can report repairs and follow them", "Repairs", "My repairs"],
    ["a clinic where patients book appointments and see only their own", "Book a visit", "My appointments"],
    ["an insurance broker app where policyholders submit claims", "Claims", "My claims"],
    ["a customer portal where clients see their projects and invoices", "Projects", "My invoices"],
  ])("begins with what they come for, and has a page of their own rows: %s", (said, first, mine) => {
    const { app } = built(said);
    const stored = /"pages": (\[[\s\S]*\])\n\}/.exec(app.read("services/app.js")!)?.[1];
    const pages = JSON.parse(stored!) as { page: string; title: string; kind: string }[];
    expect(pages[0]!.title).toBe(first);
    // "Home" would go before all others at "/".
    for (const { page, kind } of pages) if (kind === "dashboard") expect(page).not.toBe("Home");
    const layout = app.read("layout.jsx")!;
    expect(layout).toContain(`own: "${mine}"`);
    expect(layout).not.toMatch(/own: "My (?:members|patients|tenants|clients|policyholders)"/);
  });

  it.each([
    ["a rowing club: members can book boats, members can see all bookings", "Booking"],
    ["a tennis club where members can book courts and see each other's bookings", "Booking"],
  ])("shows them each other's rows where that is said: %s", (said, table) => {
    expect(built(said).rights(table)).toEqual({ read: ["all"], create: ["all"], update: own, delete: own });
  });

  it("has a directory of its members where one is asked for, without how to reach them", () => {
    const { app, rights } = built("a sports club app with a members directory, members can log in and book courts");
    expect(rights("Member").read).toEqual(["all"]);
    expect(app.entity("Member")!.properties["email"]).toHaveProperty("x-accessControl.read", ["admin"]);
  });
});

describe("an app whose members are the team", () => {
  it.each([
    "a CRM for our sales team with contacts, companies and deals",
    "our office: employees book meeting rooms",
    "our team members can book desks",
    "Members see the rota and sign up for shifts",
    "Bike workshop: customers, bikes and repairs",
    "a club where members pay dues, we track who paid",
    "a family organiser where parents can assign chores to kids",
    "a team task tracker for our company with projects and tasks",
    "internal tool: customers book appointments by phone, we enter them",
    "employees can submit expense reports and see their own",
    "track which guests booked which rooms",
    "a task app for me and my team, members can create tasks",
    "a CRM where sales reps can log calls and see their own deals",
    "an expense app where employees can submit expenses and managers approve them",
  ])("keeps its rows in common: %s", (said) => {
    expect(customersOf(said)).toBeNull();
    const { app, rights } = built(said);
    for (const name of app.entities()) expect([name, rights(name).read]).toEqual([name, ["all"]]);
  });
});

describe("how people get in", () => {
  it.each([
    ["a studio where members can sign up and book classes", "a studio where members can book classes"],
    ["patients log in, see their exercises", "patients see their exercises"],
    ["students sign up for courses", "students sign up for courses"],
    ["voters register and dogs register, too", "voters register and dogs register, too"],
  ])("is no deed of rows: %s", (said, rest) => expect(withoutJoining(said)).toBe(rest));
});

describe("what the team writes of each customer", () => {
  const mine = { field: "email", is: "my address" };
  const of = (field: string, entity: string, meets: unknown = mine) => ({ field, of: entity, meets });

  it.each([
    ["parents can see their children's lessons", "Lesson", of("child", "Child", of("parent", "Parent"))],
    ["a customer portal where clients see their projects and invoices", "Invoice", of("client", "Client")],
    [
      "property management: tenants log in, see their lease and payments and send maintenance requests",
      "Lease",
      of("tenant", "Tenant"),
    ],
    ["Repair shop: customers can check the status of their repair", "Repair", of("customer", "Customer")],
  ])("is seen by whoever has the address of it, and changed by admins alone: %s", (said, table, test) => {
    const { text, rights } = built(said);
    expect(rights(table).read).toContainEqual(test);
    expect(rights(table).read).not.toContain("all");
    expect(rights(table)).toMatchObject({ create: ["admin"], update: ["admin"], delete: ["admin"] });
    expect(text).toContain("A member sees those that have their own address as the email of its ");
  });
});

describe("what is beside the rows of customers", () => {
  it("lets them read what is said to theirs, and no internal note", () => {
    const { app, rights } = built("help desk where our customers log in and see their tickets");
    expect(ofOwn(rights("Reply"))).toEqual({
      read: ["creator", { field: "ticket", of: "Ticket", meets: "creator" }, "admin"],
      create: ["all"],
      update: own,
      delete: own,
    });
    expect(app.entity("Reply")!.properties["internal_note"]).toHaveProperty("x-accessControl.read", ["admin"]);
    expect(app.entity("Reply")!.required).toEqual(["ticket", "text"]);
  });

  it.each([
    ["a garage website where customers book services and follow their repairs", "Repair", "customer"],
    ["online courses: students can enroll in courses and see their progress", "Enrolment", "creator"],
  ])("shows members of a site theirs, who else comes: %s", (said, table, test) => {
    const read = JSON.stringify(built(said).rights(table).read);
    expect(read).toContain(test);
    expect(read).not.toContain("all");
  });

  it("tells that the team comes as admins, and what nobody spoke of is the team's", () => {
    const { text, rights } = built("HOA portal: residents can report issues, pay dues and see announcements");
    expect(text).toContain("Invite whoever works for you as an admin.");
    expect(besidesAddress(rights("ProblemReport").read)).toEqual(own);
    expect(rights("Announcement").read).toEqual(["all"]);
    expect(rights("Payment").read).toEqual(["admin"]);
  });
});

describe("what is said later of customers", () => {
  it.each([
    [
      "an online shop with products, customers and orders for our staff",
      "our customers should see only their own orders",
      "Order",
    ],
    ["a clinic with doctors, patients and appointments", "patients see only their own appointments", "Appointment"],
    ["a gym with members, classes and bookings", "members should only see their own bookings", "Booking"],
    ["a gym with members, classes and bookings", "members can't see each other's bookings", "Booking"],
    ["a hotel with rooms, guests and bookings", "guests should not see the bookings of other guests", "Booking"],
    ["a landlord app with tenants, flats and repairs", "tenants may only see the repairs they reported", "Repair"],
  ])("keeps their rows apart, and who made them known: %s > %s", (said, change, table) => {
    const { text, app, rights } = changed(said, change);
    expect(ofOwn(rights(table))).toEqual({ read: own, create: ["all"], update: own, delete: own });
    expect(app.entity(table)!.required).toContain("email");
    expect(text).toContain("only who made a row and admins can see, change or delete them");
    // What stays open is told.
    expect(text).toMatch(/Whoever is signed in still sees \w+; say “only admins can see \w+” if they should not\./);
    expect(app.read("layout.jsx")).toContain('own: "My ');
  });

  it("takes people who sign up for a course for strangers, and says nothing else of who sees what", () => {
    const app = conversation();
    const { text } = app.say("pottery courses, people can sign up");
    expect(app.entity("Registration")!["x-accessControl"]!.rules!.create).toEqual(["anonymous"]);
    expect(text).not.toMatch(/Whoever is signed in|Members are customers/);
  });

  it("lets people still add tickets of which they are to see their own, and admins see all", () => {
    const { rights } = changed(
      "a help desk: tickets (title, status: open/closed) and customers (name, email)",
      "people should only see their own tickets",
    );
    expect(rights("Ticket").create).toEqual(["creator"]);
    expect(rights("Ticket").read).toEqual(own);
  });

  it("leaves invoices to the team, and shows each patient theirs", () => {
    const { text, rights } = changed(
      "a physio practice with patients, sessions and invoices",
      "patients can only see their own sessions and invoices",
    );
    expect(ofOwn(rights("Session"))).toEqual({ read: own, create: ["all"], update: own, delete: own });
    expect(rights("Invoice")).toMatchObject({ create: ["admin"], update: ["admin"] });
    expect(rights("Invoice").read).toContainEqual({
      field: "patient",
      of: "Patient",
      meets: { field: "email", is: "my address" },
    });
    expect(text).toContain("A member sees those that have their own address as the email of its patient");
  });

  it.each([
    ["let members see each other's bookings", "Booking"],
    ["all members can see all bookings", "Booking"],
    ["members should see who booked what", "Booking"],
  ])("shows them each other's rows where that is said, and no list of people: %s", (change, table) => {
    const { rights } = changed("a yoga studio where members can sign up and book classes", change);
    expect(rights(table)).toEqual({ read: ["all"], create: ["all"], update: own, delete: own });
    expect(rights("Member").read).toEqual(["admin"]);
  });

  it("closes the list of people to them", () => {
    const { rights } = changed(
      "a clinic with doctors, patients and appointments",
      "patients must not see other patients",
    );
    expect(rights("Patient").read).toEqual(["admin"]);
  });

  it("says that it is so already in words that are true", () => {
    const { text } = changed(
      "an online shop with products, customers and orders",
      "customers should only see their own orders",
    );
    expect(text).toContain("Orders: only who made a row and admins can see them already.");
  });

  it("leaves a team's tasks with the reader of pairs", () => {
    const { app } = changed("a team app with members and tasks", "members should only see their own tasks");
    expect(Object.keys(app.entity("Task")!.properties)).not.toContain("email");
    expect(app.read("services/app.js")).not.toContain('"members"');
  });
});

describe("what the team enters for customers", () => {
  const mine = { field: "email", is: "my address" };

  it.each([
    ["a yoga studio where members can sign up and book classes", "Booking", "member", "Member"],
    ["a clinic where patients book appointments and see only their own", "Appointment", "patient", "Patient"],
    [
      "a dog grooming salon where customers book appointments and see only their own",
      "Appointment",
      "customer",
      "Customer",
    ],
  ])("is theirs by the address in the row, and in the row of the customer: %s", (said, table, field, people) => {
    const { rights, text } = built(said);
    expect(rights(table).read).toEqual(expect.arrayContaining([mine, { field, of: people, meets: mine }, "creator"]));
    expect(rights(table).update).toEqual(own);
    expect(text).toMatch(/Members also see \w+ that somebody else entered with their address as the email/);
  });

  it("is nobody's where rows have no address", () => {
    const { rights } = changed("a crm with deals and contacts", "sales reps only see their own deals");
    expect(rights("Deal").read).toEqual(own);
  });

  it("is still theirs once they are told again that they see only their own", () => {
    const { rights, text } = changed(
      "a clinic where patients book appointments and see only their own",
      "patients should see only their own appointments",
    );
    expect(rights("Appointment").read).toContainEqual(mine);
    expect(text).toContain("already");
  });
});

it.each([
  ["An app for our clinic where patients sign up and book appointments with doctors", "open"],
  ["A gym app. Members register and book classes", "open"],
  ["A dog school where customers log in and see their bookings", undefined],
  ["A yoga studio where students sign up for classes", undefined],
])("tells whether “%s” lets people make themselves an account: %s", (sentence, signup) => {
  const app = conversation();
  const { text } = app.say(sentence);
  expect(readModel(app.files, "").model.signup).toBe(signup);
  expect(text).toContain(signup ? "who sign up by themselves once" : "who come by your invitation");
});
