import { describe, expect, it } from "vitest";
import type { Database } from "@/db/open";
import { askTogether } from "@/db/prepare";

const db = {} as Database;

describe("Calls at once", () => {
  it("that ask the same are asked once, and after the last of them came", async () => {
    let stored = "old";
    const asked: string[] = [];
    const ask = askTogether(async (_db, { id }: { id: string }) => {
      asked.push(id);
      return stored;
    });
    const first = ask(db, { id: "a" });
    stored = "new";
    expect(await Promise.all([first, ask(db, { id: "a" }), ask(db, { id: "b" })])).toEqual(["new", "new", "new"]);
    expect(asked).toEqual(["a", "b"]);
    stored = "newer";
    expect(await ask(db, { id: "a" })).toBe("newer");
  });

  it("that come while the answer is on its way share one question after it: an answer is never older than its question", async () => {
    const answers: ((text: string) => void)[] = [];
    const ask = askTogether(() => new Promise<string>((resolve) => answers.push(resolve)));
    const before = ask(db, { id: "a" });
    await new Promise(setImmediate);
    const after = [ask(db, { id: "a" }), ask(db, { id: "a" })];
    await new Promise(setImmediate);
    expect(answers).toHaveLength(1);
    answers[0]!("signed in");
    expect(await before).toBe("signed in");
    await new Promise(setImmediate);
    expect(answers).toHaveLength(2);
    answers[1]!("signed out");
    expect(await Promise.all(after)).toEqual(["signed out", "signed out"]);
  });

  it("all hear of a failure, which those after it do not", async () => {
    let fails = true;
    const ask = askTogether(async () => {
      if (fails) throw new Error("down");
      return "up";
    });
    expect(await Promise.allSettled([ask(db, { id: "a" }), ask(db, { id: "a" })])).toMatchObject([
      { status: "rejected" },
      { status: "rejected" },
    ]);
    fails = false;
    expect(await ask(db, { id: "a" })).toBe("up");
  });

  it("do not fail with the question before theirs", async () => {
    const ends: PromiseWithResolvers<string>[] = [];
    const ask = askTogether(() => (ends[ends.length] = Promise.withResolvers<string>()).promise);
    const before = ask(db, { id: "a" });
    await new Promise(setImmediate);
    const after = ask(db, { id: "a" });
    ends[0]!.reject(new Error("down"));
    await expect(before).rejects.toThrow("down");
    await new Promise(setImmediate);
    ends[1]!.resolve("up");
    expect(await after).toBe("up");
  });
});
