import "server-only";
import { z } from "zod";
import type { OwnedApp } from "@/db/scope";
import { findBrowser } from "@/engines/browser/find-browser";
import { takePicture } from "@/engines/browser/take-picture";
import type { Env } from "@/engines/env";
import { log } from "@/engines/log";
import { canSee } from "@/engines/model/can-see";
import type { Platform } from "@/engines/platform";
import { entityNameOf } from "@/engines/protocol/tag";
import { lookAtPage } from "@/engines/smoke/look-at-page";
import { fileName, normalizePath, type SourceFile } from "@/shipped/contract";
import { listExports } from "./list-exports";
import { findReferences, listFiles, readFile, searchFiles, type Unseen } from "./rules";
import { type InspectionName, inspections, type Seen } from "./schema";
import { answerCharactersMax, answerMs, errorsShownMax } from "./limits";
import { readChanges, readFaults, readTable } from "./store";

/** What tools look at: the app with the turn's finished actions. */
export type Sight = {
  platform: Platform;
  scope: OwnedApp;
  files: SourceFile[];
  signal: AbortSignal;
  /** The program that takes pictures; absent where there is none, or the model cannot see. */
  browser?: string | undefined;
};

/** The browser that takes pictures for the configured model, if it can see them. */
export async function browserFor(env: Env): Promise<string | undefined> {
  const browser = findBrowser(env);
  return browser !== undefined && (await canSee(env)) ? browser : undefined;
}

type Looks = {
  [Name in InspectionName]: (input: z.infer<(typeof inspections)[Name]["input"]>, sight: Sight) => Answer;
};
type Answer = Seen | Unseen | Promise<Seen | Unseen>;

const looks: Looks = {
  list_files: ({ folder }, { files }) => listFiles(files, folder),
  search_files: ({ text, folder }, { files }) => searchFiles(files, text, folder),
  read_file: ({ path, from, to }, { files }) => readFile(files, path, from, to),
  find_references: ({ name }, { files }) => findReferences(files, name),
  read_table: ({ table, rows }, { scope, files }) => readTable(scope, files, entityNameOf(table), rows),
  list_exports: ({ module, like }, { files }) => listExports(files, module, like),
  open_page: ({ page, rows }, { files }) => openPage(files, fileName(page), rows),
  see_page: (input, sight) => seePage(sight, input),
  recent_errors: (_input, { platform, scope }) => recentErrors(platform, scope),
  recent_changes: ({ path, versions }, { scope }) =>
    readChanges(scope, versions, path && (normalizePath(path) ?? path)),
};

const scenes = { some: "rows", none: "empty", sparse: "sparse" } as const;
const withRows = { some: "", none: " without rows", sparse: " with rows of required fields alone" };

async function openPage(files: SourceFile[], page: string, rows: keyof typeof scenes): Promise<Seen | Unseen> {
  const sight = await lookAtPage(files, page, scenes[rows]);
  if (sight === undefined) return { fault: "Pages cannot be mounted on this server" };
  if (typeof sight === "string") return { fault: sight };
  const { shown, errors } = sight;
  const failed = errors.length > 0 ? `: ${errors.length} ${errors.length === 1 ? "error" : "errors"}` : "";
  return {
    summary: `Opened the page ${page}${withRows[rows]}${failed}`,
    text: [
      ...(errors.length > 0 ? [`Errors:`, ...errors, ""] : ["No errors.", ""]),
      shown || "(nothing is shown)",
    ].join("\n"),
  };
}

type SeePage = z.infer<(typeof inspections)["see_page"]["input"]>;

async function seePage({ files, browser, signal }: Sight, input: SeePage): Promise<Seen | Unseen> {
  const page = fileName(input.page);
  if (browser === undefined) return openPage(files, page, input.rows);
  const shot = { files, page, rows: scenes[input.rows], screen: input.screen, isDark: input.scheme === "dark" };
  const picture = await takePicture(browser, shot, signal);
  if (typeof picture === "string") return { fault: picture };
  const { bytes, width, height, pageWidth } = picture;
  const how = [input.screen === "phone" && "on a phone", input.scheme === "dark" && "in the dark"].filter(Boolean);
  return {
    summary: `Took a picture of the page ${page}${how.map((words) => ` ${words}`).join("")}${withRows[input.rows]}`,
    text: [
      `The picture comes in the next message: ${width} × ${height} pixels.`,
      pageWidth > width
        ? `Something sticks out: the page is ${pageWidth} pixels wide, so that it scrolls sideways.`
        : "Nothing sticks out to the side.",
    ].join("\n"),
    picture: { bytes, mediaType: "image/jpeg" },
  };
}

async function recentErrors({ functions }: Platform, scope: OwnedApp): Promise<Seen | Unseen> {
  const faults = await readFaults(scope);
  const logged = functions
    .log(scope.appId)
    .after()
    .filter(({ level }) => level === "error" || level === "warn")
    .slice(-errorsShownMax)
    .map(
      ({ at, function: name, level, text }) =>
        `${at} ${level}${name ? ` in functions/${name}` : ""}: ${text.slice(0, 600)}`,
    );
  const part = (title: string, lines: string[]) => (lines.length > 0 ? [`${title}:\n${lines.join("\n")}`] : []);
  return {
    summary: `Looked at the last errors: ${faults.length + logged.length || "none"}`,
    text:
      [...part("Pages of the published app", faults), ...part("Server functions", logged)].join("\n\n") ||
      "No errors were reported. Errors of the preview stand in the person's request, if they sent them.",
  };
}

const isKnown = (name: string): name is InspectionName => Object.hasOwn(inspections, name);

/**
 * Runs one call of a tool. Never throws for what the model asked: a wrong name, wrong input, a limit or a fault is
 * answered in words, so that it can ask again.
 */
export async function inspect(name: string, input: unknown, sight: Sight): Promise<Seen | Unseen> {
  if (!isKnown(name)) return { fault: `There is no tool ${name}. There are ${Object.keys(inspections).join(", ")}.` };
  const read = inspections[name].input.safeParse(input);
  if (!read.success) return { fault: `The input cannot be read: ${z.prettifyError(read.error)}` };
  try {
    const seen = await inTime(msOf(name), sight.signal, async () => looks[name](read.data as never, sight));
    if ("fault" in seen) return seen;
    const text = seen.text.slice(0, answerCharactersMax).toWellFormed();
    const cut = text.length < seen.text.length ? "\n(Cut here: ask for less at once.)" : "";
    return { ...seen, text: text + cut };
  } catch (error) {
    if (sight.signal.aborted) return { fault: "Stopped" };
    if (!(error instanceof Late)) log("warn", "inspection", { name, error });
    return { fault: error instanceof Late ? "This took too long" : "This could not be looked at" };
  }
}

function msOf(name: InspectionName): number {
  const tool = inspections[name];
  return "ms" in tool ? tool.ms : answerMs;
}

class Late extends Error {}

function inTime<T>(ms: number, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Late());
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
    act()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
      });
  });
}
