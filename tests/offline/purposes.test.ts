import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

function built(sentence: string) {
  const app = conversation();
  const turn = app.say(sentence);
  const { model } = readModel(app.files, "Untitled");
  const rightsOf = (name: string) => app.entity(name)?.["x-accessControl"];
  return { app, model, first: model.pages[0]!, said: turn.text, rightsOf };
}

describe("What an app opens on", () => {
  it.each([
    [
      "Sign-up for our stargazing nights: nights with date, registrations with name, email and number of people",
      "form",
    ],
    ["Feedback form for our glamping domes: responses with stars, comments and date of stay", "form"],
    [
      "Kanban board for a weathervane maker: commissions with stage (idea, cutting, delivered), price and deadline",
      "board",
    ],
  ])("%s", (sentence, kind) => {
    const { first, model } = built(sentence);
    expect(first.kind).toBe(kind);
    // An app shows its page "Home" at "/", and without one the first in its menu.
    expect(model.pages.findIndex(({ page }) => page === "Home")).toBeLessThan(1);
  });

  it("is a page for visitors where the message begins with a site, however many its tables are", () => {
    const { model } = built(
      "A site where my family collects pickles: recipes, ingredients, cooks, jars, photos and ratings",
    );
    expect(model.purpose).toBe("site");
  });

  it.each([
    ["school timetable with classes, teachers and rooms", "Class"],
    ["school timetable", "Course"],
  ])("has the days of the week side by side: %s", (sentence, table) => {
    const { model, app } = built(sentence);
    expect(model.pages[1]).toMatchObject({ title: "Week", kind: "board", entity: table, field: "weekday" });
    expect(app.read("pages/Week.jsx")).toContain('sort="time"');
    expect(app.read("pages/Home.jsx")).not.toMatch(/Latest rooms|Next (?:classes|courses)/);
  });

  it("has what was done last at the top of its lists for today, and what is due first", () => {
    const home = built("keep track of watering my houseplants").app.read("pages/Home.jsx")!;
    expect(home).toMatch(/entity: Watering, page: "Waterings" \}/);
  });

  it("marks tables by what they keep", () => {
    const { app } = built("property management: buildings, flats, tenants, leases and repairs");
    expect(app.read("pages/Home.jsx")).toMatch(/entity=\{Building\} label="Buildings" icon=\{BuildingIcon\}/);
    // What is wrong in a flat, and no shoe that is mended.
    expect(Object.keys(app.entity("Repair")!.properties)).toContain("urgency");
  });

  it("shows lessons by the week", () => {
    expect(built("school timetable").app.read("pages/LessonsCalendar.jsx")).toContain('range="week"');
  });

  it("books a time, not a booking", () => {
    const { first } = built("People should be able to book our hot tub by the hour, with name and phone");
    expect([first.form, first.title]).toEqual(["slots", "Book a time"]);
  });
});

