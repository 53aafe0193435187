import { describe, expect, it } from "vitest";
import { composeReply } from "@/offline/provider";
import { parseReply } from "@/engines/protocol/parse";
import { stageActions } from "@/features/turns/stage";
import { validateBundle } from "@/engines/detect/check";
import type { SourceFile } from "@/shipped/contract";

const conversations = [
  [
    "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard",
    "add a phone number to contacts",
    "rename deals to opportunities",
    "remove the email from contacts",
    "make status a dropdown with new, won, lost",
  ],
  [
    "A task tracker with projects and tasks (title, priority: low/medium/high, due date, done), a calendar and a board",
    "only admins can edit projects",
    "make it green with a top bar",
  ],
  ["A public guestbook where anyone can submit entries, only admins can view", "add 10 sample entries"],
  [
    "A recipe app with recipes (title, photo, ingredients, minutes, difficulty: easy/medium/hard)",
    "add a chart of recipes by difficulty",
    "add a page for favourites",
  ],
  ["An invoice app with customers, invoices and products, in dark blue", "customers can only see their own invoices"],
  ["A hiring pipeline with candidates and interviews", "add a filter by stage"],
  ["A fitness log", "add a calendar of workouts"],
  ["A landing page for a bakery in brown and cream with a contact form"],
];

describe("what the offline assistant writes", () => {
  it.each(conversations)("is free of faults after: %s", (...said) => {
    let files: SourceFile[] = [];
    const messages: { role: "user"; content: string }[] = [];
    for (const content of said) {
      messages.push({ role: "user", content });
      const { actions } = parseReply(
        composeReply({ messages, workspace: { files, appName: "App" } }, new Date("2026-03-02T00:00:00Z")),
      );
      const staged = stageActions(files, actions);
      expect(staged.results.filter(({ status }) => status !== "applied" && status !== "unchanged")).toEqual([]);
      files = staged.files;
      expect(validateBundle(files)).toEqual([]);
    }
  });
});
