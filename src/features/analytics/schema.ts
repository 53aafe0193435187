import { z } from "zod";

export const spans = [7, 30, 90] as const;
export type Span = (typeof spans)[number];
export const spanSchema = z.union([z.literal(7), z.literal(30), z.literal(90)]);

/** A visit without a view for this long is over; the next view begins a session. */
export const sessionMinutes = 30;
/** Names of a kind that one day keeps; views of all others are counted together. */
export const namesMax = 200;
/** The same for days that are older than a month. */
export const oldNamesMax = 20;
export const otherName = "(other)";
/** Faults that are kept for an app, the last seen ones. */
export const faultsMax = 100;

/** The job that folds the names of old days. */
export const rollUpJob = "analytics-roll-up";
export const rollUpCron = "23 0 * * *";

export const viewSchema = {
  page: z.string().min(1).max(500),
  /** Where the visitor came from, on the first view of a page load. */
  referrer: z.string().max(1_000).default(""),
};

export const faultSchema = {
  page: z.string().min(1).max(500),
  title: z.string().min(1).max(500),
  details: z.string().max(4_000).default(""),
  componentName: z.string().max(200).default(""),
  versionId: z.string().max(40),
};

export const partKinds = ["page", "referrer", "device"] as const;
export type PartKind = (typeof partKinds)[number];

export type DayCounts = {
  /** "2026-11-23", UTC. */
  day: string;
  visitors: number;
  sessions: number;
  views: number;
  runs: number;
  signUps: number;
  errors: number;
};
export type Counter = Exclude<keyof DayCounts, "day">;
export const counters: Counter[] = ["visitors", "sessions", "views", "runs", "signUps", "errors"];
export const counterNames: Record<Counter, string> = {
  visitors: "Visitors",
  sessions: "Sessions",
  views: "Views",
  runs: "Runs",
  signUps: "Sign-ups",
  errors: "Errors",
};

export type Part = { name: string; views: number };

export type Fault = {
  key: string;
  versionId: string;
  title: string;
  details: string;
  componentName: string;
  page: string;
  count: number;
  firstAt: string;
  lastAt: string;
};
