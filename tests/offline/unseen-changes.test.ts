import { describe, it } from "vitest";
import { changesOf, type Told, toldBy } from "../support/scenes";

const scenes = {
  bees: "app for my bee yards: apiaries, hives (number, apiary, breed, queen year, strength 1-5), inspections with date, hive, brood, mites, and honey harvests in kg",
  tattoo:
    "tattoo studio. artists, clients, appointments (client, artist, date and time, body part, deposit, status: requested/confirmed/done/no show), flash designs with picture and price",
  pantry:
    "food bank: donors, donations (donor, date, item, weight, best before), parcels given to families, volunteers with shifts",
  driving: "driving school with students, instructors, cars and lessons",
  rooms:
    "escape room: rooms (name, theme, difficulty easy/medium/hard, max players, price), bookings (room, team name, players, date, phone), game masters",
  lab: "dental lab: dentists (name, practice, phone), cases (dentist, patient code, work: crown/bridge/denture, shade, due date, stage: received/casting/polishing/sent), invoices (dentist, amount, issued on, paid)",
  plots:
    "allotment society: plots (number, size, tenant, rent, status free/taken), tenants (name, email, joined), waiting list, work days",
  rink: "ice rink: skate rentals (skate size, customer, rented at, returned at), lessons, ice times, season passes (holder, valid until, kind: adult/child/family, photo)",
  mushrooms:
    "mushroom farm: grow rooms (name, temperature, humidity), batches (variety, room, started on, expected harvest, stage: inoculated/fruiting/picked), sales (restaurant, kg, price, paid y/n)",
  surf: "surf school website: courses with level and price, coaches, bookings by guests, boards we rent out",
  ferry:
    "ferry line app - crossings (ship, from port, to port, departs, arrives, status: on time/delayed/cancelled), ships, tickets (crossing, passenger, vehicle, fare)",
  quiz: "quiz night league: teams, rounds (date, pub, topic), scores (team, round, points)",
  costumes:
    "costume rental shop: costumes (title, size, era, daily fee, condition), customers, rentals (customer, costume, from, to, returned)",
  glass:
    "glass blowing workshop: pieces (name, colour, furnace temp, weight, price, sold), courses (date, seats, fee), participants (name, email, course)",
  lost: "lost property office at the station: items found (what, where, found on, category: bag/phone/clothes/other, photo), claims (item, name, phone, status: open/checked/returned), shelves",
  notary: "notary office: deeds (number, parties, kind, signed on, fee, status), appointments, clients",
  reitverein:
    "Reitverein: Pferde (Name, Rasse, Box, Geburtstag), Reitstunden (Pferd, Reiter, Lehrer, Termin, Niveau: Anfänger/Fortgeschritten), Mitglieder",
  tausch: "Tauschbörse im Dorf: Angebote (Titel, Kategorie, Anbieter, Foto, Status: frei/vergeben), Anfragen",
  film: "film crew: shoot days (date, location, call time, unit main/second), crew members (name, job, day rate, phone), equipment (item, serial nr, owner, value), call sheets",
  spokes:
    'bike repair shop "Spokes": bikes (owner, brand, model, frame nr), repairs (bike, problem, mechanic, promised for, cost, state: waiting for parts/in work/ready/picked up), parts (name, stock, reorder at, supplier)',
  scouts:
    "scout group: scouts (name, birthday, patrol, parent phone), badges, camps (name, from, to, place, fee), camp registrations (scout, camp, paid, allergies)",
  choir:
    "community choir: singers (name, voice: soprano/alto/tenor/bass, joined), concerts (title, date, venue), rehearsals (date, piece, excuse)",
  chess:
    "chess club ladder: players (name, rating, club), games (white, black, result: 1-0/0-1/draw, date, opening), tournaments",
  harbour:
    "boat harbour: berths (number, length, occupied), boats (name, owner, length, insurance until), contracts (boat, berth, start, end, monthly fee, cancelled)",
  vinyl:
    "vinyl swap meet - records (artist, title, year, grade: mint/vg+/good/poor, price, sold y/n, cover), traders (stall no, name, genres)",
  imker: "Imkerverein: Ernten (Datum, Kilo, Sorte), Mitglieder",
  soap: "soap maker: soaps (name, scent, weight g, price, stock, vegan y/n), ingredients (name, supplier, stock kg, expires), batches (soap, poured on, ready on, pieces)",
  parkour:
    "parkour gym: members, trainers, classes (title, level, trainer, day, capacity), check-ins (member, class, time)",
  gigs: "wedding band: gigs (couple, date, venue, fee, deposit paid, set list), songs (title, artist, key, bpm), band members, expenses",
  cats: "cat cafe: tables, reservations (name, date, time, phone, table), cats (name, age, character, photo, adopted), menu items (name, price, category: drinks/cake/snacks)",
  drones:
    "drone survey company: flights (site, pilot, date, drone, minutes, status planned/flown/cancelled), drones (model, serial, battery cycles), reports (flight, file, delivered on)",
  laundry:
    "laundromat: machines (nr, kind washer/dryer, price, state free/running/broken), cycles (machine, start, end, paid)",
  foodtruck:
    "Foodtruck: Standorte (Ort, Datum, von, bis), Gerichte (Name, Preis, vegan), Bestellungen (Gericht, Anzahl, abgeholt)",
  routen: "Kletterhalle: Routen (Name, Farbe, Grad, Sektor, geschraubt am), Mitglieder (Name, Geburtstag, Ausweis bis)",
  wind: "wind farm: turbines (number, model, height m, status: running/stopped/service), technicians, visits (turbine, technician, date, hours)",
  binder:
    "bookbinder: orders (customer, book title, pages, cover: leather/linen/paper, due, price, status new/binding/drying/done), materials (name, unit, left)",
  yoga: "yoga studio: teachers (name, bio, photo), students, passes (student, kind 10er/month/year, bought on, valid until, price)",
  railway: "model railway club: locomotives (name, scale H0/N/TT, maker, value), track days (date, place, theme)",
  crossfit: "crossfit box: athletes (name, birthday, weight kg, member until), results (athlete, score, rx y/n)",
  van: "village library van: books (title, author, isbn), loans (book, reader, lent on, back by, returned)",
  nachhilfe:
    "Nachhilfe: Schüler (Name, Klasse, Fach), Lehrer (Name, Fächer, Stundensatz), Stunden (Schüler, Lehrer, Datum, Dauer, bezahlt, Thema)",
  plates:
    "ceramics cafe: plates to paint (shape, size, price, photo), visitors groups (name, people, date, slot: 10-12/12-14/14-16, paid), firings (date, temp, pieces)",
  falcons:
    "falcon show park: birds (name, species, hatched, weight g, state: flying/moulting/resting), shows (date, time, visitors, weather), feedings (bird, food, grams, at), handlers",
  carpenter:
    "carpenter: jobs (customer, what, start, deadline, price, state: quote/accepted/in progress/done), timber (kind, length cm, pieces, place), customers",
  brauerei: "Brauerei: Biere (Name, Sorte, Alkohol, Preis), Kunden (Name, Ort, Telefon)",
  druckerei:
    "Druckerei: Aufträge (Kunde, Auflage, Papier, Liefertermin, Status: neu/in Druck/fertig), Kunden (Name, E-Mail, Telefon), Maschinen",
};
const after = changesOf(scenes);
type Row = Told<keyof typeof scenes>;
const told = toldBy(after);

