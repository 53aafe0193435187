import { describe, expect, it } from "vitest";
import { changesOf } from "../support/scenes";

const scenes = {
  vet: "Vet practice: owners (name, phone, email, address), pets (owner, name, species: dog/cat/rabbit/other, birthday, weight, photo), visits (pet, date, reason, diagnosis, fee, status: booked/here/done)",
  brewery:
    "Craft brewery: beers (name, style, alcohol, description, photo), batches (beer, brewed on, litres, best before, stage: mash/ferment/condition/packaged), customers (name, city, email), orders (customer, beer, kegs, price, order date, paid)",
  school:
    "Language school: students (name, email, level: A1/A2/B1/B2/C1), courses (title, teacher, room, start date, fee, seats), teachers (name, email, languages), lessons (course, date, topic, homework), tests (student, course, points, passed)",
  farm: "Vegetable farm: fields (name, hectares, soil: sand/clay/loam), crops (name, variety, sowing month, yield), plantings (field, crop, planted on, harvested on, kilos), workers (name, phone, role: picker/driver/foreman)",
  ngo: "Refugee charity: clients (name, language, arrival date, notes), volunteers (name, email, skills, available: yes/no), appointments (client, volunteer, date, topic: housing/law/health/work, result), donations (donor, amount, date, purpose)",
  pottery:
    "Pottery studio: members (name, email, phone, shelf number), classes (title, level: beginner/intermediate/advanced, start date, seats, price), bookings (member, class, date, status: requested/confirmed/cancelled), firings (member, kiln: small/large, piece count, height cm, date, paid)",
  rental:
    "Camera rental: cameras (name, brand, serial number, daily price, deposit, state: free/rented/repair, photo), clients (name, email, phone, company), rentals (camera, client, from, until, total, returned), damages (camera, description, cost, reported on)",
};

const after = changesOf(scenes);

type Row = [scene: keyof typeof scenes, message: string, lines: string[], says?: string];

const told = ([scene, message, lines, says]: Row) => {
  const found = after(scene, message);
  expect(found.lines).toEqual(lines);
  if (says) expect(found.text).toContain(says);
};

