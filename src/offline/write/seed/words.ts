import "server-only";

/** What sample rows are called, by noun: short, plausible, never lorem ipsum. */
const titles = `
deal: Website redesign|Annual support contract|Office expansion|Data migration|Marketing retainer|Team training|Fleet renewal|Security audit|Mobile app pilot|Warehouse upgrade
task: Prepare the quarterly report|Call the supplier|Review the contract|Update the price list|Plan the team meeting|Send the newsletter|Fix the login page|Order office supplies|Write the release notes|Book the venue
project: Website relaunch|Customer portal|Office move|Brand refresh|Mobile app|Data warehouse|Spring campaign|Onboarding guide
job: Product designer|Frontend engineer|Account manager|Data analyst|Support specialist|Operations lead|Content writer|Office manager
product: Oak desk|Reading lamp|Linen curtain|Wool blanket|Ceramic mug set|Standing shelf|Desk organiser|Travel backpack|Water bottle|Wall clock
item: Laptop stand|Cordless drill|Projector|Office chair|Extension cable|Label printer|First aid kit|Whiteboard
expense: Weekly groceries|Train ticket|Electricity bill|Team lunch|Phone plan|Printer paper|Taxi to the airport|Gym membership
income: Consulting fee|Monthly salary|Workshop|Stock photo sales|Rent received|Bonus
budget: Household|Travel|Marketing|Office supplies|Training
subscription: Cloud storage|Music streaming|Design tool|Newspaper|Video calls|Project board
ticket: Cannot sign in|Invoice shows the wrong total|App closes on start|Password mail never arrives|Export is empty|Feature request: dark theme|Slow search|Broken link in the footer
event: Spring open day|Product launch|Photography workshop|Charity run|Team offsite|Wine tasting|Book reading|Summer party
appointment: First consultation|Follow-up|Annual check|Haircut|Strategy session|Site visit|Massage|Fitting
service: Haircut|Deep clean|Consultation|Oil change|Yoga class|Portrait session|Manicure
room: Garden room|Blue room|Conference hall|Studio|Loft suite|Board room
course: Introduction to drawing|Algebra I|Creative writing|Web design basics|Spanish for beginners|Public speaking|World history
lesson: Fractions|Light and shadow|Past tense|Cell biology|The water cycle
book: The Left Hand of Darkness|Pride and Prejudice|Middlemarch|The Hobbit|Beloved|Invisible Cities|Dune|To the Lighthouse|The Trial
movie: Spirited Away|Casablanca|Parasite|Arrival|Rear Window|Paddington 2|The Third Man
game: Catan|Stardew Valley|Hades|Carcassonne|Outer Wilds|Azul
recipe: Tomato soup|Mushroom risotto|Lemon tart|Chickpea curry|Roast vegetables|Pancakes|Caesar salad|Banana bread
ingredient: Tomatoes|Olive oil|Basil|Flour|Eggs|Parmesan|Garlic|Lemons
menu item: Onion soup|Grilled sea bass|Truffle pasta|Caesar salad|Crème brûlée|Lemonade|Espresso|Margherita pizza
restaurant: Trattoria Verde|The Copper Pot|Sakura House|Café Lumière|Taverna Blue|Spice Garden
workout: Morning run|Upper body strength|Yoga flow|Interval training|Leg day|Evening swim|Bike ride
habit: Drink water|Read 20 pages|Meditate|Walk 10,000 steps|Stretch|Write a journal entry
goal: Run a half marathon|Reach 100 customers|Learn conversational Spanish|Save for a trip|Publish the handbook
note: Ideas for the workshop|Shopping list|Meeting summary|Books to read|Packing list|Quotes worth keeping
post: Ten lessons from our first year|How we plan a week|A short guide to better photos|What we learned from customers|The case for small teams|Behind the new design
category: News|Guides|Product|Design|People|Events
survey: Customer satisfaction|Workshop feedback|Team pulse|Website usability
question: How did you hear about us?|What could we do better?|How easy was it to start?|Would you recommend us?
property: Sunny two-bedroom flat|Family house with garden|City loft|Lakeside cottage|Modern studio|Townhouse near the park
viewing: First viewing|Second viewing|Open house|Viewing with family
vehicle: Van 01|Van 02|City car|Pickup|Minibus|Cargo bike
trip: Weekend in Lisbon|Hiking in the Alps|Tokyo in spring|Road trip along the coast|City break in Vienna
plant: Monstera|Basil|Lavender|Snake plant|Tomato|Fiddle leaf fig
contract: Maintenance agreement|Office lease|Service contract|Framework agreement|Licence agreement
document: Price list 2026|Employee handbook|Floor plan|Insurance policy|Brand guidelines
campaign: Spring newsletter|Launch week|Referral programme|Trade fair|Search ads
idea: Dark theme|Weekly summary by mail|Import from spreadsheets|Keyboard shortcuts|Offline mode
song: Golden Hour|Northern Lights|Paper Boats|Slow Morning|Harbour Song
equipment: Projector|Camera kit|Cordless drill|Tablet|3D printer|Microphone set
bookmark: A guide to colour contrast|The history of maps|Pattern library|Sourdough in ten steps
sprint: Sprint 12|Sprint 13|Sprint 14|Sprint 15
risk: Supplier delay|Key person leaves|Budget overrun|Data loss
department: Sales|Design|Engineering|Finance|Operations|People
pet: Luna|Milo|Bella|Oscar|Nala|Simba
donation: Monthly gift|Gala donation|Matching gift
leave request: Summer holiday|Family event|Moving house|Medical appointment
review: Would come again|Great service|Very helpful team
`;

