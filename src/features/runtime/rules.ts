import { isObject } from "@/engines/protocol/records";
import { isText, listOf, shape } from "@/engines/shape";
import type { Picked } from "./schema";

/**
 * What a running app tells the builder that frames it. `app_token_wanted`: it was reloaded where the browser denies it
 * storage.
 */
export type AppNews =
  | { type: "app_token_wanted" }
  | { type: "app_page"; page: string }
  | { type: "app_picked"; element: Picked }
  | { type: "app_pick_ended" }
  | { type: "app_ready"; pages: string[]; page: string };

const isShort =
  (max: number) =>
  (value: unknown): value is string =>
    isText(value) && value.length <= max;
const areNames = listOf(isShort(80));

/** An element that was read before: kept in the browser, or on a stored message. */
export const isPicked = shape<Picked>({
  tag: isText,
  role: isText,
  text: isText,
  components: listOf(isText),
  page: isText,
});

/** An element that was pointed at, as `pickedSchema` takes it; undefined for anything else. */
export function readPicked(value: unknown): Picked | undefined {
  if (!isObject(value)) return undefined;
  const { tag, role, text, components, page } = value;
  if (!isShort(40)(tag) || !isShort(300)(page)) return undefined;
  return {
    tag,
    role: isShort(40)(role) ? role : "",
    text: isShort(80)(text) ? text : "",
    components: areNames(components) && components.length <= 12 ? components : [],
    page,
  };
}

/** Reads a message of the framed app; anything else is none. */
export function readNews(data: unknown): AppNews | undefined {
  if (typeof data !== "object" || data === null || !("type" in data)) return undefined;
  if (data.type === "app_token_wanted") return { type: "app_token_wanted" };
  if (data.type === "app_pick_ended") return { type: "app_pick_ended" };
  if (data.type === "app_picked") {
    const element = readPicked("element" in data ? data.element : undefined);
    return element && { type: "app_picked", element };
  }
  if (!("page" in data) || typeof data.page !== "string") return undefined;
  const page = data.page.slice(0, 300);
  if (data.type === "app_page") return { type: "app_page", page };
  if (data.type === "app_ready" && "pages" in data && Array.isArray(data.pages))
    return {
      type: "app_ready",
      page,
      pages: data.pages.filter((name): name is string => typeof name === "string").slice(0, 200),
    };
  return undefined;
}

/** The page that an address shows: "/Contacts" → "Contacts", "/" → the first. */
export function pageAt(address: string, pages: string[]): string | undefined {
  const name = address.replace(/^\/|[?#].*$|\/$/g, "");
  return name === "" ? pages[0] : pages.find((page) => page.toLowerCase() === name.toLowerCase());
}

const tagWords: Record<string, string> = {
  button: "button",
  a: "link",
  input: "field",
  select: "field",
  textarea: "field",
  label: "field",
  th: "column",
  td: "cell",
  img: "picture",
  svg: "picture",
  tab: "tab",
};

/** "button “New deal”": what a person calls the element that they pointed at. */
export function nameOfPicked({ tag, role, text }: Picked): string {
  const kind = tagWords[role] ?? tagWords[tag] ?? (/^h[1-6]$/.test(tag) ? "heading" : text ? "text" : "part");
  return text ? `${kind} “${text.length > 40 ? `${text.slice(0, 39).trim()}…` : text}”` : kind;
}

/** The app's own files that the element may come from, nearest first: a component's name is its file's. */
export const filesOfPicked = ({ components }: Picked, paths: string[]): string[] =>
  components.flatMap((name) => paths.filter((path) => new RegExp(`(?:^|/)${name}\\.[jt]sx?$`, "i").test(path)));
