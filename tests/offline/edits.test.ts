import { describe, expect, it } from "vitest";
import { permissionRequest } from "@/features/turns/permission-request";
import { permissionPresets } from "@/features/entities/rules";
import { conversation, faultsOf } from "../support/offline";

const crm =
  "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard";

/** The CRM after one more sentence; the sentence must apply wholly and leave sound code. */
function after(sentence: string, start = crm) {
  const app = conversation();
  app.say(start);
  const turn = app.say(sentence);
  expect(turn.failed, turn.text).toEqual([]);
  expect(turn.text, turn.text).not.toContain("What I did not do");
  expect(faultsOf(app.files)).toEqual([]);
  return {
    app,
    turn,
    text: turn.text,
    contact: app.entity("Contact")!,
    deal: app.entity("Deal")!,
    model: app.read("services/app.js")!,
  };
}

describe("adding a table", () => {
  it.each([
    "add invoices",
    "add a table for invoices",
    "Please add an invoices table",
    "create a new entity called Invoice",
    "I also need to track invoices",
    "we need an invoice table",
    "also track invoices",
    "could you add invoices to the app?",
    "add a table named invoices with number, amount and due date",
    "create an invoice entity with number, amount and due date",
    "add invoices with number, amount and due date",
    "add invoices (number, amount, due date)",
    "let me track invoices",
  ])("%s", (sentence) => {
    const { app } = after(sentence);
    expect(app.entities()).toEqual(["Contact", "Deal", "Invoice"]);
    expect(app.pages()).toContain("Invoices");
    const fields = / with | \(/.test(sentence) ? ["number", "amount", "due_date"] : ["number", "date", "due", "total"];
    expect(Object.keys(app.entity("Invoice")!.properties)).toEqual(expect.arrayContaining(fields));
  });

  it.each([
    ["add suppliers", "Supplier", ["contact_person", "lead_time_in_days"]],
    ["add a table for trainings", "Training", ["completed_on", "certificate"]],
    ["add lockers", "Locker", ["key_number", "paid_until"]],
  ])("knows what its rows hold, as in a first message, and links it to nothing: %s", (sentence, name, fields) => {
    const { properties } = after(sentence).app.entity(name)!;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(fields));
    expect(Object.values(properties).some((value) => value["x-reference"])).toBe(false);
  });
});

describe("several parts of the look in one request", () => {
  it.each([
    ["make it forest green with rounded corners", ["The main colour is forest green now.", "Corners: round."]],
    ["make it green with a white background", ["The main colour is green now.", "The page background is white now."]],
    ["use teal with gold buttons", ["The main colour is teal now.", "The buttons are gold now."]],
    [
      "make the app navy, sharp corners and a serif font",
      ["The main colour is navy now.", "Corners: sharp.", "Font: fraunces."],
    ],
    [
      "make it slate grey with compact rows and rounded buttons",
      ["The main colour is slate grey now.", "Density: compact.", "Corners: round."],
    ],
    [
      "make the header navy with white text",
      ["The sidebar, which is the header on phones, is navy now.", "The text is white now."],
    ],
  ])("%s", (sentence, done) => {
    const { text } = after(sentence);
    for (const line of done) expect(text).toContain(line);
    expect(text).not.toContain("What I did not do");
  });
});

describe("removing a table", () => {
  it.each([
    "remove deals",
    "delete the deals table",
    "drop the deal entity",
    "Please get rid of deals",
    "I don't need deals",
    "we no longer need deals",
    "take out the deals",
    "remove the deals list completely",
    "I don't need the deals table anymore",
    "delete deals from the app",
    "can you remove all deals tables",
  ])("%s", (sentence) => {
    const { app, model } = after(sentence);
    expect(app.entities()).toEqual(["Contact"]);
    expect(app.pages()).toEqual(["Contacts", "Dashboard"]);
    expect(model).not.toContain("Deal");
    expect(app.read("components/DealForm.jsx")).toBeUndefined();
  });
});

describe("renaming a table", () => {
  it.each([
    "rename contacts to clients",
    "rename the contacts table to clients",
    "call contacts clients",
    "contacts should be called clients",
    "use clients instead of contacts",
    "say client instead of contact",
    "change the name of contacts to clients",
    "Please rename contact to client",
    "call contacts clients instead",
    "change contacts to clients",
    "use the word clients instead of contacts",
  ])("%s", (sentence) => {
    const { app, contact } = after(sentence);
    expect(contact.title).toBe("Client");
    expect(app.read("pages/Contacts.jsx")).toContain("New client");
    expect(app.read("services/app.js")).toContain('"title": "Clients"');
  });
});