const byNoun = new Map(
  titles
    .trim()
    .split("\n")
    .map((line): [string, string[]] => {
      const at = line.indexOf(":");
      return [
        line.slice(0, at),
        line
          .slice(at + 1)
          .trim()
          .split("|"),
      ];
    }),
);

export const titlesOf = (noun: string | undefined): string[] | undefined => (noun ? byNoun.get(noun) : undefined);

/** Descriptions by the thing they stand on. */
export const descriptions: [RegExp, string[]][] = [
  [
    /^(?:recipe|menu item|ingredient|restaurant)$/,
    [
      "Quick, fresh and easy to prepare.",
      "A favourite of the whole family.",
      "Rich, warm and comforting.",
      "Best served with crusty bread.",
      "Light, with a hint of lemon.",
    ],
  ],
  [
    /^(?:product|item|equipment|service)$/,
    [
      "Solid build and a timeless look.",
      "Light, durable and easy to clean.",
      "Made from recycled material.",
      "Comes with a two-year warranty.",
      "Our best seller this season.",
    ],
  ],
  [
    /^(?:property|room)$/,
    [
      "Bright rooms and a quiet street.",
      "Close to the station and the park.",
      "Recently renovated, with new windows.",
      "A wide view over the roofs.",
    ],
  ],
  [
    /^(?:ticket|risk)$/,
    [
      "Happens since the last update, on two machines.",
      "Reported by several people this week.",
      "Steps to repeat it are attached.",
      "A restart helps for a while.",
    ],
  ],
  [
    /^(?:book|movie|game|song)$/,
    ["Recommended by a friend.", "Slow start, wonderful ending.", "Worth a second time.", "A classic for a reason."],
  ],
  [
    /^(?:workout|habit|goal)$/,
    ["Felt good, a little more next time.", "Short and easy to keep up.", "Best in the morning.", "Rest day tomorrow."],
  ],
  [
    /^(?:pet|plant|patient)$/,
    ["Calm and friendly.", "Everything as it should be.", "Needs a check next month.", "Doing much better."],
  ],
  [
    /^(?:event|course|campaign|trip|appointment|survey)$/,
    [
      "Bring a friend; there is room for everyone.",
      "Please be there ten minutes early.",
      "Suited to beginners.",
      "Details follow by mail.",
    ],
  ],
];
export const aboutPeople = [
  "Talked on the phone, wants an offer by Friday.",
  "Waiting for an answer.",
  "Prefers to be contacted by email.",
  "Agreed on the next steps.",
  "First met at the spring fair.",
];

/** Usual categories of a thing, by the noun of its archetype. */
export const categoriesOf = (noun: string | undefined): string[] =>
  noun === "recipe"
    ? ["Soup", "Main course", "Dessert", "Salad"]
    : noun === "book" || noun === "movie"
      ? ["Classic", "Science fiction", "Drama", "Mystery"]
      : noun === "product" || noun === "item"
        ? ["Furniture", "Lighting", "Kitchen", "Outdoor"]
        : noun === "song"
          ? ["Jazz", "Indie", "Classical"]
          : ["General", "Work", "Personal", "Other"];
