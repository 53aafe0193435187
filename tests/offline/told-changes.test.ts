import { describe, expect, it } from "vitest";
import { changesOf, type Told, toldBy } from "../support/scenes";

const scenes = {
  winery:
    "Winery: wines (name, year, price, taste: dry/medium/sweet), repairs (description, reported on, urgency: low/medium/high, status: open/ordered/fixed, cost), boats (name, damaged yes/no, bought on), jobs (title, quantity, kind: flyer/poster), papers (name, weight), releases (title, cover photo), stays (guest name, arrives on), examinations (patient, date, remarks)",
  tracker:
    "Ticket tracker: projects (name, owner, status: planned/active/closed), tickets (title, project, assignee, priority: low/medium/high, estimate, due date, state: todo/doing/done), releases (version, project, released on, notes)",
  gym: "A booking app for a climbing gym: members (name, email, phone, level: beginner/advanced), courses (title, trainer, date, seats), bookings (member, course, paid yes/no)",
  tools:
    "Tool library: tools (name, status: available/lent out/broken), loans (tool, borrower, borrowed on, due, returned on), repairs (tool, reported on)",
};
const after = changesOf(scenes);
type Row = Told<keyof typeof scenes>;
const told = toldBy(after);

describe("amounts", () => {
  it.each<Row>([
    [
      "winery",
      "quantity is 100 if nothing is entered and must be at least 1",
      ["~field Job.quantity default=100", "~field Job.quantity minimum=1"],
    ],
    [
      "winery",
      "quantity is 2 if we don't enter anything, at least 1 and never more than 8",
      ["~field Job.quantity default=2", "~field Job.quantity minimum=1", "~field Job.quantity maximum=8"],
    ],
    [
      "winery",
      "price from 3 to 200, year can't be before 1990",
      ["~field Wine.price minimum=3", "~field Wine.price maximum=200", "~field Wine.year minimum=1990"],
    ],
    [
      "tracker",
      "default priority = medium, estimate >= 0",
      ["~field Ticket.priority default=medium", "~field Ticket.estimate minimum=0"],
    ],
    ["winery", "the weight should be 95, and never below zero", [], "What I did not do"],
    ["gym", "a course can have at most 12 people", ["~field Course.seats maximum=12"]],
    ["gym", "limit courses to 8 participants", ["~field Course.seats maximum=8"]],
    ["gym", "max 10 people per course", ["~field Course.seats maximum=10"]],
  ])("%s: %s", (...row) => told(row));
});

describe("what is told of tables and rows", () => {
  it.each<Row>([
    ["tracker", "put a chart of tickets per state on the start page", ["+chart Ticket by state bar"]],
    [
      "tracker",
      "state of tickets should be asked, planned, done, paid",
      ["~field Ticket.state options asked, planned, done, paid"],
    ],
    ["winery", "jobs have photos before and after", ["+field Job.before_photo image", "+field Job.after_photo image"]],
    ["tracker", "every ticket needs a due day", [], "already have due date"],
    ["gym", "show a calendar on the home page", ["+page calendar Course.date"]],
    ["gym", "members under 12 need a guardian", [], "What I did not do"],
    ["gym", "one member can book 5 courses", []],
    ["gym", "who booked what should be at the top", []],
    ["tools", "split costs with my neighbour", [], "What each person owes"],
    ["winery", "wines have calories per glass", ["+field Wine.calories_per_glass number"]],
    [
      "winery",
      "alcohol, award and a label picture for each wine",
      ["+field Wine.alcohol text", "+field Wine.award text", "+field Wine.label_picture image"],
    ],
    [
      "winery",
      "how many dogs, and a license plate, both on the stay",
      ["+field Stay.number_of_dogs number", "+field Stay.license_plate text"],
    ],
    ["winery", "when someone reports a repair, put today's date in", ["~field Repair.reported_on default=today"]],
    ["winery", "damaged boats in red", ["look condition Boat.damaged true #ff0000"]],
    ["winery", "jobs need a link to the paper they use", ["+field Job.paper reference"]],
    [
      "winery",
      "examinations are medical data: only admins can read them",
      ["access Examination read=admin write=admin"],
    ],
    ["winery", "releases with their covers next to each other", ["~page Releases gallery"]],
    ["winery", "urgency very high is missing", ["~field Repair.urgency +very high"]],
    ["winery", "remove the weight, we have the name", ["-field Paper.weight"]],
  ])("%s: %s", (...row) => told(row));
});

