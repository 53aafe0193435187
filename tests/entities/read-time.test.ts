import { describe, expect, it } from "vitest";
import { momentIn } from "@/features/entities/read-time";

const said = (text: string, zone?: string) => {
  const moment = momentIn(text, zone);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString().replace(":00.000Z", "Z");
};

describe("A time", () => {
  it.each([
    ["2026-11-21T10:00", "2026-11-21T15:00Z"],
    ["2026-07-21 10:00", "2026-07-21T14:00Z"],
    ["11/21/2026 11:30 PM", "2026-11-22T04:30Z"],
    ["11/21/2026", "2026-11-21T05:00Z"],
    ["21 Nov 2026", "2026-11-21T05:00Z"],
    [" 2026-1-5 9:05 ", "2026-01-05T14:05Z"],
    ["2026-11-21", "2026-11-21T00:00Z"],
    ["2026-11-21T10:00Z", "2026-11-21T10:00Z"],
    ["2026-11-21T10:00+02:00", "2026-11-21T08:00Z"],
    ["Sat Nov 21 2026 10:00:00 GMT+0100 (CET)", "2026-11-21T09:00Z"],
    ["Nov 21, 2026 10:00 PST", "2026-11-21T18:00Z"],
    ["2026-11-01 01:30", "2026-11-01T05:30Z"],
    ["2026-03-08 02:30", "2026-03-08T07:30Z"],
    ["2026-03-08 03:30", "2026-03-08T07:30Z"],
    ["1960-05-05 10:00", "1960-05-05T14:00Z"],
    ["tomorrow", null],
    ["24.12.2026", "2026-12-24T05:00Z"],
    ["1.2.2026", "2026-02-01T05:00Z"],
    ["01.02.2026 9:30", "2026-02-01T14:30Z"],
    ["24. 12. 2026, 18:00 Uhr", "2026-12-24T23:00Z"],
    ["31.2.2026", null],
    ["12.24.2026", null],
  ])("%j is, in New York, %s", (text, moment) => expect(said(text, "America/New_York")).toBe(moment));

  it("is what this very machine takes it for, in its own zone", () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    for (const text of [
      "2026-11-21T10:00",
      "11/21/2026 10:00 AM",
      "2026-03-29 02:30",
      "2026-10-25 02:30",
      "Saturday, November 21, 2026",
    ])
      expect(said(text, timeZone)).toBe(said(text));
  });
});
