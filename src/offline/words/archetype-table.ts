/**
 * What common nouns of business apps usually hold: "noun = other names | icon | fields".
 * A field ends in "!" if it is required; "(-> Noun)" relates it, if the app has that noun too.
 */
const table = `
contact = lead, prospect, person | Contact | name!, email, phone, company_name, status: lead/active/inactive, notes
customer = client, buyer, account | Users | name!, email, phone, address, status: lead/active/inactive, notes
company = organization, organisation, business | Building2 | name!, website, industry, phone, address, notes
deal = opportunity, sale | Handshake | title!, amount, stage: lead/qualified/proposal/won/lost, close_date, contact (-> contact), company (-> company), notes
task = todo, to-do, to do, chore, action item | ListChecks | title!, description, status: to do/in progress/done, priority: low/medium/high, due_date, project (-> project)
project = initiative | FolderKanban | name!, description, status: planned/active/on hold/completed, start_date, due_date, budget, customer (-> customer)
member = teammate, team member, user profile | UserRound | name!, email, phone, role, status: active/paused/left, joined_date
employee = staff, worker, colleague | IdCard | name!, email, phone, position_title, department (-> department), salary, start_date, status: active/on leave/left
department = team, division | Network | name!, description, location
candidate = applicant, application, job application | UserSearch | name!, email, phone, stage: applied/screening/interview/offer/hired/rejected, job (-> job), resume_url, rating, notes
job = position, vacancy, job posting, job listing | BriefcaseBusiness | title!, description, location, employment: full time/part time/contract, salary, status: open/paused/closed
product = good, merchandise | Package | name!, sku, price, stock, category, description, image, supplier (-> supplier)
item = inventory item, asset, stock item | Boxes | name!, sku, quantity, unit_price, location, category, notes
supplier = vendor, manufacturer | Truck | name!, email, phone, address, notes
order = purchase, purchase order, sales order | ShoppingCart | number!, customer (-> customer), product (-> product), order_date, status: pending/paid/shipped/delivered/cancelled, total, notes
invoice = bill | ReceiptText | number!, customer (-> customer), amount, status: draft/sent/paid/overdue, issue_date, due_date, notes
payment = transaction | CreditCard | reference!, amount, payment_date, method: cash/card/transfer, status: pending/completed/failed, invoice (-> invoice)
expense = spending, cost entry | Wallet | title!, amount, category: food/transport/housing/health/other, expense_date, notes
income = earning, revenue entry | PiggyBank | title!, amount, source, received_date
budget = spending plan | Calculator | name!, amount, category, start_date, end_date
subscription | Repeat | name!, price, billing: monthly/yearly, renewal_date, status: active/paused/cancelled
ticket = issue, bug, support ticket, support request, incident | Ticket | subject!, description, status: open/in progress/resolved/closed, priority: low/medium/high/urgent, customer (-> customer), due_date
event = meeting, activity, conference, webinar | CalendarDays | title!, description, location, starts_at, ends_at, capacity, status: planned/confirmed/cancelled
attendee = guest, participant, registration, rsvp | UserCheck | name!, email, phone, event (-> event), status: invited/confirmed/declined
appointment = booking, reservation, session | CalendarClock | title!, starts_at, customer (-> customer), patient (-> patient), service (-> service), status: booked/confirmed/completed/cancelled, notes
rental = hire | KeyRound | number!, vehicle (-> vehicle), customer (-> customer), start_date, end_date, status: reserved/out/returned, total
service = treatment, offering | ConciergeBell | name!, description, price, duration, active
room = space, meeting room | DoorOpen | name!, capacity, price, status: available/occupied/maintenance, description, image
patient = resident | HeartPulse | name!, date_of_birth, phone, email, allergies, notes
doctor = physician, dentist, therapist, practitioner | Stethoscope | name!, specialty, email, phone
student = pupil, learner | GraduationCap | name!, email, grade_level, enrolled_date, status: active/graduated/left
course = class, lesson plan, workshop | BookOpen | title!, description, teacher (-> teacher), start_date, capacity, status: draft/open/full/finished
teacher = instructor, tutor, coach, trainer | Presentation | name!, email, phone, subject_taught
lesson = lecture, module | NotebookPen | title!, course (-> course), starts_at, content
grade = mark, exam result | Award | title!, student (-> student), course (-> course), score, graded_date, comment
book = novel | Library | title!, author, isbn, genre, status: to read/reading/finished, rating, cover_image, notes
movie = film, show, series | Clapperboard | title!, director, release_year, genre, status: to watch/watching/watched, rating, notes
game = video game, board game | Gamepad2 | title!, platform, genre, status: wishlist/playing/completed, rating
recipe = dish, meal | ChefHat | title!, description, ingredients, instructions, prep_minutes, servings, difficulty: easy/medium/hard, category, image
ingredient = grocery, grocery item, shopping item | Carrot | name!, quantity, unit, category, bought (checkbox)
menu item = plate | UtensilsCrossed | name!, description, price, course: starter/main/dessert/drink, vegetarian, image
restaurant = cafe | Store | name!, cuisine, address, phone, rating, website
workout = exercise, training | Dumbbell | title!, workout_date, category: strength/cardio/mobility, duration, calories, notes
habit = routine | Sprout | name!, description, frequency: daily/weekly/monthly, streak_count, active
goal = objective, milestone, okr | Target | title!, description, target_date, progress, status: not started/on track/at risk/achieved
note = memo, journal entry, diary entry, entry | StickyNote | title!, content, tags, pinned (checkbox)
post = article, blog post, story | Newspaper | title!, content, author_name, status: draft/published/archived, published_date, cover_image, tags
comment = reply | MessageSquare | content!, author_name, post (-> post)
category = topic, genre | Shapes | name!, description
review = testimonial, feedback, rating entry | Star | author_name!, rating, comment, review_date, status: new/published/hidden
survey = questionnaire, poll, quiz | ClipboardList | title!, description, status: draft/open/closed, closes_date
question = faq | CircleHelp | question!, answer, category
property = listing, house, apartment, real estate listing | House | title!, address, price, bedrooms, bathrooms, area, status: available/under offer/sold, image, description
tenant = renter, lodger | KeyRound | name!, email, phone, property (-> property), lease_start_date, lease_end_date, rent
viewing = tour, showing | Eye | title!, property (-> property), contact (-> contact), starts_at, notes
agent = broker, sales rep, representative | BadgeCheck | name!, email, phone, region
vehicle = car, truck, van | Car | name!, license_plate, brand, model_year, mileage, status: available/in use/maintenance
trip = journey, travel, ride | Plane | title!, destination, start_date, end_date, budget, status: idea/booked/done, notes
driver = courier | CarFront | name!, phone, license_number, status: available/driving/off duty
shipment = delivery, parcel | PackageCheck | tracking_number!, destination, status: preparing/in transit/delivered, ship_date, order (-> order)
pet = dog, cat | PawPrint | name!, species, breed, date_of_birth, owner_name, image, notes
plant = crop | Leaf | name!, species, location, last_watered_date, watering: daily/weekly/monthly, image
contract = agreement, lease | FileSignature | title!, customer (-> customer), value, start_date, end_date, status: draft/active/expired
document = file, record | FileText | title!, category, link, owner_name, notes
quote = estimate, offer | FileSpreadsheet | number!, customer (-> customer), amount, valid_until, status: draft/sent/accepted/declined
campaign = promotion, ad | Megaphone | name!, channel: email/social/search/events, budget, start_date, end_date, status: draft/running/finished
idea = suggestion, feature request, feature | Lightbulb | title!, description, votes_count, status: new/planned/in progress/shipped
time entry = timesheet, time log | Timer | title!, project (-> project), work_date, hours, billable
leave request = vacation, time off, absence | Palmtree | reason!, employee (-> employee), start_date, end_date, status: requested/approved/declined
donation = contribution, gift | HandHeart | donor_name!, email, amount, donation_date, campaign (-> campaign)
volunteer = helper | HandHelping | name!, email, phone, skills, availability
song = track | Music | title!, artist, album, genre, release_year, rating
equipment = tool, device, machine, hardware | Wrench | name!, serial_number, location, status: available/in use/broken, purchase_date
loan = lending, checkout | ArrowLeftRight | number!, book (-> book), member (-> member), loan_date, due_date, returned
message = inquiry, enquiry, contact form submission, submission | Mail | name!, email, message, status: new/answered
bookmark = favorite link, resource | Bookmark | title!, url, tags, notes
link = bio link | Link2 | title!, url, position
signup = waitlist entry, subscriber, sign-up | ListPlus | name!, email, status: waiting/invited/joined, notes
sprint = iteration, release | Rocket | name!, goal, start_date, end_date, status: planned/active/done
risk = hazard | TriangleAlert | title!, description, severity: minor/major/critical, status: open/mitigated/closed
`;

export type ArchetypeLine = { noun: string; others: string[]; icon: string; fields: string };

function splitLine(line: string): ArchetypeLine {
  const [names = "", icon = "", fields = ""] = line.split("|").map((part) => part.trim());
  const [noun = "", others = ""] = names.split("=").map((part) => part.trim());
  return {
    noun,
    others: others
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
    icon,
    fields,
  };
}

/** The table as it is written, for readers that need no more than its words. */
export const archetypeLines: ArchetypeLine[] = table.trim().split("\n").map(splitLine);