describe("what people who make software type", () => {
  it.each<Row>([
    [
      "tracker",
      "add columns story_points (int), labels, and blocked (bool, default false) to tickets",
      ["+field Ticket.story_points number", "+field Ticket.labels tags", "+field Ticket.blocked boolean"],
    ],
    ["tracker", "add retry_count: int to releases", ["+field Release.retry_count number"]],
    ["tracker", "add a boolean blocked to projects", ["+field Project.blocked boolean"]],
    [
      "tracker",
      "Dashboard widgets: tickets per assignee (bar), sum of estimate per project (pie)",
      ["+chart Ticket by project sum=estimate pie"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("German", () => {
  it.each<Row>([
    [
      "winery",
      "Weine (wines): Feld venue dazu und year als Pflichtfeld",
      ["+field Wine.venue text", "~field Wine.year required"],
    ],
    ["winery", "Bei den Weinen (wines) soll price jetzt Preis heißen", ["~field Wine.price label=Preis"]],
    [
      "winery",
      "Bitte bei den Booten (boats) eine Telefonnummer ergänzen, und damaged brauchen wir nicht mehr",
      ["+field Boat.phone_number phone", "-field Boat.damaged"],
    ],
    ["winery", "weight bei den Papieren (papers) brauchen wir nie, bitte weg damit", ["-field Paper.weight"]],
  ])("%s: %s", (...row) => told(row));
});

describe("nothing else is changed", () => {
  it.each<Row>([
    ["winery", "remove the wines calendar and the repairs board", []],
    ["winery", "show 20 boats per page", [], "How many rows a page of a list has is fixed."],
    ["winery", "paginate the boats", [], "How many rows a page of a list has is fixed."],
    ["winery", "gimme a page that has only the open repairs", ["+page list Repair where status open"], "Open repairs"],
    ["winery", "wines should be 95", []],
    [
      "winery",
      "add a comment to wines, call it remark",
      ["+field Wine.comment longtext"],
      "Comment of wines is called Remark now.",
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("how people type who type as they speak", () => {
  it.each<Row>([
    ["tracker", "make estimate required but notes not", ["~field Ticket.estimate required"]],
    [
      "winery",
      "weight must be filled in. and urgency as well",
      ["~field Paper.weight required", "~field Repair.urgency required"],
    ],
    [
      "winery",
      "get rid of the repairs' cost. And of their urgency",
      ["-field Repair.cost", "-field Repair.urgency", "-chart Repair by urgency pie"],
    ],
    ["winery", "add off-dry between dry and medium", ["~field Wine.taste +off-dry"]],
    ["winery", "repairs: everyone reads, only admin writes", ["access Repair read=all write=admin"]],
    ["winery", "i'd rather see the releases as pictures than as a table", ["~page Releases gallery"]],
    ["winery", "invent a dozen boats so we can see how it looks", ["rows Boat 12"]],
    ["winery", "could you make a list of all repairs this year", [], "A page can list rows by an option"],
    [
      "winery",
      "mark repairs red when reported on is past and not fixed",
      ["look condition Repair.reported_on overdue and status not fixed #ff0000"],
    ],
    ["winery", "default 2", [], "please name it"],
    [
      "winery",
      "guests should look at the boats on the internet without registering",
      ["access Boat read=anonymous write=all"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("a box that was asked for just before", () => {
  it.each<Row>([
    [
      "gym",
      "put a checkbox for waiver signed on members and make those red who haven't signed",
      ["+field Member.waiver_signed boolean", "look condition Member.waiver_signed false #ff0000"],
    ],
    [
      "gym",
      'put a checkbox "waiver signed" on the members, show the ones without in red',
      ["+field Member.waiver_signed boolean", "look condition Member.waiver_signed false #ff0000"],
    ],
    [
      "gym",
      "add a tick box insured to members. the ones that aren't insured in orange",
      ["+field Member.insured boolean", "look condition Member.insured false #ffa500"],
    ],
    [
      "tools",
      "put a checkbox broken on tools and make those red",
      ["+field Tool.broken boolean", "look condition Tool.broken true #ff0000"],
    ],
    ["tools", "put a tick box on the loans whether it's been cleaned", ["+field Loan.cleaned boolean"]],
    ["tools", "put a tick box whether its been cleaned on loans", ["+field Loan.cleaned boolean"]],
  ])("%s: %s", (...row) => told(row));
});

describe("the date that is meant", () => {
  it.each<Row>([
    ["tools", "newest loans first", ["~page Loans sort borrowed_on desc"]],
    ["tools", "overdue loans red", ["look condition Loan.due overdue #ff0000"]],
    ["tools", "overdue repairs red", [], "What I did not do"],
    ["tools", "sort repairs by date", ["~page Repairs sort reported_on"]],
    ["gym", "most expensive courses first", [], "What I did not do"],
  ])("%s: %s", (...row) => told(row));
});

describe("what a word beside the request says", () => {
  it.each<Row>([
    [
      "gym",
      "hide phone numbers from normal members",
      ["~field Member.phone read=admin", "~field Member.phone write=admin"],
    ],
    ["gym", "only show phone to admins", ["~field Member.phone read=admin", "~field Member.phone write=admin"]],
    ["gym", "trainer should be a list of trainers not just text", [], "What I did not do"],
    ["gym", "add weight to members in kg", ["+field Member.weight number"]],
    ["gym", "add a comments box to courses", ["+field Course.comments longtext"]],
    [
      "gym",
      "please add the following to members: birthday, shirt size (S, M, L)",
      ["+field Member.birthday date", "+field Member.shirt_size enum S, M, L"],
    ],
    ["gym", "the app is too blue", [], "name the colour that it should have instead"],
    ["gym", "colour maybe yellow", [], "What I did not do"],
    ["gym", "show upcoming courses only", ["~page Courses where date >-1d"], "date is today or later"],
    [
      "gym",
      "paid bookings should disappear from the list",
      ["~page Bookings where paid false"],
      "the other rows are kept",
    ],
    ["gym", "show the total revenue on the dashboard", [], "What I did not do"],
    ["gym", "link donations to members", [], "What I did not do"],
    ["gym", "put email in the members list", [], "“Members” shows that already."],
    ["gym", 'change "trainer" to "coach"', ["~field Course.trainer label=Coach"]],
    [
      "gym",
      "there should be only one booking per member and course",
      [],
      "That two fields together are never the same I cannot say",
    ],
    ["gym", "which member booked the most courses", [], "not its rows"],
  ])("%s: %s", (...row) => told(row));

  it.each<Row>([
    ["gym", "which member booked how many courses", ["+chart Booking by member bar", "+page dashboard Dashboard"]],
    [
      "gym",
      "which trainer gives how many courses, as a chart",
      ["+chart Course by trainer bar", "+page dashboard Dashboard"],
    ],
    ["tools", "which person borrowed how many tools, as a chart", ["+chart Loan by borrower bar"]],
    [
      "gym",
      "courses per day as a chart",
      ["+chart Course by date line", "+page dashboard Dashboard"],
      "a chart by time goes by month",
    ],
  ])("draws who did how much: %s: %s", (scene, message, lines, says) => {
    const found = after(scene, message);
    for (const line of lines.filter((one) => one.startsWith("+chart"))) expect(found.lines).toContain(line);
    expect(lines).toEqual(expect.arrayContaining(found.lines));
    if (says) expect(found.text).toContain(says);
  });
});

describe("German that people type", () => {
  it.each<Row>([
    ["gym", "kannst du bei den Kursen noch einen Preis dazumachen?", ["+field Course.price money"]],
    [
      "gym",
      "Neue Felder bei Mitglieder: Geburtsdatum und Notfallkontakt",
      ["+field Member.birthday date", "+field Member.emergency_contact text"],
    ],
    ["gym", "Kurse nach Datum sortieren, die nächsten zuerst", ["~page Courses sort date"]],
    [
      "gym",
      "füge bei Mitgliedern eine Checkbox geimpft hinzu, soll am Anfang ja sein",
      ["+field Member.geimpft boolean default=true"],
    ],
    [
      "gym",
      'Checkbox "Vertrag da" bei den Mitgliedern und mach die ohne rot',
      ["+field Member.vertrag_da boolean", "look condition Member.vertrag_da false #ff0000"],
    ],
    ["gym", "nicht bezahlte Buchungen rot markieren", ["look condition Booking.paid false #ff0000"]],
    ["gym", "unbezahlte Buchungen rot", ["look condition Booking.paid false #ff0000"]],
    ["gym", "Telefon ist Pflicht bei Mitgliedern", ["~field Member.phone required"]],
    ["gym", "nenn Kurse in Stunden um", ["~table Course title=Stunden", "~page Courses title=Stunden"]],
    ["gym", "Level soll Anfänger, Mittel oder Profi sein", ["~field Member.level options Anfänger, Mittel, Profi"]],
    ["gym", "Telefon bei Mitgliedern bitte wegmachen", ["-field Member.phone"]],
    ["gym", "nur der Chef darf Kurse löschen", ["rules Course delete=admin"]],
    ["tools", "überfällige Ausleihen rot", ["look condition Loan.due overdue #ff0000"]],
  ])("%s: %s", (...row) => told(row));
});

describe("what would have been wrong in silence", () => {
  it.each<Row>([
    ["gym", "bookings not paid after 30 days in red", [], "once a date has passed, and not “after 30 days”"],
    ["gym", "no dark mode please", ["look mode=light"]],
    ["gym", "can you make a logo", [], "I draw no pictures"],
    [
      "gym",
      "two courses cant have the same trainer at the same date",
      [],
      "That two fields together are never the same",
    ],
    ["gym", "price = seats x 10 per hour", [], "I do not compute one field from others"],
    ["gym", "put the chart on its own page", [], "Charts stay where they are"],
    ["gym", "add a page where i see all courses of today", [], "A page can list rows by an option"],
    ["gym", "only i can see the phone", ["~field Member.phone read=admin", "~field Member.phone write=admin"]],
    ["gym", "put a tick for insured on members", ["+field Member.insured boolean"]],
    ["gym", 'the word "courses" should be "Classes"', ["~table Course title=Classes", "~page Courses title=Classes"]],
    [
      "gym",
      "a member can have several levels",
      ["~field Member.level kind=multi options beginner, advanced", "~field Member.level default="],
    ],
    [
      "gym",
      "remove level from members and put a grade there instead: A, B, C",
      ["-field Member.level", "+field Member.grade enum A, B, C"],
    ],
    [
      "tools",
      "add a table for lockers with number, since",
      ["+table Locker number, since", "+page list Locker", "rows Locker 5"],
    ],
    ["tools", "add a table for pills with name, doses", ["+table Pill name, doses", "+page list Pill", "rows Pill 5"]],
    ["gym", "Mitglieder sollen Buchungen nicht sehen", ["rules Booking read=admin"]],
    [
      "gym",
      'Bitte ein Häkchen "Ausweis" bei den Mitgliedern, die dann gelb',
      ["+field Member.ausweis boolean", "look condition Member.ausweis true #ffff00"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("a field that rows have by another name", () => {
  it.each<Row>([
    ["tools", "add a deadline to loans", [], "Loans already have due"],
    ["tools", "add a due date to loans", [], "Loans already have due"],
  ])("is told, and not added again: %s, “%s”", (...row) => told(row));

  it.each<Row>([["gym", "add birthdays to members", ["+field Member.birthday date"]]])(
    "is called as each row has it: %s, “%s”",
    (...row) => told(row),
  );
});
