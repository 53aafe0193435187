import { describe, expect, it, vi } from "vitest";
import type { EntityRow } from "@/features/rows/schema";
import { RowPages, type RowSource } from "@/features/grid/ui/row-pages";

const row = (id: string, title = id): EntityRow => ({ id, title, createdAt: "", updatedAt: "", creatorId: null });

type Request = { offset: number; answer: () => Promise<void>; fail: () => Promise<void> };

/** What the promises that are settled by now lead to. */
const settled = () => new Promise<void>((resolve) => void setTimeout(resolve));

/** A server that answers a page when the test says so, with the rows that it had when it was asked. */
function script(name: string, count: number) {
  const server = {
    rows: Array.from({ length: count }, (_, index) => row(`${name}${index}`)),
    open: [] as Request[],
    counted: 0,
    asked: 0,
  };
  const source: RowSource = {
    list: (offset, limit) => {
      const items = server.rows.slice(offset, offset + limit);
      server.asked += 1;
      return new Promise((resolve, reject) => {
        const done = () => void (server.open = server.open.filter((one) => one !== request));
        const request: Request = {
          offset,
          answer: () => (done(), resolve({ items }), settled()),
          fail: () => (done(), reject(new Error("The server cannot be reached")), settled()),
        };
        server.open.push(request);
      });
    },
    count: () => {
      server.counted += 1;
      return Promise.resolve({ count: server.rows.length });
    },
  };
  const answerAll = async () => {
    while (server.open.length > 0) await server.open[0]!.answer();
  };
  return { server, source, answerAll };
}

/** A table whose first rows are on screen. */
async function opened(count: number) {
  const { server, source, answerAll } = script("a", count);
  const pages = new RowPages(source);
  pages.turnTo(source);
  await answerAll();
  const titleAt = (index: number) => pages.shown().rowAt(index)?.title;
  return { pages, server, answerAll, titleAt };
}

