import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { differencesBetween } from "@/offline/request/differences/between";
import { conversation } from "../support/offline";

type Begun = ReturnType<typeof conversation>["begun"];
const begun = new Map<string, Begun>();

/** What a follow-up changes in the app of a first sentence, and the reply. */
function changed(first: string, said: string): { lines: string[]; text: string } {
  if (!begun.has(first)) {
    const app = conversation();
    app.say(first);
    begun.set(first, app.begun);
  }
  const app = conversation(undefined, undefined, begun.get(first));
  const before = readModel(app.files, "Untitled").model;
  const { text } = app.say(said);
  return { lines: differencesBetween(before, readModel(app.files, "Untitled").model).map(({ line }) => line), text };
}

describe("A follow-up about rights", () => {
  it("is answered in one line per table", () => {
    const { text } = changed("booking app for my hair salon", "anyone can book appointments");
    expect(text).toContain(
      "- Appointments: anybody can add some; only who made a row and admins can see, change or delete them.",
    );
    expect(text.match(/^- Appointments:/gm)).toHaveLength(1);
  });

  it("asks strangers who book who they are, and leaves what comes of it to the team", () => {
    const { lines } = changed("pet clinic with appointments and vaccinations", "anyone can book appointments");
    expect(lines).toEqual(
      expect.arrayContaining(["+field Appointment.name text required", "+field Appointment.email email required"]),
    );
    const app = conversation(undefined, undefined, begun.get("pet clinic with appointments and vaccinations"));
    app.say("anyone can book appointments");
    const { findings, cost, next_visit, reason, name } = app.entity("Appointment")!.properties;
    for (const closed of [findings, cost, next_visit])
      expect(closed).toHaveProperty("x-accessControl", { write: ["admin"] });
    for (const asked of [name, reason]) expect(asked).not.toHaveProperty("x-accessControl");
  });

  it("takes a lesson of which times are booked for a booking", () => {
    const { lines } = changed("music lessons: students, teachers, lessons, payments", "anyone can book lessons");
    expect(lines).toEqual(
      expect.arrayContaining([
        "~field Lesson.title label=Name",
        "+field Lesson.email email required",
        expect.stringMatching(/^rules Lesson read=creator\|.*"my address".*\|admin$/),
        "rules Lesson create=anonymous",
      ]),
    );
  });

  it.each([
    [
      "car repair shop: customers, cars, repairs, appointments",
      "let strangers book an appointment",
      "slots Appointment.starts_at",
    ],
    ["bakery with products, customers and orders", "customers can place orders without an account", "form Order"],
    ["IT helpdesk with tickets and assets", "anyone can submit a ticket", "form Ticket"],
    ["volunteer management app", "people can apply as volunteers without an account", "form Volunteer"],
  ])("gives strangers a page to do it on: %s, “%s”", (first, said, page) => {
    expect(changed(first, said).lines).toContain(`+page ${page}`);
  });

  it.each([
    ["todo app", "anyone can add tasks", "Task", ["+page form Task"]],
    ["members club with notices", "visitors can add notices", "Notice", ["+page form Notice"]],
    ["recipe site", "visitors can add recipes", "Recipe", []],
  ])("lets strangers add rows, and neither change nor delete those of others: %s, “%s”", (first, said, table, page) => {
    const { lines, text } = changed(first, said);
    expect(lines).toEqual([`rules ${table} create=anonymous`, ...page]);
    expect(text).toContain("anybody can add some; who may see, change or delete them stays as it was");
  });
});

describe("A follow-up that names a table in other words", () => {
  it.each([
    ["inventory for my bike shop", "add barcode to products, must be unique", ["+field StockItem.barcode text unique"]],
    ["inventory for my bike shop", "products under 5 in stock red", ["look condition StockItem.quantity <5 #ff0000"]],
    ["habit tracker", "add a mood to check-ins", ["+field HabitCheck.mood enum great, good, okay, low, awful"]],
    ["habit tracker", "add a notes field to check ins", []],
  ])("is about that one: %s, “%s”", (first, said, expected) => {
    expect(changed(first, said).lines).toEqual(expected);
  });

  it.each([
    ["booking app for my hair salon", "stylists should have a photo", "no table of stylists"],
    ["booking app for my hair salon", "each stylist needs a phone number", "no table of stylists"],
    ["inventory for my bike shop", "add warranty to laptops", "no table of laptops"],
  ])("is refused where the app has none: %s, “%s”", (first, said, why) => {
    const { lines, text } = changed(first, said);
    expect(lines).toEqual([]);
    expect(text).toContain(why);
  });

  it("puts a field where it fits when no table is named", () => {
    const library = "library for our school";
    expect(changed(library, "add publisher and edition").lines).toEqual([
      "+field Book.publisher text",
      "+field Book.edition text",
    ]);
    const { lines, text } = changed(library, "add isbn");
    expect(lines).toEqual([]);
    expect(text).toContain("Books already have isbn");
  });
});