describe("A new app's rights", () => {
  const own = ["creator", "admin"];

  it("let anybody see what a site publishes, admins change it, and those who book see their own", () => {
    const { rightsOf, said } = built(
      "A website for gondola rides: boats with photos and price per hour, people can book a boat",
    );
    expect(rightsOf("Boat")).toEqual({ permissions: { read: "anonymous", write: "admin" } });
    expect(rightsOf("Booking")).toEqual({
      permissions: { read: "creator", write: "creator" },
      rules: {
        read: ["creator", { field: "email", is: "my address" }, "admin"],
        create: ["anonymous"],
        update: own,
        delete: own,
      },
    });
    expect(said).toMatch(/Anybody can see .*boats, and only admins change them/i);
    expect(said).toMatch(/Anybody can add bookings; who is signed in sees their own/);
  });

  it("let members of a community know nobody's home or next of kin", () => {
    const { rightsOf, app } = built("community for expats with members, emergency contacts, events and posts");
    expect(rightsOf("EmergencyContact")?.permissions).toEqual({ read: "admin", write: "admin" });
    expect(app.entity("Member")!.properties.address).toHaveProperty("x-accessControl");
    // Everybody announces events, which stand as cards, and nobody rewrites those of others.
    expect(app.read("pages/Events.jsx")).toContain("<Gallery");
    expect(rightsOf("Event")?.rules).toEqual({ update: own, delete: own });
  });

  it("let those who sign in fill a marketplace, and each change what is theirs", () => {
    const { rightsOf } = built("A marketplace for used bagpipes: instruments with name, price, condition and photos");
    expect(rightsOf("Instrument")).toEqual({
      permissions: { read: "anonymous", write: "all" },
      rules: { update: own, delete: own },
    });
  });

  it("show what is sent in to admins only, and offer in the form what can be chosen there", () => {
    const { rightsOf, app } = built(
      "Sign-up for our stargazing nights: nights with title and date, registrations with name, email and night",
    );
    expect(rightsOf("Registration")).toEqual({ permissions: { read: "admin", write: "anonymous" } });
    expect(rightsOf("Night")?.permissions?.read).toBe("anonymous");
    expect(app.read("pages/Home.jsx")).toContain("night");
  });

  it("keep a post of a community in the hands of who wrote it", () => {
    const { rightsOf } = built("A community for unicycle riders with posts and comments");
    expect(rightsOf("Post")?.rules).toEqual({ update: own, delete: own });
    expect(rightsOf("Comment")?.rules).toEqual({ update: own, delete: own });
  });

  it("stay as they were for those who work with an app", () => {
    const { rightsOf } = built("A CRM with contacts and deals");
    expect(rightsOf("Deal")).toEqual({ permissions: { read: "all", write: "all" } });
  });

  it("are those that the message asks for, where it does", () => {
    const { rightsOf } = built(
      "A website for gondola rides: boats with name and photo. Logged in users can view boats, only admins can edit them.",
    );
    expect(rightsOf("Boat")?.permissions).toEqual({ read: "all", write: "admin" });
  });

  it.each([
    "A members only website for our tennis club: courts, members can book a court",
    "A private website for our family: photos, recipes and birthdays",
    "A site for our company, only for our employees: news and photos",
    "A website for gondola rides: boats with name and photo. Logged in users can view and edit boats.",
  ])("let no stranger in where the message says so: %s", (sentence) => {
    const { app, rightsOf, said } = built(sentence);
    expect(app.entities().map((name) => JSON.stringify(rightsOf(name)))).not.toContainEqual(
      expect.stringContaining("anonymous"),
    );
    // Members who book are customers, each with their own bookings.
    const isOfCustomers = sentence.includes("members can book");
    expect(said).toMatch(
      isOfCustomers
        ? /Whoever is signed in can add bookings and sees only their own; admins see and change all\./
        : /Strangers see nothing\. Whoever you let in can see and change /,
    );
  });

  it.each([
    "A website for private guitar lessons: lessons with title, photo and price",
    "A website for gondola rides: boats with name and photo. Logged in users can see their own bookings of boats.",
  ])("are open to strangers where something else is private: %s", (sentence) => {
    const { app, rightsOf } = built(sentence);
    expect(app.entities().map((name) => rightsOf(name)?.permissions?.read)).toContain("anonymous");
  });

  it.each([
    ["Donation", "A website for our charity: donations with donor name, email and amount; projects with photo"],
    ["Case", "website for a law firm: cases with client name, title and status; lawyers with photo and bio"],
    ["Property", "real estate website: properties with photos, price, address, owner name and owner phone; viewings"],
  ])("keep rows that tell of people from strangers: %s", (name, sentence) => {
    const { rightsOf, said } = built(sentence);
    expect(rightsOf(name)).toEqual({ permissions: { read: "admin", write: "admin" } });
    expect(said).toMatch(/which tell who people are or how to reach them\. Say “anyone can view \w+” if visitors may/);
  });

  it("open what names people once the person says that they may be seen", () => {
    const { app, rightsOf } = built(
      "real estate website: properties with photos, owner name and owner phone; viewings",
    );
    app.say("anyone can view properties");
    expect(rightsOf("Property")?.permissions).toEqual({ read: "anonymous", write: "admin" });
  });

  it("show a band's people, whose rows say nothing of how to reach them", () => {
    const { rightsOf } = built(
      "A website for our band: members with name, photo and instrument; concerts with date and place",
    );
    for (const name of ["Member", "Concert"]) expect(rightsOf(name)?.permissions?.read, name).toBe("anonymous");
  });

  it.each([
    ["Donation", "Donation page"],
    ["Donation", "A website where people can donate to our charity"],
    ["Pothole", "Report a pothole"],
    ["Pothole", "Report a pothole page for our town"],
    ["Pothole", "A page where citizens report potholes"],
    ["Bug", "A page to report bugs"],
    ["Application", "A page where people can apply for jobs"],
  ])("let strangers send in a %s, which only admins read: %s", (name, sentence) => {
    const { rightsOf, model, said } = built(sentence);
    expect(rightsOf(name)?.permissions).toEqual({ read: "admin", write: "anonymous" });
    expect(model.pages.filter(({ kind, entity }) => kind === "form" && entity === name)).toHaveLength(1);
    // What was assumed is not told as done before, too.
    expect(said).not.toContain("already");
  });

  it("keep those who are said to report something from strangers", () => {
    for (const sentence of ["A page where citizens report potholes", "A website for our town: citizens, news"])
      expect(built(sentence).rightsOf("Citizen")?.permissions?.read, sentence).not.toBe("anonymous");
  });

  it("call what is reported so", () => {
    expect(built("Report a pothole").first.title).toBe("Report a pothole");
    expect(built("Complaint form").first.title).toBe("Send a complaint");
  });

  it.each(["A guestbook", "Guest book for our wedding", "A guestbook where visitors leave a message"])(
    "let anybody read and sign a guestbook: %s",
    (sentence) => {
      const { rightsOf, model } = built(sentence);
      expect(rightsOf("GuestbookEntry")).toEqual({
        permissions: { read: "anonymous", write: "admin" },
        rules: { create: ["anonymous"] },
      });
      expect(model.pages.map(({ title }) => title)).toContain("Sign the guestbook");
    },
  );

  it("take no tournament for a contest that strangers enter", () => {
    const { rightsOf } = built("A website for our judo competition: fights, athletes with photo");
    expect(rightsOf("Fight")?.rules).toBeUndefined();
  });

  it.each(["A photo contest", "A photo contest where people submit a photo and vote"])(
    "let anybody enter a photo, and those who sign in vote: %s",
    (sentence) => {
      const { rightsOf, model, said } = built(sentence);
      expect(rightsOf("Photo")).toEqual({
        permissions: { read: "anonymous", write: "admin" },
        rules: { create: ["anonymous"] },
      });
      expect(model.pages.map(({ title }) => title)).toContain("Send a photo");
      expect(rightsOf("Vote")).toEqual({
        permissions: { read: "anonymous", write: "all" },
        rules: { update: own, delete: own },
      });
      // Whoever has no account yet cannot make one before the owner lets them.
      expect(said).toContain("Members come by your invitation until you let anybody sign up (App details).");
    },
  );

  it("are those of what strangers come to, where a bare name says so", () => {
    const donations = built("a donation page for our animal shelter");
    expect(donations.rightsOf("Donation")?.permissions).toEqual({ read: "admin", write: "anonymous" });
    expect(donations.model.pages.map(({ title }) => title)).toContain("Donate");
    // When it came is known, and whether it was thanked for is not for the donor to say.
    const form = donations.app.read("pages/Donate.jsx")!;
    expect(form).toContain("amount");
    expect(form).not.toMatch(/thank_you_sent|"date"/);
    expect(donations.rightsOf("Campaign")?.permissions).toEqual({ read: "anonymous", write: "admin" });
    expect(built("a menu for my cafe").rightsOf("MenuItem")?.permissions).toEqual({
      read: "anonymous",
      write: "admin",
    });
  });

  it("show nobody what was said in a form, and take it from nobody else where it is internal", () => {
    const open = built("Feedback form for our festival: responses with stars and comments");
    expect(open.rightsOf("Response")).toEqual({ permissions: { read: "admin", write: "anonymous" } });
    const internal = built("Internal feedback form for our employees: responses with stars and comments");
    expect(internal.rightsOf("Response")).toEqual({ permissions: { read: "admin", write: "all" } });
    expect(internal.rightsOf("Employee")).toEqual({ permissions: { read: "admin", write: "admin" } });
    expect(internal.said).toMatch(/Whoever is signed in can send in responses, and only admins see them/);
  });

  it("come with a button on the page of what can be booked, which asks for no status", () => {
    const { app } = built("A website for gondola rides: boats with photos and price per hour, people can book a boat");
    const page = app.read("pages/Boats.jsx")!;
    expect(page).toMatch(/offers=\{\[\{ entity: Booking, "by":"boat","label":"Book now"/);
    expect(page).not.toContain("booking_status");
  });

  it("send members who look at their own bookings to the page of times for another one", () => {
    const { app } = built("Homepage of a massage practice, treatments with price, clients book an appointment online");
    const list = app.read("pages/Appointments.jsx")!;
    // Of the list, and of the page of one appointment, from which its time is changed.
    expect(list.match(/booking=\{\{ page: "Book", label: "Book an appointment" \}\}/g)).toHaveLength(2);
  });

  it("decide which pages stand in a visitor's menu", () => {
    const { app } = built("A website for gondola rides: boats with photos and price per hour, people can book a boat");
    const layout = app.read("layout.jsx")!;
    expect(layout).toMatch(/const guarded = \[\s*\{ entity: Booking, page: "Bookings", own: "My bookings" \},\s*\];/);
    expect(layout).toContain("guarded={guarded}");
  });
});