describe("The rows of a table", () => {
  it("correct an estimate of their number by what has been read: what is short is the end, what is full is not", async () => {
    const { server, source, answerAll } = script("a", 450);
    const pages = new RowPages({ ...source, count: () => Promise.resolve({ count: 300, isEstimate: true }) });
    const read = async (from: number) => {
      pages.show(from, from);
      await vi.waitFor(() => expect(server.open).not.toEqual([]));
      await answerAll();
      return { count: pages.shown().count, isEstimate: pages.shown().isEstimate };
    };
    expect(await read(0)).toEqual({ count: 300, isEstimate: true });
    expect(await read(200)).toEqual({ count: 401, isEstimate: true });
    expect(await read(1_000)).toEqual({ count: 401, isEstimate: true });
    expect(await read(400)).toEqual({ count: 450, isEstimate: false });
    expect(server.rows).toHaveLength(450);
  });

  it("are fetched by pages of 200 where somebody looks, each once, and counted once", async () => {
    const { pages, server, answerAll, titleAt } = await opened(1_000);
    expect(titleAt(199)).toBe("a199");
    expect(titleAt(200)).toBeUndefined();
    pages.show(390, 410);
    pages.show(395, 415);
    expect(server.open.map(({ offset }) => offset)).toEqual([200, 400]);
    await answerAll();
    expect([titleAt(390), titleAt(410)]).toEqual(["a390", "a410"]);
    expect(server).toMatchObject({ asked: 3, counted: 1 });
  });

  it("take four requests at once, and what is in view is asked for when there is room again", async () => {
    const { pages, server, answerAll, titleAt } = await opened(10_000);
    pages.show(1_000, 2_999);
    expect(server.open.map(({ offset }) => offset)).toEqual([1_000, 1_200, 1_400, 1_600]);
    await server.open[0]!.answer();
    expect(server.open.map(({ offset }) => offset)).toEqual([1_200, 1_400, 1_600, 1_800]);
    await answerAll();
    expect([titleAt(2_999), titleAt(5_000)]).toEqual(["a2999", undefined]);
  });

  it("that fly past are not asked for; where the wheel stops they are, before a tenth of a second has passed", async () => {
    const { pages, server, answerAll, titleAt } = await opened(10_000);
    for (let from = 1_000; from < 9_000; from += 40) pages.show(from, from + 30);
    expect(server.open.map(({ offset }) => offset)).toEqual([1_000, 1_200]);
    await vi.waitFor(() => expect(server.open.map(({ offset }) => offset)).toEqual([1_000, 1_200, 8_800]));
    await answerAll();
    expect([titleAt(8_999), titleAt(5_000)]).toEqual(["a8999", undefined]);
  });

  it("are shown together with their number, never before or after", async () => {
    const { pages, server } = await opened(3);
    const seen: unknown[] = [];
    pages.subscribe(() => seen.push([pages.shown().count, pages.shown().rowAt(0)?.id]));
    server.rows = [row("new"), ...server.rows];
    pages.refresh();
    await settled();
    expect(seen).toEqual([]);
    await server.open[0]!.answer();
    expect(seen).toEqual([[4, "new"]]);
  });

  it("stay on screen while they are read anew, and only those in view are", async () => {
    const { pages, server, answerAll, titleAt } = await opened(600);
    pages.show(200, 230);
    await answerAll();
    const before = pages.shown();
    server.rows = server.rows.map(({ id }) => row(id, `${id} again`));
    pages.refresh();
    expect(pages.shown()).toBe(before);
    expect(server.open.map(({ offset }) => offset)).toEqual([200]);
    await answerAll();
    expect([titleAt(0), titleAt(200)]).toEqual(["a0", "a200 again"]);
    pages.show(0, 30);
    await answerAll();
    expect(titleAt(0)).toBe("a0 again");
  });

  it("that are gone leave, also those that nobody looks at", async () => {
    const { pages, server, answerAll } = await opened(450);
    pages.show(0, 449);
    await answerAll();
    expect(pages.places().size).toBe(450);
    pages.show(0, 30);
    server.rows = server.rows.slice(0, 250);
    pages.refresh();
    await answerAll();
    expect(pages.shown().count).toBe(250);
    expect(pages.places().size).toBe(250);
    expect(pages.shown().rowAt(250)).toBeUndefined();
  });

  it("are what they were for whoever drew them before", async () => {
    const { pages, server, answerAll } = await opened(3);
    const before = pages.shown();
    server.rows = [row("new")];
    pages.refresh();
    await answerAll();
    expect([before.count, before.rowAt(0)?.id]).toEqual([3, "a0"]);
    expect([pages.shown().count, pages.shown().rowAt(0)?.id]).toEqual([1, "new"]);
    expect(pages.shown()).toBe(pages.shown());
  });

  it("stand where their newest page has them, though an old one has them too", async () => {
    const { pages, server, answerAll } = await opened(400);
    pages.show(200, 399);
    await answerAll();
    pages.show(0, 10);
    server.rows = [server.rows[300]!, ...server.rows.filter((_, index) => index !== 300)];
    pages.refresh();
    await answerAll();
    expect(pages.shown().rowAt(300)?.id).toBe("a300");
    expect(pages.places().get("a300")).toBe(0);
  });
});

describe("An answer", () => {
  it("to an older question is no news", async () => {
    const { pages, server, titleAt } = await opened(1);
    server.rows = [row("a0", "second")];
    pages.refresh();
    server.rows = [row("a0", "third")];
    pages.refresh();
    const [second, third] = server.open;
    await third!.answer();
    await second!.answer();
    expect(titleAt(0)).toBe("third");
  });

  it("of another query is no news, and neither is its failure", async () => {
    const { pages, server } = await opened(500);
    pages.show(200, 499);
    const other = script("b", 2);
    pages.turnTo(other.source);
    expect(pages.shown().rowAt(0)?.id).toBe("a0");
    await other.answerAll();
    await server.open[0]!.answer();
    await server.open[0]!.fail();
    expect(pages.shown()).toMatchObject({ count: 2, failure: undefined });
    expect([0, 1, 200].map((index) => pages.shown().rowAt(index)?.id)).toEqual(["b0", "b1", undefined]);
  });

  it("that was made old on its way is shown while there is no room to ask again, so that no storm of news keeps the rows away", async () => {
    const { pages, server, answerAll, titleAt } = await opened(1);
    for (let version = 1; version <= 20; version += 1) {
      server.rows = [row("a0", `version ${version}`)];
      pages.refresh();
    }
    expect(server.open).toHaveLength(4);
    await server.open[3]!.answer();
    expect(titleAt(0)).toBe("version 4");
    await answerAll();
    expect(titleAt(0)).toBe("version 20");
  });

  it("to how many there are counts only when it is the newest", async () => {
    const { pages, server } = await opened(600);
    pages.show(0, 250);
    const [second] = server.open;
    server.rows = server.rows.slice(0, 300);
    pages.show(0, 10);
    pages.refresh();
    await server.open[1]!.answer();
    expect(pages.shown().count).toBe(300);
    await second!.answer();
    expect(pages.shown().count).toBe(300);
  });
});