describe("relating tables", () => {
  const start = "An app with companies (name, city) and contacts (name, email)";
  it.each([
    "contacts belong to a company",
    "each contact belongs to a company",
    "link contacts to companies",
    "every contact has a company",
    "a company has many contacts",
    "companies can have many contacts",
    "connect contacts with companies",
    "contacts should be linked to a company",
    "add a relation between contacts and companies",
    "add a company to contacts",
    "each company has multiple contacts",
    "assign each contact to a company",
    "I want each contact to belong to a company",
  ])("%s", (sentence) => {
    expect(after(sentence, start).contact.properties.company).toEqual({ type: "string", "x-reference": "Company" });
  });
});

describe("pages", () => {
  it.each([
    "add an about page",
    "create a page called about",
    "add a page named About",
    "I want an about page",
    "make a new page titled About",
    "please add a page about: We sell bikes",
    "add an about page that says We sell bikes",
    "include an about page",
    "build an about page",
    'can you add an "About" page?',
  ])("adds a page: %s", (sentence) => {
    const { app } = after(sentence);
    expect(app.pages()).toContain("About");
  });

  it.each([
    "rename the contacts page to People",
    "call the contacts page People",
    "the contacts page should be called People",
    "change the title of the contacts page to People",
    "rename page contacts to People",
    "change the contacts page title to People",
    "title the contacts page People",
    'please rename the contacts page to "People"',
    "set the name of the contacts page to People",
    "in the menu, call Contacts People",
  ])("renames a page: %s", (sentence) => {
    const { app } = after(sentence);
    expect(app.read("pages/Contacts.jsx")).toContain('title="People"');
    expect(app.read("services/app.js")).toContain('"title": "People"');
  });

  it.each([
    "remove the dashboard",
    "delete the dashboard page",
    "I don't need the dashboard",
    "get rid of the dashboard",
    "hide the dashboard from the menu",
    "drop the dashboard page",
    "take out the dashboard",
    "we do not need the dashboard",
    "please remove the dashboard page",
    "discard the dashboard",
  ])("removes a page: %s", (sentence) => {
    expect(after(sentence).app.pages()).toEqual(["Contacts", "Deals"]);
  });

  it.each([
    "rename the app to Acme",
    "call the app Acme",
    "change the app's name to Acme",
    "change the name of the app to Acme",
    "the app should be called Acme",
    "name it Acme",
    "rename it to Acme",
    "the name should be Acme",
    'set the app name to "Acme"',
    "give the app the name Acme",
    "please rename this app to Acme",
  ])("renames the app: %s", (sentence) => {
    expect(after(sentence).model).toContain('"name": "Acme"');
  });
});

