/** What calls itself a robot, or comes from a program that no person looks at. */
const robots =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|pingdom|uptime|monitor|preview|facebookexternalhit|embedly|curl\/|wget\/|python-|axios\/|node-fetch|go-http|java\/|okhttp|scrapy|phantom/i;

export const isRobot = (userAgent: string): boolean => userAgent.trim() === "" || robots.test(userAgent);

export type Device = "Phone" | "Tablet" | "Desktop";

export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "Tablet";
  return /Mobi|iPhone|iPod|Android/i.test(userAgent) ? "Phone" : "Desktop";
}

/** A page without what may name a person: "/Deals/?id=7#x" → "/Deals". */
export function pageOf(address: string): string {
  const path = address.replace(/[?#].*$/s, "").replace(/\/+$/, "");
  return path === "" ? "/" : path.slice(0, 200);
}

/** The site that led here, without "www."; "" for none and for the app itself. */
export function referrerOf(referrer: string, host: string): string {
  if (!URL.canParse(referrer)) return "";
  const { protocol, hostname } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || hostname === host) return "";
  return hostname.replace(/^www\./, "").slice(0, 200);
}

/** The days of a span, the last of which is today: ["2026-11-17", …, "2026-11-23"]. */
export function daysOf(span: number, today: string): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: span }, (_, index) =>
    new Date(end - (span - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
