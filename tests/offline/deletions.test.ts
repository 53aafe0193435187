import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { differencesBetween } from "@/offline/change/differences/between";
import { conversation } from "../support/offline";

const scenes = {
  band: "Community band: members (name, phone, instrument: flute/horn/drums), rehearsals (date, place, notes), concerts (title, date, venue, topic, fee)",
  bakery:
    "Bakery orders: customers (name, phone, email), products (name, price, category: bread/rolls/cake), orders (customer, product, quantity, pickup date, status: new/baking/ready/collected, note)",
  vet: "Small vet: owners (name, phone, street), pets (name, species: dog/cat/rabbit, owner, born on, weight), visits (pet, date, reason, fee, status: booked/done, paid)",
  camp: "Campsite: pitches (number, size, type: tent/caravan/motorhome, price), guests (name, email, country, plate), reservations (guest, pitch, arrival, departure, persons, state: reserved/arrived/left/no-show, paid)",
  shop: "Shop: products (name, price, type: food/tool, supplier), suppliers (name, email, status: active/paused), deliveries (supplier, day, cost, status: open/arrived/lost), notes (title, text)",
  blog: "Blog: posts (title, body, author, status: draft/published), comments (post, name, text), categories (name, color)",
  crm: "Sales: contacts (name, email, phone, company), deals (title, contact, amount, stage: open/won/lost, due date), tasks (title, deal, due date, done, priority: low/high)",
};

const begun = new Map<string, ReturnType<typeof conversation>["begun"]>();

/** What a message changes in an app, line by line, and what the reply says. */
function after(scene: keyof typeof scenes, message: string) {
  if (!begun.has(scene)) {
    const first = conversation();
    first.say(scenes[scene]);
    begun.set(scene, first.begun);
  }
  const app = conversation(undefined, undefined, begun.get(scene));
  const before = readModel(app.files, "Untitled").model;
  const { text } = app.say(message);
  return { lines: differencesBetween(before, readModel(app.files, "Untitled").model).map(({ line }) => line), text };
}

type Row = [scene: keyof typeof scenes, message: string, lines: string[], says?: string];

const told = ([scene, message, lines, says]: Row) => {
  const found = after(scene, message);
  expect(found.lines.toSorted()).toEqual(lines.toSorted());
  if (says) expect(found.text).toContain(says);
  else expect(found.text).not.toContain("What I did not do");
};