describe("views", () => {
  const start =
    "An app with contacts (name, status: lead/won/lost) and deals (title, amount, stage: open/won/lost, due date)";
  const plain = "contacts (name, email, status: lead/won/lost)";
  it.each([
    "add a dashboard",
    "I want a dashboard",
    "create a dashboard page",
    "show me an overview",
    "Please add a nice dashboard with charts",
    "build a dashboard for contacts",
    "can you add a dashboard?",
    "add an overview page",
    "give me a dashboard",
    "we need a dashboard that shows contacts",
    "include a summary page",
    "a dashboard please",
  ])("%s", (sentence) => {
    expect(after(sentence, plain).model).toContain('"kind": "dashboard"');
  });

  it.each([
    "add a kanban board for deals",
    "show deals on a kanban board",
    "add a board of deals by stage",
    "I want a kanban view for deals",
    "create a deals board",
    "give me a kanban board for deals by stage",
    "add a deal board grouped by stage",
    "let me see deals as a board",
    "make a trello style board for deals",
    "show the deals as a kanban",
    "a board for deals please",
    "put deals on a board",
  ])("%s", (sentence) => {
    const { app, model } = after(sentence, start);
    expect(model).toMatch(/"kind": "board",\s+"entity": "Deal",\s+"field": "stage"/);
    expect(app.pages()).toContain("DealsBoard");
  });

  it.each([
    "add a calendar for deals",
    "show deals on a calendar",
    "I want a calendar view of deals",
    "create a deals calendar",
    "add a calendar of deals by due date",
    "give me a calendar with deals",
    "let me see the deals in a calendar",
    "add a calendar page for deals",
    "display deals on a calendar",
    "a calendar for deals please",
    "put all deals on a calendar",
  ])("%s", (sentence) => {
    const { app, model } = after(sentence, start);
    expect(model).toMatch(/"kind": "calendar",\s+"entity": "Deal",\s+"field": "due_date"/);
    expect(app.pages()).toContain("DealsCalendar");
  });

  it.each([
    "add a pie chart of deals by stage",
    "show a pie chart of deals by stage",
    "Add a donut chart for deals by stage to the dashboard",
    "I'd like a pie chart of deals per stage",
    "create a pie chart showing deals by stage",
    "put a pie chart of deals by stage on the dashboard",
    "can you add a pie chart with deals by stage?",
    "show me a pie graph of deals by stage",
    "add a pie chart that shows the number of deals by stage",
    "visualize deals by stage as a pie chart",
    "give me a pie chart of the deals grouped by stage",
  ])("%s", (sentence) => {
    expect(after(sentence, start).model).toMatch(/"entity": "Deal",\s+"by": "stage",[^}]*"shape": "pie"/);
  });

  it.each([
    "chart the amount of deals per month",
    "add a line chart of deal amount over time",
    "show total deal amount by month",
    "add a chart of deals amount by month",
  ])("%s", (sentence) => {
    expect(after(sentence, start).model).toMatch(
      /"entity": "Deal",\s+"by": "due_date",\s+"sum": "amount",\s+"shape": "line"/,
    );
  });

  it.each(["show the average amount of deals per stage", "a bar chart of the average deal amount by stage"])(
    "%s",
    (sentence) => {
      expect(after(sentence, start).model).toMatch(
        /"entity": "Deal",\s+"by": "stage",\s+"average": "amount",\s+"shape": "bar"/,
      );
    },
  );

  it("averages over the rows that belong to another table, and over months", () => {
    const app = conversation();
    app.say(
      "a restaurant review app with restaurants (name, city) and reviews (restaurant, rating as stars, visited on as a date)",
    );
    app.say("show the average rating per restaurant");
    app.say("and a chart of the average rating per month");
    const dashboard = app.read("pages/Home.jsx");
    expect(dashboard).toMatch(/by="restaurant"\s+average="rating"\s+shape="bar"/);
    expect(dashboard).toMatch(/by="visited_on"\s+average="rating"\s+shape="line"/);
  });

  it.each([
    "add a filter by contact to deals",
    "let me filter deals by contact",
    "filter deals by contact",
    "add a contact filter to deals",
    "I want to filter the deals by contact",
    "add a filter for contact on the deals page",
    "make deals filterable by contact",
    "allow filtering deals by contact",
    "we need a filter by contact for deals",
    "users should be able to filter deals by contact",
  ])("%s", (sentence) => {
    const { app } = after(sentence);
    expect(app.read("pages/Deals.jsx")).toMatch(/filters=\{\[.*"contact"\]\}/);
  });
});

describe("the look", () => {
  it.each([
    "make it green",
    "change the color to green",
    "use green as the main color",
    "set the accent color to green",
    "I want a green theme",
    "change the theme to green",
    "make the app green",
    "use a green color scheme",
    "the primary color should be green",
    "switch the colour to green",
    "could you make everything green?",
    "paint it green",
  ])("%s", (sentence) => {
    const { model, app } = after(sentence);
    expect(model).toContain("#16a34a");
    expect(app.read("globals.css")).not.toContain("#4f46e5");
  });

  it.each([
    "dark mode please",
    "use dark mode",
    "make it dark",
    "switch to a dark theme",
    "I want a dark design",
    "turn on dark mode",
    "the app should be in dark mode",
    "set the theme to dark mode",
    "go dark",
    "change to a dark look",
    "enable dark mode",
  ])("%s", (sentence) => {
    expect(after(sentence).model).toContain('"mode": "dark"');
  });

  it("reads two colours apart", () => {
    const { model } = after("use navy as the main colour on an ivory background");
    expect(model).toContain('"accent": "#1e3a8a"');
    expect(model).toContain('"page": "#fffff0"');
  });

  it.each([
    "move the navigation to the top",
    "use a top bar instead of the sidebar",
    "put the menu at the top",
    "I want a top menu",
    "make the navigation a top bar",
    "use a navbar",
  ])("%s", (sentence) => {
    expect(after(sentence).model).toContain('"layout": "top"');
  });

  it.each([
    'change the text "New contact" to "Add person"',
    "replace 'New contact' with 'Add person'",
    'change "New contact" to "Add person"',
    'instead of "New contact" say "Add person"',
    'say "Add person" instead of "New contact"',
    'change the button "New contact" to say "Add person"',
    'update the label "New contact" to "Add person"',
    'please reword "New contact" as "Add person"',
    "change the wording 'New contact' into 'Add person'",
    "edit the text “New contact” to “Add person”",
  ])("%s", (sentence) => {
    const { app } = after(sentence);
    expect(app.read("pages/Contacts.jsx")).toContain("Add person");
    expect(app.read("pages/Contacts.jsx")).not.toContain("New contact");
  });
});

