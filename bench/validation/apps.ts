import { composeReply } from "@/offline/provider";
import { parseReply } from "@/engines/protocol/parse";
import { stageActions } from "@/features/turns/stage";
import type { SourceFile } from "@/shipped/contract";

/** What people ask for, turn by turn: each line of a list changes the app that the lines before it made. */
const requests: Record<string, string[]> = {
  crm: [
    "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard",
    "add a phone number to contacts",
    "add a board of deals by stage",
    "add 20 sample contacts",
  ],
  tasks: [
    "A task tracker with projects and tasks (title, priority: low/medium/high, due date, done) and a calendar",
    "make status a dropdown with new, doing, done",
    "only admins can edit projects",
  ],
  shop: [
    "An inventory app with products (name, sku, price, quantity, photo), suppliers and orders with a status: open/paid/shipped",
    "add a chart of orders by status",
  ],
  clinic: [
    "An app for a dentist with patients, appointments (date, duration, notes) and invoices with an amount, and a blue theme",
  ],
  events: [
    "An event planner with events, guests (name, email, attending: yes/no/maybe) and tasks",
    "anyone can submit guests, only admins can view",
  ],
  blog: ["A blog with posts (title, body, published, tags) and comments that belong to a post"],
};

export function offlineApps(): Record<string, SourceFile[]> {
  return Object.fromEntries(
    Object.entries(requests).map(([name, lines]) => {
      let files: SourceFile[] = [];
      const messages: { role: "user"; content: string }[] = [];
      for (const content of lines) {
        messages.push({ role: "user", content });
        const reply = composeReply({ messages, workspace: { files, appName: name } }, new Date("2026-03-02T00:00:00Z"));
        const staged = stageActions(files, parseReply(reply).actions);
        const failed = staged.results.filter(({ status }) => status === "failed");
        if (failed.length > 0) console.log(name, failed);
        files = staged.files;
      }
      return [name, files];
    }),
  );
}
