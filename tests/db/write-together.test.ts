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
    { of: "", most: 3, batch: "", rest: "" },
    { of: "a", most: 3, batch: "a", rest: "" },
    { of: "c a b", most: 3, batch: "a b c", rest: "" },
    { of: "d c b a", most: 3, batch: "b c d", rest: "a" },
    { of: "a a", most: 3, batch: "a", rest: "a" },
    { of: "b a b c b", most: 9, batch: "a b c", rest: "b b" },
    { of: "a a a b", most: 2, batch: "a b", rest: "a a" },
  ])("of at most $most from '$of' is '$batch', and leaves '$rest'", ({ of, most, batch, rest }) => {
    const waiting = of
      .split(" ")
      .filter(Boolean)
      .map((id, place) => ({ item: { id }, place }));
    const taken = takeWrites(waiting, most);
    expect(taken.batch.map(({ item }) => item.id).join(" ")).toBe(batch);
    expect(taken.rest.map(({ item }) => item.id).join(" ")).toBe(rest);
    // Of each row the earliest write goes first, and the others keep their order.
    for (const { item, place } of taken.batch) expect(place).toBe(waiting.findIndex((one) => one.item.id === item.id));
    expect(taken.rest.map(({ place }) => place)).toEqual(
      taken.rest.map(({ place }) => place).toSorted((a, b) => a - b),
    );
  });
});

/** Writes that are noted; `fail` has the statements of these ids fail. */
function recorder(fail: Record<string, () => Error> = {}, hold?: Promise<void>) {
  const sent: string[] = [];
  const check = (ids: string[]) => {
    for (const id of ids) if (fail[id]) throw fail[id]();
  };
  const write = writeTogether<{ id: string }, string>({
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
      check(ids);
      return new Map(ids.filter((id) => id !== "missing").map((id) => [id, `${id} written`]));
    },
  });
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
