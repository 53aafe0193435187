import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const begin = (first: string) => {
  const app = conversation();
  app.say(first);
  return app.begun;
};
const scenes = {
  bikes: begin(
    "Bicycle workshop: customers (name, phone), bikes (customer, brand, frame number), repairs (bike, problem, price, status: received/fixed/collected), parts (name, stock, price)",
  ),
  tanks: begin("Aquarium club: tanks (name, litres, photo), fish (species, tank, count, bought on)"),
  bakery: begin(
    "Bakery orders: customers (name, phone), orders (customer, quantity, pickup date, status: new/ready/collected)",
  ),
  school: begin("Language school: students (name, email), teachers (name, phone), courses (title, teacher, price)"),
  vet: begin("Vet practice: owners (name, phone), pets (name, owner), visits (pet, date, reason, cost)"),
  flats: begin(
    "Property management: flats (number, rent), tenants (name, flat), repairs (flat, title, status: open/done)",
  ),
  jobs: begin("Job board: companies (name, city), jobs (title, company, salary), applications (job, name, email, cv)"),
  forum: begin("Forum: topics (title, category: help/news/offtopic, text), replies (topic, text, posted on)"),
  books: begin(
    "Bookkeeping: clients (name, email), expenses (title, amount, category, date), invoices (number, client, amount, issued on, status: draft/sent/paid)",
  ),
  rooms: begin(
    "Hotel: rooms (number, size: S/M/L, photo, clean yes/no), guests (name, email), stays (guest, room, arrives on, paid yes/no)",
  ),
  barber: begin(
    "Barber: barbers (name, phone), appointments (barber, day, service: cut/shave, price), stops (name, weekday: Mon/Tue/Wed/Thu/Fri)",
  ),
  clubs: begin("Sports club: teams (name, coach), players (name, birthday, team, shirt number)"),
};
type Row = [scene: keyof typeof scenes, said: string, lines: string[], says?: string];

const read = ([scene, said, lines, says]: Row) => {
  const app = conversation(undefined, undefined, scenes[scene]);
  const before = modelOf(app);
  const { text } = app.say(said);
  const found = differencesBetween(before, modelOf(app)).map(({ line }) => line);
  expect(found.toSorted()).toEqual(lines.toSorted());
  if (says) expect(text).toContain(says);
};
const name = ([scene, said]: Row): [string, string] => [scene, said];
const each = (rows: Row[]) => rows.map((row) => [...name(row), row] as const);

describe("What busy people ask for", () => {
  it.each(
    each([
      ["bikes", "Mark parts red as soon as the stock is below 3", ["look condition Part.stock <3 #ff0000"]],
      ["bikes", "i want to drag repairs from received to fixed", ["+page board Repair.status"]],
      ["bakery", "people should be able to drag orders from new to ready", ["+page board Order.status"]],
      ["bakery", "we need the pickup time too, not just the date", ["~field Order.pickup_date kind=datetime"]],
      ["bikes", "when we enter a new repair it should start as fixed", ["~field Repair.status default=fixed"]],
      ["bikes", 'a repair can also be "lost", please add that', ["~field Repair.status +lost"]],
      [
        "bikes",
        "the frame number is the only thing the police ask for, so it must always be filled in, and no two bikes can have the same one",
        ["~field Bike.frame_number required", "~field Bike.frame_number unique"],
        "I took “is the only thing the police ask for” for a remark.",
      ],
      [
        "tanks",
        "fish need a price and a photo, count starts at 1",
        ["+field Fish.price money", "+field Fish.photo image", "~field Fish.count default=1"],
      ],
      ["school", "students need a level A1 to C2", ["+field Student.level enum A1, A2, B1, B2, C1, C2"]],
      [
        "school",
        "add a guardian name and phone to students",
        ["+field Student.guardian_name text", "+field Student.guardian_phone phone"],
      ],
    ]),
  )("%s: %s", (_scene, _said, row) => read(row));
});

describe("What is not done", () => {
  it.each(
    each([
      ["bikes", "bikes should be red and parts older than 3 days orange", []],
      ["school", "level from A1 to B2", []],
    ]),
  )("%s: %s", (_scene, _said, row) => read(row));
});

describe("Rights in people's words", () => {
  it.each(
    each([
      ["vet", "only admins can delete visits, everybody else may edit them", ["rules Visit delete=admin"]],
      [
        "vet",
        "the phone is too sensitive, only admins should see it",
        ["~field Owner.phone read=admin", "~field Owner.phone write=admin"],
      ],
      ["flats", "tenants can report repairs but not see the ones of others", ["rules Repair read=creator|admin"]],
      ["jobs", "applicants shouldnt see each others applications", []],
      ["jobs", "nobody may see the applications of others", []],
      ["jobs", "candidates can only see their own applications", []],
      [
        "forum",
        "everyone may read but only logged in users may write",
        ["access Reply read=anonymous write=all", "access Topic read=anonymous write=all"],
      ],
    ]),
  )("%s: %s", (_scene, _said, row) => read(row));
});