describe("A follow-up about what rows hold", () => {
  it("takes the word behind a field for its kind", () => {
    expect(changed("library for our school", "fines field in loans, money").lines).toEqual(["+field Loan.fines money"]);
  });

  it("takes a list that repeats an option for the whole of them", () => {
    expect(changed("bug tracker for our team", "add severity: low, medium, high, critical").lines).toEqual([
      "~field Bug.severity options low, medium, high, critical",
    ]);
  });

  it("adds a box, and says that it need not be ticked", () => {
    const { lines, text } = changed("gym with members and classes", "add a waiver checkbox that must be ticked");
    expect(lines).toEqual([expect.stringMatching(/^\+field \w+\.waiver boolean$/)]);
    expect(text).toContain("a box may be ticked or not");
  });

  it.each(["loans last two weeks", "due date should be 14 days after borrowed on", "default due date in 2 weeks"])(
    "computes no date: “%s”",
    (said) => {
      const { lines, text } = changed("library for our school", said);
      expect(lines).toEqual([]);
      expect(text).toContain("I compute no date from another one");
    },
  );

  it.each(["add a wishlist", "add a shopping cart", "add a hero banner", "add a leaderboard", "add favourites"])(
    "makes no field of a feature: “%s”",
    (said) => {
      const { lines, text } = changed("online shop for plants", said);
      expect(lines).toEqual([]);
      expect(text).toContain(`“${said}”:`);
    },
  );
});