describe("Colours of rows", () => {
  it.each<Row>([
    [
      "lab",
      "red when overdue or unpaid",
      ["look condition Case.due_date overdue #ff0000", "look condition Invoice.paid false #ff0000"],
    ],
    [
      "lab",
      "sent or polishing cases green",
      ["look condition Case.stage sent #008000", "look condition Case.stage polishing #008000"],
    ],
    [
      "lab",
      "new field rush (y/n) for cases, rush ones with a yellow background",
      ["+field Case.rush boolean", "look condition Case.rush true #ffff00"],
    ],
    [
      "pantry",
      "best before is required, and show red when best before passed",
      ["~field Donation.best_before required", "look condition Donation.best_before overdue #ff0000"],
    ],
    ["harbour", "contracts that are cancelled light gray", ["look condition Contract.cancelled true #d3d3d3"]],
    ["harbour", "free berths green", ["look condition Berth.occupied false #008000"]],
    ["imker", "Stärke unter 2 rot", [], "please name it"],
    ["van", "back by over and not returned red", [], "for which “back by” rows"],
    ["bees", "hives where mites over 5 should be red", [], "please name it"],
  ])("%s: %s", (...row) => told(row));
});

describe("Fields that busy people add", () => {
  it.each<Row>([
    ["tattoo", "add poster to flash designs", ["+field FlashDesign.poster image"]],
    ["pantry", "each parcel needs size small medium large", ["+field Parcel.size enum small, medium, large"]],
    [
      "driving",
      "lesson types: city, highway, night, exam prep",
      ["+field Lesson.type enum city, highway, night, exam prep"],
    ],
    [
      "bees",
      "breed: carniola, buckfast, black bee - make it a dropdown",
      ["~field Hive.breed kind=enum options carniola, buckfast, black bee"],
    ],
    ["rink", "price for the passes, adult 120 child 60", ["+field SeasonPass.price money"], "“adult 120 child 60”"],
    ["pantry", "drop the weight, we dont weigh anything", ["-field Donation.weight"]],
    ["rooms", "players at least 2 at most 6", ["~field Booking.players minimum=2", "~field Booking.players maximum=6"]],
  ])("%s: %s", (...row) => told(row));
});