describe("rows", () => {
  it.each([
    "add 20 sample contacts",
    "add 20 contacts",
    "generate 20 fake contacts",
    "create 20 example contacts",
    "insert 20 rows into contacts",
    "seed contacts with 20 rows",
    "fill contacts with 20 sample records",
    "I need 20 test contacts",
    "add twenty sample contacts",
    "populate the contacts table with 20 entries",
    "give me 20 more contacts",
    "Please add 20 sample rows to contacts",
    "add 20 records to the contacts table",
  ])("%s", (sentence) => {
    const { turn } = after(sentence);
    expect(turn.staged.records.map(({ entity, rows }) => [entity, rows.length])).toEqual([["Contact", 20]]);
    expect(turn.actions.map(({ type }) => type)).toEqual(["insert_entity_records"]);
  });

  it.each([
    "add some sample data",
    "fill the app with example data",
    "seed the database",
    "add demo data to all tables",
    "populate everything with test data",
  ])("%s", (sentence) => {
    expect(after(sentence).turn.staged.records.map(({ entity }) => entity)).toEqual(["Contact", "Deal"]);
  });
});

describe("permissions", () => {
  it.each([
    ["anyone can submit contacts, only admins can view them", "admin", "anonymous"],
    ["Only admins can see contacts but anyone can add them", "admin", "anonymous"],
    ["anyone can view contacts, only admins can edit", "all", "admin"],
    ["visitors can view contacts, only admins can edit", "anonymous", "admin"],
    ["make contacts public but only admins can edit them", "anonymous", "admin"],
    ["logged in users can view contacts, only admins can edit", "all", "admin"],
    ["members can see contacts, only admins can change them", "all", "admin"],
    ["logged in users can view contacts, only the creator can edit", "all", "creator"],
    ["everyone signed in can read contacts but only their creator can edit them", "all", "creator"],
    ["make contacts private", "creator", "creator"],
    ["users can only see their own contacts", "creator", "creator"],
    ["only the creator can view and edit contacts", "creator", "creator"],
    ["only admins can view and edit contacts", "admin", "admin"],
    ["restrict contacts to admins only", "admin", "admin"],
    ["contacts should only be visible to admins", "admin", "admin"],
    ["only admins can edit contacts", "all", "admin"],
    ["nobody but admins may edit contacts", "all", "admin"],
    ["visitors without an account can view contacts", "anonymous", "all"],
  ])("%s", (sentence, read, write) => {
    expect(after(sentence).contact["x-accessControl"]!.permissions).toEqual({ read, write });
  });

  it.each(permissionPresets.map((preset) => [permissionRequest("Contact", preset), preset] as const))(
    "reads what the permission popover sends: %s",
    (message, { read, write }) => {
      expect(after(message).contact["x-accessControl"]!.permissions).toEqual({ read, write });
    },
  );

  it("are not touched by a wish that only names a table beside a chart", () => {
    const talk = conversation("Shop");
    talk.say(
      "A bike shop: customers (name, email), repairs (title, frame number, price, customer, status: waiting/ready)",
    );
    talk.say("make the frame number a number");
    talk.say("only admins may delete customers");
    const before = talk.entity("Customer")?.["x-accessControl"];
    expect(before?.rules).toEqual({ delete: ["admin"] });
    const { text } = talk.say(
      "show the number of repairs per status as a pie chart, and could it mail the customer when it is ready?",
    );
    expect(text).toContain("could it mail the customer");
    expect(talk.entity("Customer")?.["x-accessControl"]).toEqual(before);
    // They are counted, and their frame numbers are not added up.
    expect(talk.read("services/app.js")).toContain('"shape": "pie"');
    expect(talk.read("services/app.js")).not.toContain('"sum": "frame_number"');
  });

  it("keep who may delete where only reading is spoken of", () => {
    const talk = conversation("Shop");
    talk.say("A bike shop: customers (name, email), repairs (title, price, customer)");
    talk.say("only admins may delete customers");
    talk.say("only logged in users can view customers");
    expect(talk.entity("Customer")?.["x-accessControl"]?.rules).toEqual({ delete: ["admin"] });
  });

  it("gives those who may only submit a page for it", () => {
    expect(after("anyone can submit contacts, only admins can view them").app.pages()).toContain("GetInTouch");
  });
});

