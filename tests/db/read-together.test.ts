import { describe, expect, it } from "vitest";
import { asCaller, currentCaller, type HangUpSignal } from "@/db/caller";
import type { Database } from "@/db/open";
import { readTogether } from "@/db/read-together";

const turn = () => new Promise((resolve) => void setImmediate(resolve));
const as = <T>(lane: string, work: () => T): T => asCaller({ lane, deadlineMs: 3_000 }, work);
const refusal = (code: string) => Object.assign(new Error(code), { code, severity: "ERROR" });

/** Reads that are noted; those of `fail` fail. Whatever is read is stored as its own key. */
function recorder(fail: Record<string, () => Error> = {}) {
  const sent: string[] = [];
  const stored: Record<string, string> = {};
  const check = (keys: string[]) => {
    for (const key of keys) if (fail[key]) throw fail[key]();
  };
  const read = readTogether<string, string>({
    one: async (_db, key) => {
      sent.push(`alone ${key}`);
      check([key]);
      return stored[key] ?? key;
    },
    many: async (_db, keys) => {
      sent.push(keys.join(" "));
      const found = keys.map((key) => (key === "missing" ? undefined : (stored[key] ?? key)));
      await turn();
      check(keys);
      return found;
    },
  });
  const db = {} as Database;
  return { sent, stored, db, read: (key: string, line = "Task", of = db) => read(of, line, key) };
}

describe("Concurrent reads", () => {
  it("of one turn share a statement, and each gets the answer at its own place, also to the same question", async () => {
    const { sent, read } = recorder();
    const answers = as("app", () => Promise.all(["b", "a", "missing", "a"].map((key) => read(key))));
    expect(sent).toEqual([]);
    expect(await answers).toEqual(["b", "a", undefined, "a"]);
    expect(sent).toEqual(["b a missing a"]);
  });

  it("go sixteen at a time, first come, first served", async () => {
    const { sent, read } = recorder();
    const keys = Array.from({ length: 40 }, (_, at) => `k${at}`);
    expect(await as("app", () => Promise.all(keys.map((key) => read(key))))).toEqual(keys);
    expect(sent).toEqual([keys.slice(0, 16), keys.slice(16, 32), keys.slice(32)].map((batch) => batch.join(" ")));
  });

  it("see what was written before they were asked, though a statement is under way", async () => {
    const { sent, stored, read } = recorder();
    await as("app", async () => {
      const before = read("a");
      await turn();
      stored.a = "written";
      expect(await Promise.all([before, read("a")])).toEqual(["a", "written"]);
    });
    expect(sent).toEqual(["a", "a"]);
  });

  it("of other apps, deadlines, tables or databases do not share one, nor do the server's own", async () => {
    const { sent, read } = recorder();
    await Promise.all([
      as("one", () => read("a")),
      as("two", () => read("b")),
      as("two", () => read("c", "Note")),
      as("two", () => read("d", "Task", {} as Database)),
      asCaller({ lane: "two", deadlineMs: 10_000 }, () => read("e")),
      read("f"),
    ]);
    expect(sent.toSorted()).toEqual(["a", "alone f", "b", "c", "d", "e"]);
  });

  it("are repeated alone when the database refuses them: only the guilty one fails", async () => {
    const { sent, read } = recorder({ bad: () => refusal("22P05") });
    const ended = await as("app", () => Promise.allSettled([read("a"), read("bad"), read("c")]));
    expect(ended).toMatchObject([{ value: "a" }, { reason: { code: "22P05" } }, { value: "c" }]);
    expect(sent).toEqual(["a bad c", "alone a", "alone bad", "alone c"]);
  });

  it.each(["22P05", "57014", "55P03"])("without others are not repeated, whatever the refusal: %s", async (code) => {
    const { sent, read } = recorder({ bad: () => refusal(code) });
    await expect(as("app", () => read("bad"))).rejects.toMatchObject({ code });
    expect(sent).toEqual(["bad"]);
  });

  it("do not end with one that hangs up, and are repeated each as its own caller", async () => {
    const hungUp: HangUpSignal = { aborted: true, addEventListener: () => {}, removeEventListener: () => {} };
    const signals: (HangUpSignal | undefined)[] = [];
    const read = readTogether<string, string>({
      one: async (_db, key) => {
        signals.push(currentCaller()?.signal);
        return key;
      },
      many: async () => {
        signals.push(currentCaller()?.signal);
        throw refusal("57014");
      },
    });
    const db = {} as Database;
    await Promise.all([
      asCaller({ lane: "app", deadlineMs: 3_000, signal: hungUp }, () => read(db, "Task", "a")),
      as("app", () => read(db, "Task", "b")),
    ]);
    expect(signals).toEqual([undefined, hungUp, undefined]);
  });
});