describe("what is called by its name, in its table", () => {
  it.each<Row>([
    [
      "band",
      "delete the place of the rehearsals and the venue of concerts",
      ["-field Rehearsal.place", "-field Concert.venue"],
    ],
    ["band", "remove topic from concerts", ["-field Concert.topic"]],
    ["band", "remove location from concerts", ["-field Concert.venue"]],
    ["band", "remove location from rehearsals", ["-field Rehearsal.place"]],
    ["band", "drop the venue", ["-field Concert.venue"]],
    ["band", "no more notes in rehearsals", ["-field Rehearsal.notes"]],
    ["band", "lose the instrument", ["-field Member.instrument"]],
    [
      "band",
      "we don't need date in concerts and notes in rehearsals",
      ["-field Rehearsal.notes", "-field Concert.date"],
    ],
    ["band", "delete venues", ["-field Concert.venue"]],
    ["band", "remove the topik of concerts", ["-field Concert.topic"]],
    ["band", "lösche das Feld topic bei concerts", ["-field Concert.topic"]],
    ["bakery", "we don't need the amount in orders", ["-field Order.quantity"]],
    ["bakery", "remove the price", ["-field Product.price"]],
    ["bakery", "get rid of ready in status and note in orders", ["~field Order.status -ready", "-field Order.note"]],
    ["bakery", "throw rolls out of category", ["~field Product.category -rolls"]],
    ["bakery", "remove the type of products", ["-field Product.category", "-chart Product by category pie"]],
    ["bakery", "delete phone from customers and products", ["-field Customer.phone"]],
    ["bakery", "delete the notes", ["-field Order.note"]],
    ["bakery", "delete quantty", ["-field Order.quantity"]],
    ["bakery", "drop custmers phone", ["-field Customer.phone"]],
    ["bakery", "remove cakes", ["~field Product.category -cake"]],
    ["bakery", "no more pickup dates", ["-field Order.pickup_date"]],
    ["bakery", "weg mit der note bei orders", ["-field Order.note"]],
    ["bakery", "lose the products page", ["-page Products"]],
    ["vet", "delete the visit fee and the pet weight", ["-field Pet.weight", "-field Visit.fee"]],
    ["vet", "drop the state of visits", ["-field Visit.status"]],
    ["vet", "remove owner from pets", ["-field Pet.owner"]],
    ["vet", "remove owners", ["-field Pet.owner", "-field Visit.owner", "-table Owner", "-page Owners"]],
    ["camp", "we don't need left anymore", ["~field Reservation.state -left"]],
    ["camp", "no more plates please", ["-field Guest.plate"]],
    ["camp", "delete the number", ["-field Pitch.number"]],
    ["camp", "lose the arrived option", ["~field Reservation.state -arrived"]],
    ["shop", "delete status of suppliers", ["-field Supplier.status"]],
    ["shop", "remove supplier from products", ["-field Product.supplier"]],
    ["shop", "delete the notes table", ["-table Note", "-page Notes"]],
    ["shop", "remove food", ["~field Product.type -food"]],
    ["blog", "remove category from posts", ["-field Post.category"]],
    ["blog", "remove writer from posts", ["-field Post.author"]],
    ["band", "remove the phone from members, we never call", ["-field Member.phone"]],
    ["band", "remove phone and add email to members", ["-field Member.phone", "+field Member.email email"]],
    ["band", "drop the fee, make venue required", ["-field Concert.fee", "~field Concert.venue required"]],
    ["band", "instead of the venue we want an address for concerts", ["+field Concert.address text"]],
    ["band", "rename fee to price and delete topic", ["-field Concert.topic", "~field Concert.fee label=Price"]],
    ["band", "delete the rehearsals page", ["-page Rehearsals"]],
    ["band", "remove the concerts", ["-field Rehearsal.concert", "-table Concert", "-page Concerts"]],
    ["band", "remove the member from rehearsals", ["-field Rehearsal.member"]],
    ["bakery", "remove new and baking from status", ["~field Order.status -new -baking"]],
    ["bakery", "delete the orders page and the note", ["-field Order.note", "-page Orders"]],
    ["bakery", "customers without phone", ["~page Customers hides phone"]],
    ["vet", "lose paid and fee in visits", ["-field Visit.fee", "-field Visit.paid"]],
    ["vet", "remove name from owners", ["-field Owner.name"]],
    ["vet", "delete the name of pets and the name of visits", ["-field Pet.name", "-field Visit.name"]],
    ["vet", "status is not needed for visits, reason neither", ["-field Visit.reason", "-field Visit.status"]],
    [
      "shop",
      "remove email and status of suppliers, and the cost of deliveries",
      ["-field Supplier.email", "-field Supplier.status", "-field Delivery.cost"],
    ],
    [
      "shop",
      "get rid of the deliveries and the notes",
      ["-table Delivery", "-table Note", "-page Deliveries", "-page Notes"],
    ],
    ["shop", "remove deliveries' cost and suppliers' email", ["-field Supplier.email", "-field Delivery.cost"]],
    ["crm", "remove the due date from tasks", ["-field Task.due_date"]],
    ["crm", "tasks: remove done and priority", ["-field Task.done", "-field Task.priority"]],
    ["crm", "cut the amout", ["-field Deal.amount", "-chart Deal by stage sum=amount pie"]],
    [
      "crm",
      "we don't need stages and priorities",
      ["-field Deal.stage", "-field Task.priority", "-chart Deal by stage sum=amount pie"],
    ],
    ["crm", "delete deadline of tasks", ["-field Task.due_date"]],
    ["crm", "delete tasks table and contact company", ["-field Contact.company", "-table Task", "-page Tasks"]],
  ])("%s: %s", (...row) => told(row));
});

