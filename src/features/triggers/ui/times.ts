/** The time zone of whoever looks: of the account's owner, in their own browser. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** "Mon, Nov 30, 09:00", in the browser's time zone. */
export const timeHere = (at: string): string =>
  new Date(at).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
