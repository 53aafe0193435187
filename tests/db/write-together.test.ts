import { describe, expect, it } from "vitest";
import { asCaller } from "@/db/caller";
import type { Database } from "@/db/open";
import { takeWrites, writeTogether } from "@/db/write-together";

const db = {} as Database;
const as = <T>(lane: string, work: () => T): T => asCaller({ lane, deadlineMs: 3_000 }, work);
const turn = () => new Promise((resolve) => void setImmediate(resolve));
const refusal = (code: string, severity = "ERROR") => Object.assign(new Error(code), { code, severity });

describe("A batch", () => {
  it.each([
    { of: "", beside: "", most: 3, batch: "", rest: "" },
    { of: "a", beside: "", most: 3, batch: "a", rest: "" },
    { of: "c a b", beside: "", most: 3, batch: "a b c", rest: "" },
    { of: "d c b a", beside: "", most: 3, batch: "b c d", rest: "a" },
    { of: "a a", beside: "", most: 3, batch: "a", rest: "a" },
    { of: "b a b c b", beside: "", most: 9, batch: "a b c", rest: "b b" },
    { of: "a a a b", beside: "", most: 2, batch: "a b", rest: "a a" },
    { of: "c b a", beside: "b", most: 2, batch: "a c", rest: "b" },
    { of: "a b", beside: "a b", most: 2, batch: "", rest: "a b" },
  ])(
    "of at most $most from '$of' beside '$beside' is '$batch', and leaves '$rest'",
    ({ of, beside, most, batch, rest }) => {
      const entries = (ids: string) =>
        ids
          .split(" ")
          .filter(Boolean)
          .map((id, place) => ({ item: { id }, place }));
      const waiting = entries(of);
      const taken = takeWrites(waiting, entries(beside), most);
      expect(taken.batch.map(({ item }) => item.id).join(" ")).toBe(batch);
      expect(taken.rest.map(({ item }) => item.id).join(" ")).toBe(rest);
      // Of each row the earliest write goes first, and the others keep their order.
      for (const { item, place } of taken.batch)
        expect(place).toBe(waiting.findIndex((one) => one.item.id === item.id));
      expect(taken.rest.map(({ place }) => place)).toEqual(
        taken.rest.map(({ place }) => place).toSorted((a, b) => a - b),
      );
    },
  );
});

/** Writes that are noted; `fail` has the statements of these ids fail. */
function recorder(fail: Record<string, () => Error> = {}, hold?: Promise<void>, atOnce = 1) {
  const sent: string[] = [];
  const check = (ids: string[]) => {
    for (const id of ids) if (fail[id]) throw fail[id]();
  };
  const write = writeTogether<{ id: string }, string>(
    {
      one: async (_db, { id }) => {
        sent.push(`alone ${id}`);
        if (id === "held") await hold;
        check([id]);
        return `${id} alone`;
      },
      many: async (_db, items) => {
        const ids = items.map(({ id }) => id);
        sent.push(ids.join(" "));
        await turn();
        await turn();
        check(ids);
        return new Map(ids.filter((id) => id !== "missing").map((id) => [id, `${id} written`]));
      },
    },
    () => atOnce,
  );
  return { sent, write: (id: string, line = "Task") => write(db, line, { id }) };
}

describe("Concurrent writes", () => {
  it("of one turn share a statement, and each gets its own answer", async () => {
    const { sent, write } = recorder();
    const answers = as("app", () => Promise.all([write("b"), write("a"), write("missing")]));
    expect(sent).toEqual([]);
    expect(await answers).toEqual(["b written", "a written", undefined]);
    expect(sent).toEqual(["a b missing"]);
  });

  it("that arrive while a statement is under way share the next one, and a row is written in order", async () => {
    const { sent, write } = recorder();
    await as("app", async () => {
      const first = write("a");
      await turn();
      await Promise.all([first, write("a"), write("b"), write("a")]);
    });
    expect(sent).toEqual(["a", "a b", "a"]);
  });

  it("go out beside a statement under way where the database executes several, but not to a row of it", async () => {
    const { sent, write } = recorder({}, undefined, 2);
    await as("app", async () => {
      const first = write("a");
      await turn();
      const others = [write("b"), write("a"), write("c")];
      await turn();
      expect(sent).toEqual(["a", "b c"]);
      await Promise.all([first, ...others]);
    });
    expect(sent).toEqual(["a", "b c", "a"]);
  });

  it("of other apps, callers or tables do not share one, nor do the server's own", async () => {
    const { sent, write } = recorder();
    await Promise.all([
      as("one", () => write("a")),
      as("two", () => write("b")),
      as("two", () => write("c", "Note")),
      asCaller({ lane: "two", deadlineMs: 10_000 }, () => write("d")),
      write("e"),
    ]);
    expect(sent.toSorted()).toEqual(["a", "alone e", "b", "c", "d"]);
  });

  it("are repeated alone when the database refuses them: only the guilty one fails", async () => {
    const { sent, write } = recorder({ bad: () => refusal("23503") });
    const ended = await as("app", () => Promise.allSettled([write("a"), write("bad"), write("c")]));
    expect(ended).toMatchObject([
      { value: "a alone" },
      { status: "rejected", reason: { code: "23503" } },
      { value: "c alone" },
    ]);
    expect(sent).toEqual(["a bad c", "alone a", "alone bad", "alone c"]);
  });

  it.each([
    ["a lone one that the database refuses", () => refusal("23503"), ["bad"]],
    ["a lone one that waited for a lock", () => refusal("55P03"), ["bad", "alone bad"]],
    ["a lone one that took too long", () => refusal("57014"), ["bad", "alone bad"]],
    ["a lost connection", () => Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" }), ["bad"]],
    ["a server that ends", () => refusal("57P01", "FATAL"), ["bad"]],
    ["a turn that never came", () => Object.assign(new Error("busy"), { code: "57014" }), ["bad"]],
  ])("are repeated only when it is known that nothing was written: %s", async (_case, error, statements) => {
    const { sent, write } = recorder({ bad: error });
    await expect(as("app", () => write("bad"))).rejects.toThrow(error().message);
    expect(sent).toEqual(statements);
  });

  it("are all told of a lost connection, and none is repeated", async () => {
    const { sent, write } = recorder({ bad: () => new Error("lost") });
    const ended = await as("app", () => Promise.allSettled([write("a"), write("bad")]));
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(sent).toEqual(["a bad"]);
  });

  it("do not wait for one that is repeated and waits for a lock", async () => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => (release = resolve));
    const { write } = recorder({ held: () => refusal("55P03") }, hold);
    const waiting = as("app", () => write("held")).catch((error: unknown) => error);
    await turn();
    expect(await as("app", () => write("next"))).toBe("next written");
    release();
    expect(await waiting).toMatchObject({ code: "55P03" });
  });
});
