import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

function built(sentence: string) {
  const app = conversation();
  app.say(sentence);
  const { model } = readModel(app.files, "Untitled");
  const tables = model.entities.map(({ name }) => name).sort();
  return { app, model, tables };
}

describe("A message that only names a kind of app", () => {
  it.each([
    ["student grades", ["ClassTest", "Grade", "Student"]],
    ["a dog walking schedule", ["Dog", "Owner", "Walk"]],
    ["performance reviews", ["Employee", "PerformanceReview"]],
    ["car wash", ["Booking", "Service"]],
    ["need a mileage log", ["Trip", "Vehicle"]],
    ["lost pets in our town", ["LostPet"]],
    ["potluck sign up", ["Dish"]],
    ["tyre storage", ["Appointment", "Customer", "Tyre"]],
    ["please make a net worth tracker", ["NetWorthItem"]],
  ])("keeps what such an app keeps, and no table of its words: %s", (said, tables) =>
    expect(built(said).tables).toEqual(tables),
  );

  it.each([
    ["dog walking schedule, 6 walkers, about 30 dogs", ["Walk", "Dog"]],
    ["babysitter hours and pay", ["BabysitterHour", "Payment"]],
    ["office lunch order every day before 10:30", ["LunchOrder"]],
    ["allotment garden members and plots", ["Member", "Plot"]],
  ])("and what else it says: %s", (said, tables) => expect(built(said).tables).toEqual(expect.arrayContaining(tables)));

  it.each([
    ["a register of keys and who has them", ["Key"]],
    ["log of phone calls", ["PhoneCall"]],
    ["database of bird species", ["BirdSpecies"]],
  ])("is a list where it is one, and nobody registers: %s", (said, tables) =>
    expect(built(said).tables).toEqual(tables),
  );

  it.each([
    ["linkedin for students", ["Company", "Job", "Member", "Post"]],
    ["an airbnb for boats", ["Boat", "Booking", "Review"]],
    ["reddit style board", ["Comment", "Community", "Post"]],
    ["pos for a kiosk", ["CashCount", "Product", "Sale"]],
  ])("may name it after a product: %s", (said, tables) => expect(built(said).tables).toEqual(tables));

  it.each([
    ["on-call rota app", "On Call Rota"],
    ["booking system for a coworking space", "Coworking Space Booking"],
    ["ticket system for a property manager", "Property Manager Tickets"],
    ["directory of restaurants in our city", "Restaurant Directory"],
    ["it equipment", "IT Equipment"],
    ["physiotherapy", "Physiotherapy"],
  ])("goes by it: %s → %s", (said, name) => expect(built(said).model.name).toBe(name));
});

describe("A website of a trade", () => {
  it.each([
    ["website for a plumber", ["Inquiry", "Service", "Testimonial"]],
    ["law firm website", ["Inquiry", "Service", "Testimonial"]],
    ["please build me a website for my bakery.", ["Inquiry", "News", "Product"]],
    ["a website for our tennis club", ["Event", "Inquiry", "News"]],
    ["website for a school", ["Event", "Inquiry", "News"]],
    ["website for a museum", ["Event", "Inquiry", "News"]],
    ["eine Homepage für meine Kanzlei", ["Inquiry", "Service", "Testimonial"]],
    ["Website für unsere Feuerwehr", ["Event", "Inquiry", "Neuigkeiten"]],
  ])("shows what strangers come for, and nothing of the work behind it: %s", (said, tables) => {
    const { model, tables: made } = built(said);
    expect([made, model.purpose]).toEqual([tables, "site"]);
  });

  it("is another one where its own name says so, and shows no film that was not invited", () => {
    expect(built("wedding website").tables).toEqual(["Event", "Gift", "Rsvp"]);
    const { app } = built("film festival website");
    expect(app.entity("Film")?.["x-accessControl"]?.rules?.read).toContainEqual({ field: "status", is: "invited" });
    expect(JSON.stringify(app.entity("Film")?.["x-accessControl"]?.rules?.read)).not.toContain("archived");
    expect(built("online cv").app.entity("JobExperience")?.["x-accessControl"]?.permissions?.read).toBe("anonymous");
  });

  it("takes inquiries on a page of their own, which only admins read", () => {
    const { app, model } = built("website for a law firm");
    expect(model.pages.find(({ kind }) => kind === "form")).toMatchObject({ title: "Contact us", entity: "Inquiry" });
    expect(app.entity("Inquiry")?.["x-accessControl"]?.permissions).toEqual({ read: "admin", write: "anonymous" });
  });

  it.each([
    ["recipe website", "Recipe"],
    ["website for a restaurant", "MenuItem"],
    ["inventory website", "StockItem"],
  ])("is none where it names something else: %s", (said, table) => expect(built(said).tables).toContain(table));
});

describe("What people tell in passing", () => {
  it.each([
    ["I need an app where my team can request days off and I approve them", ["LeaveRequest"]],
    ["I want to track what I spend on groceries each week", ["Budget", "Expense"]],
    ["A tool for our school to report broken things to the janitor", ["ProblemReport"]],
    ["our office needs a system for visitors to sign in", ["VisitorLog"]],
    ["we are a choir and need to see who comes to which rehearsal", ["Attendance", "Rehearsal"]],
    ["an app for our running group to plan runs and see who is coming", ["Attendance", "Run"]],
    ["I teach piano to 15 kids and want to keep track of lessons and payments", ["Lesson", "Payment", "Student"]],
    ["customers can rent bikes", ["Bike", "Customer", "Rental"]],
    ["a little app where my customers can order cakes and I see what to bake when", ["Cake", "Customer", "Order"]],
  ])("is kept as rows: %s", (said, tables) => expect(built(said).tables).toEqual(tables));

  it("asks who comes for an answer", () => {
    const { app } = built("hikes and who is coming");
    expect(app.entity("Attendance")?.properties["answer"]?.enum).toEqual(["coming", "maybe", "not coming"]);
  });

  it("adds no second day where a contract's end is asked for", () => {
    const { app } = built("an overview of all our contracts and when they end");
    const days = Object.keys(app.entity("Contract")!.properties).filter((name) => name.startsWith("end"));
    expect(days).toEqual(["ends_on"]);
  });

  it("gives a birthday's guests no side of bride or groom", () => {
    const { app } = built("birthday party");
    expect(Object.keys(app.entity("Guest")!.properties)).not.toContain("side");
  });
});
