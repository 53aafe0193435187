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
    sentence: "An events website called City Stages with events, venues and sign-ups, and a calendar",
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

/** Where a starting point's picture lies. */
export const starterPicture = (id: string, theme: "light" | "dark") => `/starters/${id}-${theme}.webp`;