describe("several things in one message", () => {
  const fields = (app: ReturnType<typeof after>["app"], name: string) => Object.keys(app.entity(name)!.properties);

  it.each([
    [
      "add phone and address to contacts and a priority to deals",
      ["name", "email", "status", "phone", "address"],
      ["title", "amount", "due_date", "contact", "priority"],
    ],
    [
      "contacts should have tags and deals should have a probability",
      ["name", "email", "status", "tags"],
      ["title", "amount", "due_date", "contact", "probability"],
    ],
    [
      "Add a phone number and a birthday to contacts, remove the email and make the app blue",
      ["name", "status", "phone_number", "birthday"],
      ["title", "amount", "due_date", "contact"],
    ],
    [
      "add an age number field, a gender dropdown (male, female, other) and a subscribed checkbox to contacts",
      ["name", "email", "status", "age", "gender", "subscribed"],
      ["title", "amount", "due_date", "contact"],
    ],
    [
      "Every deal should have a status: open, won, lost",
      ["name", "email", "status"],
      ["title", "amount", "due_date", "contact", "status"],
    ],
    [
      "allow uploading a photo for each contact",
      ["name", "email", "status", "photo"],
      ["title", "amount", "due_date", "contact"],
    ],
  ])("%s", (sentence, contact, deal) => {
    const { app } = after(sentence);
    expect(fields(app, "Contact")).toEqual(contact);
    expect(fields(app, "Deal")).toEqual(deal);
  });

  it("takes the fields that are said for those it had supposed", () => {
    const { app, text } = after(
      "Add activities. Each activity belongs to a contact and has a type (call, email, meeting), a date and notes.",
    );
    expect(fields(app, "Activity")).toEqual(["title", "contact", "type", "date", "notes"]);
    expect(text).not.toContain("what is usual");
  });

  it("makes two views of one sentence", () => {
    expect(
      after("Show a calendar of all deals by due date and a kanban board of contacts by status").app.pages(),
    ).toEqual(["Contacts", "ContactsBoard", "Dashboard", "Deals", "DealsCalendar"]);
  });
});

describe("hiding a column", () => {
  it.each([
    "hide the due date column from the deals table",
    "hide due date in deals",
    "don't show the due date on deals",
    "do not show the due date column in deals",
  ])("%s", (sentence) => {
    const { app, deal } = after(sentence);
    expect(deal.properties.due_date).toBeDefined();
    expect(app.read("pages/Deals.jsx")).not.toContain("due_date");
    app.say("show the due date in deals again");
    expect(app.read("pages/Deals.jsx")).toContain("due_date");
  });
});

describe("a starting value", () => {
  it.each([
    "set the default status to won",
    "the default status should be won",
    "make the default status won",
    "change the default value of status to won",
  ])("%s", (sentence) => {
    expect(after(sentence).contact.properties.status!.default).toBe("won");
  });
});