describe("who may do what", () => {
  it.each<Row>([
    ["school", "only teachers can edit lessons", ["rules Lesson update=role:teacher|admin"], "“teacher” is a role"],
    ["school", "teachers can edit lessons, students can only look at them", ["rules Lesson update=role:teacher|admin"]],
    [
      "school",
      "students may only see their own tests, teachers see all",
      [
        "rules Test read=creator|role:teacher|admin",
        "rules Test update=creator|role:teacher|admin",
        "rules Test delete=creator|role:teacher|admin",
      ],
    ],
    [
      "ngo",
      "notes only for admins please, the volunteers must not see them",
      ["~field Client.notes read=admin", "~field Client.notes write=admin"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("the order of things", () => {
  it.each<Row>([
    ["vet", "put visits first in the menu", ["~pages order Visits, Owners, Pets"]],
    ["vet", "make the visits page the first page", ["~pages order Visits, Owners, Pets"]],
    ["vet", "visits page before pets", ["~pages order Owners, Visits, Pets"]],
    ["vet", "the order in the menu: visits, pets, owners", ["~pages order Visits, Pets, Owners"]],
    [
      "vet",
      'can you put the pets page first in the menu and call it "Our patients"',
      ["~page Pets title=Our patients", "~pages order Our patients, Owners, Visits"],
    ],
    [
      "school",
      "please no dashboard, start with the list of courses",
      ["~pages order Courses, Students, Teachers, Lessons, Tests", "-page Home"],
    ],
    [
      "brewery",
      "order the stages: packaged first, then condition, ferment, mash",
      ["~field Batch.stage order packaged, condition, ferment, mash"],
    ],
    [
      "brewery",
      "move paid to the front in orders, then customer, then beer",
      ["~table Order order"],
      "in the order paid, customer, beer",
    ],
    ["brewery", "swap the order of city and email", ["~table Customer order"], "in the order name, email and city"],
    [
      "vet",
      "visits: first status, then date, then fee, diagnosis last",
      ["~table Visit order"],
      "in the order status, date, fee",
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("what nobody said is not done", () => {
  it.each<Row>([
    ["farm", "workers without phone should not be possible", ["~field Worker.phone required"]],
    [
      "brewery",
      "show the litres per beer and month in a chart on the dashboard",
      ["+chart Batch by beer sum=litres bar"],
      "I left out “month”",
    ],
    [
      "farm",
      "sum of kilos per field, biggest first, as bars",
      ["+chart Planting by field sum=kilos bar"],
      "“biggest first”: the groups of a chart",
    ],
    ["pottery", "classes that are full should be grey", [], "I did not"],
    ["vet", "visits that are booked for today should be yellow", [], "once a date has passed, and not on “today”"],
    [
      "pottery",
      "show bookings per class as a pie and a list of all the firings not paid yet",
      ["+chart Booking by class pie", "+page list Firing where paid false"],
      "with firings only where paid is no",
    ],
    [
      "vet",
      "add a field vaccinated on and one chip number that must be unique",
      ["+field Owner.vaccinated text"],
      "I did not understand “chip”",
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("half of a message", () => {
  it.each<Row>([
    [
      "school",
      "points between 0 and 100, passed when 60 or more",
      ["~field Test.points minimum=0", "~field Test.points maximum=100"],
      "“passed when 60 or more”: I did not understand this",
    ],
    [
      "school",
      'move "level" before "email" in the students table and freeze it',
      ["~table Student order"],
      "Columns do not stay in place",
    ],
    ["brewery", "delete photo from beers and price from orders", ["-field Beer.photo", "-field Order.price"]],
    [
      "ngo",
      "rename topic to subject, and work should be called jobs",
      ["~field Appointment.topic label=Subject", "~field Appointment.topic options housing, law, health, jobs"],
    ],
    [
      "vet",
      'species: rename other to "small animal" and add bird',
      ["~field Pet.species options dog, cat, rabbit, small animal, bird"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("what is asked for and cannot be", () => {
  it.each<Row>([
    ["rental", 'add a "new damage" button on each camera', [], "has the buttons that it needs"],
    ["vet", "split the name of owners into first name and last name", [], "cannot take stored values apart"],
    ["ngo", "merge language and notes into one field called info", [], "cannot put stored values together"],
    ["brewery", "price is required only when paid is ticked", [], "always or never"],
    ["rental", "the total is days times daily price", [], "I do not compute one field from others"],
  ])("%s: %s", (...row) => told(row));
});

describe("names in other languages", () => {
  it("stand as they were typed, without an English plural", () => {
    const { lines, text } = after("vet", 'call visits "Einsätze" and pets "Szenen"');
    expect(lines).toEqual(
      expect.arrayContaining([
        "~table Visit title=Einsätze",
        "~page Visits title=Einsätze",
        "~table Pet title=Szenen",
        "~page Pets title=Szenen",
      ]),
    );
    expect(text).toContain("Visits are called Einsätze now.");
  });
});

describe("fields", () => {
  it.each<Row>([
    [
      "ngo",
      "skills as a list to tick: german, law, driving, cooking",
      ["~field Volunteer.skills kind=multi options german, law, driving, cooking"],
    ],
    [
      "school",
      "can we also store the mother tongue, date of birth and a photo for every student?",
      ["+field Student.mother_tongue text", "+field Student.date_of_birth date", "+field Student.photo image"],
    ],
    [
      "school",
      "replace the homework text by a yes/no",
      ["~field Lesson.homework kind=boolean", "~field Lesson.homework default=false"],
    ],
    [
      "vet",
      "weight should be in kg, default is 0",
      ["~field Pet.weight label=Weight (kg)", "~field Pet.weight default=0"],
    ],
    [
      "brewery",
      "add awards (gold, silver - more than one possible) to beers",
      ["+field Beer.awards multi gold, silver"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("views", () => {
  it.each<Row>([
    [
      "brewery",
      "make a board of the batches by stage and a calender by brewed on",
      ["+page board Batch.stage", "+page calendar Batch.brewed_on"],
    ],
    [
      "pottery",
      "the classes should be cards with a picture on top",
      ["+field Class.picture image", "~page Classes gallery"],
    ],
    [
      "rental",
      "add insurance (none / basic / full) to rentals, basic as the default",
      ["+field Rental.insurance enum none, basic, full default=basic"],
      "starts as basic",
    ],
  ])("%s: %s", (...row) => told(row));
});