describe("Rows that are given by their name", () => {
  it.each<Row>([
    ["tattoo", "put gel nails 45 as a design", ["rows FlashDesign 1"], "Added gel nails, 45 to flash designs."],
    ["tattoo", 'add another artist called "Mina K"', ["rows Artist 1"], "Added Mina K to artists."],
    ["tattoo", "add Tom Reed as an artist", ["rows Artist 1"], "Added Tom Reed to artists."],
  ])("are added, and nothing else: %s: %s", (...row) => told(row));
});

describe("Rights", () => {
  it.each<Row>([
    // Whoever has the address of the job's customer sees it, and the carpenter all.
    [
      "carpenter",
      "customers can see just their jobs",
      [
        "access Job read=admin write=admin",
        'rules Job read={"field":"customer","of":"Customer","meets":{"field":"email","is":"my address"}}|admin',
      ],
      "A member sees those that have their own address as the email of its customer",
    ],
    ["plates", "visitors can book themselves, no account needed", [], "did not do"],
    ["yoga", "teachers page public with photo and bio", ["access Teacher read=anonymous write=all"]],
    [
      "crossfit",
      "athletes' weight only visible for coaches",
      ["~field Athlete.weight_kg read=coach,admin", "~field Athlete.weight_kg write=coach,admin"],
    ],
    ["gigs", "band members only see gigs not expenses", [], "did not understand"],
    ["scouts", "only the board can view badges", ["rules Badge read=role:board-member|admin"]],
    ["scouts", "only the committee can edit badges", ["rules Badge update=role:committee-member|admin"]],
    ["imker", "nur der Vorstand darf Mitglieder sehen", ["rules Member read=role:board-member|admin"]],
  ])("%s: %s", (...row) => told(row));
});