describe("what is no change", () => {
  it.each(["delete all contacts", "remove all contacts", "clear all deals", "delete the sample data"])(
    "never deletes people's rows or their table: %s",
    (sentence) => {
      const app = conversation();
      app.say(crm);
      expect(app.say(sentence).actions).toEqual([]);
    },
  );

  it.each([
    ["make the contacts sortable", "sorts by a press"],
    ["Add user login", "Accounts come with the platform"],
    ["Fix the bug on the contacts page", "cannot find faults in code"],
    ["send an email reminder when a deal is due", "need a function"],
    ["Can you translate the app to French?", "did not understand"],
  ])("says why not: %s", (sentence, words) => {
    const app = conversation();
    app.say(crm);
    const turn = app.say(sentence);
    expect(turn.actions).toEqual([]);
    expect(turn.text).toContain(words);
  });

  it.each([
    "undo",
    "undo that",
    "revert the last change",
    "go back",
    "take that back",
    "please undo",
    "can you undo that?",
    "roll back",
    "restore the previous version",
    "revert",
  ])("says how to undo: %s", (sentence) => {
    const { turn } = after(sentence);
    expect(turn.actions).toEqual([]);
    expect(turn.text).toContain("Revert");
  });

  it.each([
    ["what tables does the app have?", "Contacts and Deals"],
    ["which fields does a contact have?", "status (lead, won, lost)"],
    ["what can you do?", "without an AI model"],
    ["who can edit deals?", "logged in users"],
    ["how do I publish the app?", "Publish"],
    ["how can I import a csv file?", "Database panel"],
    ["how many contacts are there?", "not its rows"],
    ["which pages are there?", "Dashboard, Contacts and Deals"],
    ["why is the sky blue?", "I do not know"],
    ["is there a way to export the data?", "CSV"],
  ])("answers honestly: %s", (sentence, words) => {
    const { turn } = after(sentence);
    expect(turn.actions).toEqual([]);
    expect(turn.text).toContain(words);
  });

  it("takes no line of an error report for a wish", () => {
    const app = conversation();
    app.say(crm);
    const turn = app.say(
      "The following errors happened in the app:\nTypeError: cannot read x\nadd a phone number to contacts\ndelete deals\nplease help me fix these errors",
    );
    expect(turn.actions).toEqual([]);
    expect(turn.text).toContain("cannot find faults in code");
  });

  it("never pretends: what it does not know, it names, and changes nothing", () => {
    const app = conversation();
    app.say(crm);
    const turn = app.say("Integrate the flux capacitor with Stripe and make it awesome");
    expect(turn.actions).toEqual([]);
    expect(turn.text).toContain("What I did not do");
  });

  it("does what it knows of a longer wish and names the rest", () => {
    const app = conversation();
    app.say(crm);
    const turn = app.say("Add a phone number to contacts. Then frobnicate the widgets. Also make it green.");
    expect(app.entity("Contact")!.properties.phone_number).toBeDefined();
    expect(app.read("services/app.js")).toContain("#16a34a");
    expect(turn.text).toContain("frobnicate the widgets");
  });
});

describe("one reading of every request", () => {
  it("mends a typing error before a field could be made of it", () => {
    const { app, deal } = after("add a dashbord");
    expect(app.pages()).toContain("Dashboard");
    expect(Object.keys(deal.properties)).not.toContain("dashbord");
  });

  it.each(["the app is called Sales Hub", "call the app Sales Hub"])("%s", (sentence) => {
    const { app, model } = after(sentence);
    expect(model).toContain("Sales Hub");
    expect(app.entity("Deal")!.title).toBeUndefined();
  });

  it.each(["status can be hot, warm or cold", "the options of status are hot, warm and cold"])(
    "%s: these and no others",
    (sentence) => expect(after(sentence).contact.properties.status!.enum).toEqual(["hot", "warm", "cold"]),
  );

  it("change the statuses to lead, offer, done", () => {
    const { contact } = after("change the statuses to lead, offer, done");
    expect(contact.properties.status!.enum).toEqual(["lead", "offer", "done"]);
  });

  it("renames a field, and takes no kind of field for a name", () => {
    expect(after("change due date to closing date").deal.properties.due_date!.title).toBe("Closing date");
    expect(after("change due date to text").deal.properties.due_date!.title).toBeUndefined();
  });

  it("takes the colour that is wanted, and not the one that goes", () => {
    expect(after("use red instead of blue").model).toContain("#dc2626");
  });

  it("removes two tables that are named as tables", () => {
    const { text } = after("we don't need contacts and deals");
    expect(text).toContain("The table contacts is gone");
    expect(text).toContain("The table deals is gone");
  });

  it("makes each table of a list, with what such things hold", () => {
    const { app } = after("add tables for invoices and payments");
    expect(app.entities()).toEqual(["Contact", "Deal", "Invoice", "Payment"]);
    expect(Object.keys(app.entity("Invoice")!.properties)).toEqual(expect.arrayContaining(["number", "total"]));
  });

  it("draws one chart where one is asked for behind a question", () => {
    const { text } = after("how many contacts per status? as a chart");
    expect(text).not.toContain("line chart");
  });

  it("keeps the words for a new field of what is not built", () => {
    expect(Object.keys(after("add a contract pdf to deals").deal.properties)).toContain("contract_pdf");
  });
});