describe("A follow-up in a hurry", () => {
  it.each([
    [
      "real estate listings for my agency",
      "add year built to properties",
      "+field RealEstateListing.year_built number",
    ],
    [
      "real estate listings for my agency",
      "energy class A to G for properties",
      "+field RealEstateListing.energy_class enum A, B, C, D, E, F, G",
    ],
    ["blog", "categories: travel, food, tech", "~field Post.category options travel, food, tech"],
    ["blog", "readers can leave comments", "rules Comment create=anonymous"],
    [
      "event planning app with events, guests and vendors",
      "dietary needs for guests (vegan, vegetarian, none)",
      "+field Guest.dietary_needs enum vegan, vegetarian, none",
    ],
    [
      "school app with students, teachers and classes",
      "each student has a guardian name and phone",
      "+field Student.guardian_name text,+field Student.guardian_phone phone",
    ],
    ["movie watchlist", "watched ones should be greyed out", "look condition Movie.status watched #808080"],
    ["restaurant reservations", "guests must leave a phone number", "~field Reservation.phone required"],
    ["wedding guest list", "meal choice chicken, fish or veggie", "+field Guest.meal enum chicken, fish, veggie"],
    ["freelancer time tracking", "total hours per client", "+chart TimeEntry by client sum=hours bar"],
    ["car maintenance log", "cars with mileage over 100000 orange", "look condition Car.odometer >100000 #ffa500"],
    [
      "school cafeteria menu",
      "allergens: gluten, dairy, nuts, soy (multiple)",
      "~field MenuItem.allergens kind=multi options gluten, dairy, nuts, soy",
    ],
    ["recipe site", "let visitors rate recipes", "rules RecipeRating create=anonymous"],
    [
      "gym app with members and classes",
      "let members rate classes",
      "+table Review author_name, rating, comment, class,+page list Review",
    ],
    ["crm", "deals above 10k in green", "look condition Deal.amount >10000 #008000"],
    [
      "crm",
      "only show name and phone in contacts list",
      "~page Contacts hides company, job_title, email, last_contact, birthday, photo, tags, notes",
    ],
    ["book club", "rename book club to Page Turners", "name Page Turners"],
    ["clinic appointments", "appointments per doctor as a chart", "+chart Visit by doctor bar"],
    ["clinic appointments", "appointments per doctor", "+chart Visit by doctor bar"],
    ["warehouse", "bestand unter 10 rot markieren", "look condition StockItem.quantity <10 #ff0000"],
    ["warehouse", "sortiere nach name", "~page Stock items sort name"],
    [
      "coworking space",
      "put the calendar first in the menu",
      "~pages order Room bookings calendar, Book a room booking, Overview, Rooms, Room bookings",
    ],
    ["language school", "sort by start date", "~page Lessons sort starts_at"],
    [
      "bakery orders",
      "make the start page the orders board",
      "~pages order Cake orders board, Home, Cake orders calendar, Baked goods, Cake orders",
    ],
    ["small hotel booking", "add beds 1-4 to rooms", "+field Room.beds number"],
    ["small hotel booking", "add a cleanliness score 1-5 to rooms", "+field Room.cleanliness_score rating"],
    ["nail studio", "treatments need a material", "+field Service.material text"],
    ["car workshop", "repairs waiting longest on top", "~page Repairs sort received_on"],
    ["reading journal", "finished date default today", "~field Book.finished_on default=today"],
    [
      "student council",
      "members: role (president, treasurer, member)",
      "~field Member.role options president, treasurer, member",
    ],
    [
      "startup investor crm",
      "stage: cold, contacted, meeting, term sheet, closed",
      "~field Deal.stage options cold, contacted, meeting, term sheet, closed",
    ],
    ["nonprofit grants tracker", "grants need an amount requested", "+field Grant.amount_requested money"],
  ])("is done as it was meant: %s, “%s”", (first, said, expected) => {
    expect(changed(first, said).lines.join()).toBe(expected);
  });

  it.each([
    ["invoices for my freelance business", "add VAT 19%"],
    ["personal budget", "monthly spending chart per category"],
    ["volunteer shifts for food bank", "shift calendar on the home page"],
    ["restaurant reservations", "no double bookings for the same table"],
    ["music lessons", "lessons cost 40 by default"],
    ["support ticket system", "agents can only see their own tickets"],
    ["wedding guest list", "who has not rsvpd in yellow"],
    ["gym app with members and classes", "members must be over 16"],
    ["freelancer time tracking", "make project mandatory"],
    ["book club", "members vote for next book"],
    ["small hotel booking", "show free rooms on a calendar"],
    ["translation agency", "hide rates from translators"],
    ["equipment rental for film crews", "items that are out in blue"],
    ["catering orders", "menu items vegetarian or not"],
    ["coworking space", "desk bookings as calendar first in the menu"],
    ["gym", "membership type basic, premium, vip"],
    ["bakery orders", "only bakers can change the recipes"],
    ["car workshop", "status colours"],
    ["reading journal", "show finished books per month"],
    ["apartment rentals", "tenants with open payments orange"],
    ["museum", "room is a link to rooms"],
    ["startup investor crm", "next step date"],
  ])("changes nothing where it is not understood: %s, “%s”", (first, said) => {
    const { lines, text } = changed(first, said);
    expect(lines).toEqual([]);
    expect(text).toContain("What I did not do");
  });

  it("says that options are there already", () => {
    const { lines, text } = changed("invoices for my freelance business", "status: draft, sent, paid, overdue");
    expect(lines).toEqual([]);
    expect(text).toContain("The status of invoices has these options already");
  });
});

describe("A follow-up for a field that is there by another name", () => {
  it.each([
    ["recipe collection", "add cooking time in minutes"],
    ["school library", "add a cover image to books"],
    ["podcast planner", "publish date"],
    ["podcast planner", "add a publish date"],
    ["bakery orders", "orders need a pickup time"],
  ])("adds no second one: %s, “%s”", (first, said) => {
    const { lines, text } = changed(first, said);
    expect(lines).toEqual([]);
    expect(text).toContain("already have");
  });

  it("gives it other options where nobody has said those that are there", () => {
    const { lines } = changed("podcast planner", "episodes: guest, topic, status (idea, recorded, published)");
    expect(lines).toContain("~field Podcast.status options idea, recorded, published");
    expect(lines).toContain("+field Podcast.topic text");
  });
});
