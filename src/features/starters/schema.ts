import type { AppIcon } from "@/features/apps/schema";

/**
 * A starting point: the sentence for the offline builder, and the card's texts. `npm run gallery` photographs the app
 * into `public/starters/<id>-light.webp` and `-dark.webp`: page `path`, with its first row open if `row`.
 */
export type Starter = {
  id: string;
  name: string;
  summary: string;
  icon: AppIcon;
  sentence: string;
  path?: string;
  row?: boolean;
};

export const starters: Starter[] = [
  {
    id: "crm",
    name: "Sales CRM",
    summary: "Contacts, companies and a pipeline of deals",
    icon: { name: "address-book", tone: "iris" },
    sentence:
      "A CRM with contacts, companies and deals, and a dashboard with deals by stage and deal amount by month. Deals belong to a contact and a company.",
  },
  {
    id: "invoices",
    name: "Invoicing",
    summary: "Customers, projects and invoices that print well",
    icon: { name: "receipt", tone: "teal" },
    sentence: "An invoicing tool for a freelance designer with customers, projects and invoices",
    path: "Invoices",
  },
  {
    id: "recipes",
    name: "Recipe site",
    summary: "Recipes with pictures, and reviews with stars",
    icon: { name: "cooking", tone: "orange" },
    sentence: "A recipe website called Saffron with recipes and reviews",
  },
  {
    id: "homes",
    name: "Home listings",
    summary: "Homes for sale, their agents, and a page for each",
    icon: { name: "home", tone: "blue" },
    sentence: "A real estate listings website called Harbour Homes with properties and agents",
  },
  {
    id: "habits",
    name: "Habit tracker",
    summary: "Tick off today, keep your streaks",
    icon: { name: "checklist", tone: "green" },
    sentence: "A habit tracker",
  },
  {
    id: "salon",
    name: "Salon booking",
    summary: "Services, stylists and slots that never overlap",
    icon: { name: "scissors", tone: "pink" },
    sentence: "A booking app called Salon Lumi for a hair salon with services, stylists and appointments",
  },
  {
    id: "community",
    name: "Community forum",
    summary: "Posts, comments and likes in one feed",
    icon: { name: "chat", tone: "green" },
    sentence: "A community forum called Green Thumbs for gardeners with posts and comments",
  },
  {
    id: "sprint",
    name: "Project board",
    summary: "Tasks by status, dragged from column to column",
    icon: { name: "board", tone: "iris" },
    sentence: "A kanban board for tasks of our sprint with projects",
  },
  {
    id: "events",
    name: "Event calendar",
    summary: "Events with venues, a calendar and sign-ups",
    icon: { name: "ticket", tone: "red" },
    sentence:
      "An events website called City Stages. Events take place at venues, and visitors sign up for them. With a calendar",
  },
  {
    id: "feedback",
    name: "Feedback form",
    summary: "A form that anyone can send, a list that you read",
    icon: { name: "star", tone: "yellow" },
    sentence: "A feedback form called Tell Us. Anyone can submit feedback, only admins can view it",
  },
  {
    id: "inventory",
    name: "Inventory",
    summary: "Stock, suppliers, and what must be ordered again",
    icon: { name: "box", tone: "blue" },
    sentence:
      "Inventory for a bakery called Little Oven with products, suppliers and low stock alerts, and a dashboard",
  },
  {
    id: "jobs",
    name: "Job board",
    summary: "Openings to browse, applications that come in",
    icon: { name: "briefcase", tone: "teal" },
    sentence: "A job board website called Good Work with jobs and companies. People can apply for a job.",
  },
];

/**
 * A tool to start from: the sentence for the offline builder (words/tools/), and what `npm run gallery` and the tests
 * enter, so that the picture shows a result. Each runs without a model.
 */
export type ToolStarter = Omit<Starter, "path" | "row"> & { entered: Record<string, string | number | string[]> };