describe("two things, of which one is not there", () => {
  it.each<Row>([
    [
      "band",
      "delete topic of the rehearsals and the venue of concerts",
      ["-field Concert.venue"],
      "rehearsals have no topic.",
    ],
    ["bakery", "drop quantity and price from orders", ["-field Order.quantity"], "orders have no price."],
    ["vet", "get rid of street and email of owners", ["-field Owner.street"], "I did not understand this."],
    ["camp", "delete state from pitches and country from guests", ["-field Guest.country"], "pitches have no state."],
    [
      "shop",
      "remove supplier from deliveries and cost from products",
      ["-field Delivery.supplier"],
      "products have no cost.",
    ],
    [
      "shop",
      "remove type and status",
      ["-field Product.type"],
      "Suppliers and Deliveries each have status; please say which one to delete.",
    ],
    [
      "vet",
      "throw out the street, nobody sends letters",
      ["-field Owner.street"],
      "I did not understand “letters” here, so I changed nothing for it.",
    ],
    ["crm", "remove won from deals and priority from tasks", ["~field Deal.stage -won"], "I did not understand this."],
    [
      "crm",
      "remove company, phone and fax from contacts",
      ["-field Contact.company"],
      "I did not understand “fax” here, so I changed nothing for it.",
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("what is not there, or may be two things", () => {
  it.each<Row>([
    ["band", "delete the venue of rehearsals", [], "rehearsals have no venue."],
    ["band", "remove the location", [], "Rehearsals and Concerts each have location; please say which one to delete."],
    ["band", "get rid of the notes of the concerts", [], "concerts have no notes."],
    ["band", "throw out the fee of rehearsals", [], "rehearsals have no fee."],
    ["band", "rehearsals without venue please", [], "I did not understand this."],
    ["band", "remove email from members", [], "I did not see which table or field this is about; please name it."],
    ["band", "get rid of the drums", [], "I did not understand this."],
    ["band", "remove tuba from instrument", [], "I delete only what is named, and instrument of members is not."],
    ["band", "delete the sponsors", [], "I did not see which table or field this is about; please name it."],
    ["band", "bitte venue bei rehearsals weg", [], "rehearsals have no venue."],
    ["band", "delete the date", [], "Rehearsals and Concerts each have date; please say which one to delete."],
    ["bakery", "remove the email of orders", [], "orders have no email."],
    ["bakery", "delete quantity from products", [], "products have no quantity."],
    ["bakery", "remove cancelled from status", [], "I delete only what is named, and status of orders is not."],
    [
      "bakery",
      "we no longer sell rolls, remove that category",
      [],
      "This could mean category of products or one of its options; please say which one to delete.",
    ],
    ["bakery", "remove the suppliers table", [], "I did not understand “suppliers” here, so I changed nothing for it."],
    ["vet", "delete the owner's weight", [], "owners have no weight."],
    ["vet", "drop price from visits", [], "I did not understand “price” here, so I changed nothing for it."],
    ["vet", "remove booked from pets", [], "I did not see which table or field this is about; please name it."],
    [
      "vet",
      "remove owner",
      [],
      "This could mean the table owners or owner of pets and owner of visits; please say which one to delete.",
    ],
    [
      "vet",
      "visits dont need a reason any more and pets no weight",
      [],
      "“weight” is to be deleted as well, as far as I see, and I did not understand of what.",
    ],
    ["vet", "please remove birthday", [], "I did not see which table or field this is about; please name it."],
    ["vet", "throw the cats out", [], "I did not understand this."],
    ["camp", "remove size from guests", [], "guests have no size."],
    [
      "camp",
      "remove motorhome and plane from the pitch types",
      [],
      "“plane” is to be deleted as well, as far as I see, and I did not understand of what.",
    ],
    ["camp", "remove persons from guests and plate from reservations", [], "reservations have no plate."],
    ["camp", "remove name from pitches", [], "pitches have no name."],
    ["camp", "remove people from reservations", [], "Reservations have no people."],
    ["shop", "delete status of products", [], "products have no status."],
    ["shop", "delete status", [], "Suppliers and Deliveries each have status; please say which one to delete."],
    [
      "shop",
      "remove lost from suppliers status",
      [],
      "I did not see which table or field this is about; please name it.",
    ],
    ["shop", "delete notes from suppliers", [], "Suppliers have no notes."],
    ["shop", "get rid of price in deliveries", [], "deliveries have no price."],
    ["blog", "delete color of posts", [], "I did not understand this."],
    ["blog", "remove author from comments", [], "comments have no author."],
    ["blog", "delete comments from posts", [], "Posts have no comments."],
    ["blog", "kill draft", [], "I did not understand “kill” here, so I changed nothing for it."],
    ["blog", "no more drafts", [], "I did not understand this."],
    ["blog", "remove title of comments and text of posts", [], "I did not understand this."],
    [
      "band",
      "replace notes by a long text called minutes in rehearsals",
      [],
      "I did not understand “replace” and “minutes” here, so I changed nothing for it.",
    ],
    ["band", "delete the rehearsal calendar", [], "I did not understand this."],
    ["band", "we don't do rehearsals any more, delete them", [], "I did not understand this."],
    ["band", "delete everything", [], "I did not understand this."],
    [
      "band",
      "delete all members",
      [],
      "I do not delete rows. Open the Database panel, tick the rows and choose Delete there.",
    ],
    ["bakery", "only new and ready for status", [], "I did not understand this."],
    ["bakery", "remove home", [], "I did not understand this."],
    ["bakery", "remove the chart", [], "please say which one."],
    ["bakery", "delete the status board", [], "I did not understand this."],
    ["bakery", "remove the price list", [], "I delete only what is named, and price of products is not."],
    ["vet", "hide phone from pets", [], "I did not see which table or field this is about; please name it."],
    [
      "shop",
      "remove open from status of suppliers",
      [],
      "I did not see which table or field this is about; please name it.",
    ],
    [
      "shop",
      "remove tool and email",
      [],
      "“tool” is to be deleted as well, as far as I see, and I did not understand of what.",
    ],
    [
      "shop",
      "delete supplier",
      [],
      "This could mean the table suppliers or supplier of products and supplier of deliveries; please say which one to delete.",
    ],
    ["crm", "remove due date", [], "Deals and Tasks each have due date; please say which one to delete."],
    ["crm", "delete the deal", [], "This could mean the table deals or deal of tasks; please say which one to delete."],
    ["crm", "remove low", [], "I did not understand this."],
    [
      "crm",
      "remove everything but name from contacts",
      [],
      "I delete what is named one by one, and not all but something.",
    ],
    ["crm", "remove high from stage", [], "I did not understand this."],
    ["crm", "contacts need no email and deals no amount", [], "I did not understand this."],
    ["crm", "turn off the due date", [], "I did not understand this."],
  ])("%s: %s", (...row) => told(row));
});