describe("Rights to what was just spoken of", () => {
  it.each(
    each([
      [
        "vet",
        "add a birthday to owners but only i see it",
        ["+field Owner.birthday date", "~field Owner.birthday read=admin", "~field Owner.birthday write=admin"],
        "Only admins see the birthday of owners.",
      ],
      ["vet", "vets can add visits, nobody else", ["rules Visit create=role:vet|admin"]],
      ["vet", "show cost only to admins", ["~field Visit.cost read=admin", "~field Visit.cost write=admin"]],
      // The practice writes them: whoever has the address of the pet's owner sees it.
      [
        "vet",
        "owners can log in and see only their pets",
        [
          "+field Owner.email email",
          "access Pet read=admin write=admin",
          'rules Pet read={"field":"owner","of":"Owner","meets":{"field":"email","is":"my address"}}|admin',
        ],
        "A member sees those that have their own address as the email of its owner",
      ],
      ["vet", "an owner may only book 3 visits", [], "How many rows somebody may have"],
      ["vet", "vets can do everything, owners only see pets", []],
    ]),
  )("%s: %s", (_scene, _said, row) => read(row));
});

describe("What is asked for of fields, options and figures", () => {
  it.each(
    each([
      ["vet", "deposit for visits in euros, 50 as standard", ["+field Visit.deposit money default=50"]],
      ["vet", "remove the home page", [], "The app has no home page, so there is nothing to take away."],
      ["forum", "likes for topics", [], "what each person keeps for themselves is no field of a row"],
      ["forum", "category: a, b, c", [], "“category can only be …” takes these in their place"],
      ["forum", "category can only be a, b, c", ["~field Topic.category options a, b, c"]],
      ["books", "categories of expenses: rent, travel, food", ["~field Expense.category options rent, travel, food"]],
      ["books", "revenue per month as a line", ["+chart Invoice by issued_on sum=amount line"]],
      ["books", "use dark blue and grey", ["look accent=#1e3a8a", "look buttons=#808080"]],
      ["rooms", "dirty rooms brown", ["look condition Room.clean false #a52a2a"]],
      ["rooms", "stays not paid yet in orange", ["look condition Stay.paid false #ffa500"]],
      ["rooms", "i dont want the photo on the rooms any more", ["-field Room.photo"]],
      ["rooms", "XL also for rooms", ["~field Room.size +XL"]],
      ["rooms", "stays today by default", ["~field Stay.arrives_on default=today"]],
      ["flats", "hide done", ["~page Repairs where status not done"], "the other rows are kept"],
      ["rooms", "what can guests see?", [], "Who may do what: Rooms: "],
      ["rooms", "delete everything", [], "I delete only what is named"],
      ["rooms", "our logo is a green leaf", [], "A logo is uploaded in the app's settings"],
      ["clubs", "add a date of birth to players", [], "Players already have birthday"],
      ["rooms", "remove the size from the list but keep it", ["~page Rooms hides size"]],
      ["rooms", "put guests first, then rooms", ["~pages order Guests, Rooms, Stays"]],
      ["rooms", "past stays grey", ["look condition Stay.arrives_on overdue #808080"]],
      ["rooms", "one stay per guest and room", [], "That two fields together are never the same I cannot say"],
      ["rooms", "number: 101, 102, 103", ["~field Room.number kind=enum options 101, 102, 103"]],
      ["rooms", "size huge too", ["~field Room.size +huge"]],
      ["tanks", "overdue fish without a tank red", []],
      ["tanks", "litres 10 to 500 only", ["~field Tank.litres minimum=10", "~field Tank.litres maximum=500"]],
      ["bakery", "status no show too", ["~field Order.status +no show"]],
      ["rooms", "no guest should stay twice in the same room", [], "That two fields together are never the same"],
      ["barber", "service also: beard, highlights", ["~field Appointment.service +beard +highlights"]],
      ["barber", "stops need Sat and Sun too", ["~field Stop.weekday +Sat +Sun"]],
      ["barber", "add notes to stops, a big box, i write a lot", ["+field Stop.notes longtext"]],
      ["barber", "appointments in my google calendar please", [], "Calendars and services of others"],
      ["barber", "the barbers only visible for admins", ["access Barber read=admin write=admin"]],
      ["bakery", "status can be cancelled too", ["~field Order.status +cancelled"]],
      ["bakery", "status very new too", ["~field Order.status +very new"]],
      ["bakery", "reminders for customers the day before", [], "Mails and reminders need a function"],
      ["vet", "reasons are important, show them in the list", []],
      ["vet", "visits need a time not just a day", ["~field Visit.date kind=datetime"]],
      ["vet", "owner must be chosen from the owners", []],
      ["clubs", "players number unique per team", [], "That two fields together are never the same I cannot say"],
      ["clubs", "add floor to teams (1-5)", ["+field Team.floor number"]],
    ]),
  )("%s: %s", (_scene, _said, row) => read(row));
});