export const toolStarters: ToolStarter[] = [
  {
    id: "tool-loan",
    name: "Loan calculator",
    summary: "Monthly payment, interest, what is left",
    icon: { name: "home", tone: "blue" },
    sentence: "A loan calculator",
    entered: { "loan amount": 240000, "yearly interest in percent": 4.2, years: 12 },
  },
  {
    id: "tool-savings",
    name: "Savings calculator",
    summary: "How savings grow, year by year",
    icon: { name: "chart", tone: "green" },
    sentence: "A savings calculator",
    entered: { "starting amount": 2000, "paid in each month": 150, "yearly interest in percent": 5, years: 12 },
  },
  {
    id: "tool-calories",
    name: "Calorie calculator",
    summary: "Calories a day, with protein and fat",
    icon: { name: "dumbbell", tone: "orange" },
    sentence: "A calorie calculator",
    entered: {
      sex: "Female",
      age: 34,
      height: 168,
      weight: 64,
      activity: "Active",
      goal: "Keep weight",
    },
  },
  {
    id: "tool-meals",
    name: "Meal planner",
    summary: "Meals by diet and allergies, and what to buy",
    icon: { name: "cooking", tone: "orange" },
    sentence: "A meal planner that asks for diet, days, allergies and people",
    entered: { diet: "Vegetarian", days: 5, allergies: ["Nuts"], people: 2 },
  },
  {
    id: "tool-trip",
    name: "Trip planner",
    summary: "Each day of a trip, and how its budget divides",
    icon: { name: "plane", tone: "blue" },
    sentence: "A trip planner",
    entered: {
      destination: "Lisbon",
      "first day": "2027-06-01",
      days: 4,
      people: 2,
      pace: "Relaxed",
      interests: ["Food", "Museums"],
      budget: 1200,
    },
  },
  {
    id: "tool-budget",
    name: "Budget planner",
    summary: "What is left of an income each month",
    icon: { name: "chart", tone: "blue" },
    sentence: "A budget planner",
    entered: { "monthly income": 3200, rent: 980, food: 420, transport: 140, "other bills": 260 },
  },
  {
    id: "tool-names",
    name: "Business name generator",
    summary: "Names from words of your own",
    icon: { name: "star", tone: "iris" },
    sentence: "A business name generator",
    entered: { words: "harbour, coffee", business: "coffee bar", style: "Friendly" },
  },
  {
    id: "tool-email",
    name: "Email writer",
    summary: "An email from a few facts",
    icon: { name: "chat", tone: "blue" },
    sentence: "An email writer",
    entered: {
      occasion: "Follow up",
      "their name": "Ms Okafor",
      about: "our offer for your new office",
      "what should happen": "a call next week",
      "your name": "Ada Byron",
      tone: "Formal",
    },
  },
  {
    id: "tool-trivia",
    name: "Trivia quiz",
    summary: "Five questions, a score, the answers",
    icon: { name: "star", tone: "orange" },
    sentence: "A trivia quiz",
    entered: {
      "capital of Australia": "Canberra",
      "longest river of Europe": "Volga",
      "legs of a spider": "8",
      "largest planet": "Jupiter",
      "painter of the Night Watch": "Vermeer",
    },
  },
  {
    id: "tool-personality",
    name: "Personality quiz",
    summary: "Which of four characters are you?",
    icon: { name: "heart", tone: "iris" },
    sentence: "A personality quiz",
    entered: {
      "a free Saturday": "Climb a hill",
      "in a group you": "Lead",
      "you would rather have": "An adventure",
      "your desk is": "Full of books",
    },
  },
  {
    id: "tool-cleaning",
    name: "Cleaning quote",
    summary: "A price by size, frequency and extras",
    icon: { name: "home", tone: "green" },
    sentence: "A cleaning quote",
    entered: {
      "square metres": 84,
      bathrooms: 1,
      "how often": "Every two weeks",
      extras: ["Windows", "Oven"],
      "price per square metre": 1.6,
    },
  },
  {
    id: "tool-website",
    name: "Website quote",
    summary: "An estimate by pages and features",
    icon: { name: "board", tone: "blue" },
    sentence: "A website quote",
    entered: {
      pages: 6,
      design: "Our own design",
      features: ["Blog", "Newsletter"],
      "texts by us": "No",
      email: "ada@example.com",
    },
  },
];

/** Where a starting point's picture lies. */
export const starterPicture = (id: string, theme: "light" | "dark") => `/starters/${id}-${theme}.webp`;