describe("Lists and charts", () => {
  it.each<Row>([
    ["falcons", "grams per bird as pie", ["+chart Feeding by bird sum=grams pie"]],
    ["wind", "hours per technician and month", ["+chart Visit by technician sum=hours bar"], "“month”"],
    ["wind", "visits per turbine", ["+chart Visit by turbine bar"]],
    ["crossfit", "best score per athlete", [], "the highest and the lowest it does not show"],
    ["film", "shoot days as calendar first thing you see", ["+page calendar ShootDay.date"], "is the first page now"],
    ["vinyl", "hide sold ones", ["~page Records where sold false"]],
    ["imker", "Ernten absteigend nach Kilo", ["~page Ernten sort kilo desc"]],
    ["quiz", "show the rounds as a timeline", [], "there is no other one"],
    ["lost", "newest items on top and photo first", [], "“photo first”: I did not understand this"],
    ["glass", "how full is each course", [], "not its rows"],
    ["plots", "show waiting list oldest first", ["~page Waitlist entries sort joined_on"]],
    [
      "pantry",
      "how many parcels per month as a bar chart on the start page",
      ["+chart Parcel by deliver_at line"],
      "drawn as a line",
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("Names and looks", () => {
  it.each<Row>([
    [
      "yoga",
      "nice calm green look, rounded, font nunito",
      ["look accent=#16a34a", "look font=nunito", "look radius=round"],
    ],
    [
      "costumes",
      "where it says customer it should say guest",
      ["~table Customer title=Guests", "~page Customers title=Guests"],
    ],
    ["surf", "font playfair and a sand coloured background", ["look font=playfair-display", "look page=#d9c7a0"]],
  ])("%s: %s", (...row) => told(row));
});

describe("German changes", () => {
  it.each<Row>([
    [
      "brauerei",
      "neue Tabelle Lieferungen mit Kunde, Bier, Kisten, Datum",
      [
        "+table DeliveryTracker name, customer, beer, moving_boxes, date",
        "+page list DeliveryTracker",
        "rows DeliveryTracker 5",
      ],
      "There is a new page, “Lieferungen”.",
    ],
    [
      "nachhilfe",
      "Dauer standardmäßig 60 und höchstens 120",
      ["~field TimeEntry.duration default=60", "~field TimeEntry.duration maximum=120"],
    ],
    ["nachhilfe", "Stunden pro Lehrer als Balken", ["+chart TimeEntry by teacher bar"]],
    ["nachhilfe", "unbezahlte Stunden rot", ["look condition TimeEntry.paid false #ff0000"]],
    ["foodtruck", "Preis nicht unter 1", ["~field MenuItem.price minimum=1"]],
    ["foodtruck", "Umsatz pro Gericht", [], "please name it"],
    ["routen", "Feld Bemerkung lang bei Routen", ["+field Route.remark longtext"], "new field, Bemerkung."],
    [
      "reitverein",
      "füg bei den Mitgliedern Notfallnummer und Beitrag hinzu",
      ["+field Member.notfallnummer text", "+field Member.membership_fee money"],
      "new field, Notfallnummer.",
    ],
    [
      "reitverein",
      "Rasse als Auswahl: Hannoveraner, Haflinger, Pony",
      ["~field Horse.breed kind=enum options Hannoveraner, Haflinger, Pony"],
    ],
    [
      "tausch",
      "Kategorie: Werkzeug, Garten, Kinder, Sonstiges",
      ["~field Quote.category kind=enum options Werkzeug, Garten, Kinder, Sonstiges"],
    ],
    ["druckerei", "füge ein Feld Preis zu den Aufträgen hinzu", ["+field Order.price money"], "new field, Preis."],
    ["druckerei", "mach alles dunkel mit orangen Buttons", ["look mode=dark", "look buttons=#ffa500"]],
    ["druckerei", "benenne Maschinen in Anlagen um", ["~table Machine title=Anlagen", "~page Maschinen title=Anlagen"]],
    [
      "druckerei",
      "E-Mail soll eindeutig sein, und ein Feld Sprachen (mehrfachauswahl: deutsch, englisch)",
      ["~field Customer.email unique", "+field Customer.sprachen multi deutsch, englisch"],
    ],
  ])("%s: %s", (...row) => told(row));
});