describe("Another query", () => {
  it("asks for the rows in view as well as for the first ones", async () => {
    const { pages, answerAll } = await opened(2_000);
    pages.show(1_000, 1_030);
    await answerAll();
    const sorted = script("b", 2_000);
    pages.turnTo(sorted.source);
    expect(sorted.server.open.map(({ offset }) => offset)).toEqual([0, 1_000]);
    await sorted.answerAll();
    expect(pages.shown().rowAt(1_000)?.id).toBe("b1000");
  });
});

describe("A value that is being saved", () => {
  it("is held over what comes, until the server has answered", async () => {
    const { pages, server, answerAll, titleAt } = await opened(2);
    const settle = pages.hold([{ id: "a0", data: { title: "mine" } }]);
    expect([titleAt(0), titleAt(1)]).toEqual(["mine", "a1"]);
    server.rows = [row("a1"), row("a0", "theirs")];
    pages.refresh();
    await answerAll();
    expect([titleAt(0), titleAt(1)]).toEqual(["a1", "mine"]);
    settle([row("a0", "saved")]);
    expect(titleAt(1)).toBe("saved");
  });

  it("goes back to what is stored when it was refused", async () => {
    const { pages, titleAt } = await opened(1);
    pages.hold([{ id: "a0", data: { title: "too long" } }])([]);
    expect(titleAt(0)).toBe("a0");
  });

  it("stays when an older one of the same cell is answered", async () => {
    const { pages, titleAt } = await opened(1);
    const first = pages.hold([{ id: "a0", data: { title: "first" } }]);
    const second = pages.hold([{ id: "a0", data: { title: "second" } }]);
    first([row("a0", "first")]);
    expect(titleAt(0)).toBe("second");
    second([row("a0", "second")]);
    expect(titleAt(0)).toBe("second");
  });
});

describe("A failure", () => {
  it("is told, leaves the rows as they were, asks nothing by itself, and is over when another try succeeds", async () => {
    const { pages, server, answerAll, titleAt } = await opened(3);
    const { rowAt } = pages.shown();
    server.rows = [row("new")];
    pages.refresh();
    await server.open[0]!.fail();
    expect(pages.shown()).toMatchObject({ count: 3, failure: new Error("The server cannot be reached") });
    expect(pages.shown().rowAt).toBe(rowAt);
    expect(server.open).toEqual([]);
    pages.refresh();
    await answerAll();
    expect(pages.shown()).toMatchObject({ count: 1, failure: undefined });
    expect(titleAt(0)).toBe("new");
  });

  it("of rows that somebody waits for is theirs to know, and the count is asked for again with the next ones", async () => {
    const { pages, server, answerAll } = await opened(300);
    const loading = pages.load(190, 210);
    const failed = expect(loading).rejects.toThrow("cannot be reached");
    await settled();
    await server.open[0]!.fail();
    await failed;
    const again = pages.load(190, 210);
    await settled();
    await answerAll();
    expect((await again).map((one) => one?.id)).toEqual(Array.from({ length: 21 }, (_, place) => `a${190 + place}`));
    expect(server.counted).toBe(2);
  });
});

it("Whoever no longer listens hears nothing", async () => {
  const { pages } = await opened(1);
  const listener = vi.fn<() => void>();
  pages.subscribe(listener)();
  pages.hold([{ id: "a0", data: { title: "mine" } }]);
  expect(listener).not.toHaveBeenCalled();
});
