import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { doneRecords } from "@/features/imports/import-batch";
import { readBatches, sharing } from "@/features/imports/ui/read-batches";
import { sendBatches } from "@/features/imports/ui/send-batches";

const schema = {
  name: "Task",
  type: "object" as const,
  properties: { title: { type: "string" as const }, amount: { type: "number" as const } },
};
const read = (text: string | Uint8Array<ArrayBuffer>, matchField: string | null = null) =>
  readBatches(new Blob([text]), {
    mapping: [
      { csvHeader: "title", schemaField: "title", dataType: "text" },
      { csvHeader: "amount", schemaField: "amount", dataType: "number" },
    ],
    matchField,
    schema,
  });
const file = (count: number) =>
  `title,amount\n${Array.from({ length: count }, (_, row) => `Row ${row},${row}\n`).join("")}`;

const lost = () => new TRPCClientError("fetch failed");
const refused = (httpStatus: number) =>
  TRPCClientError.from({ error: { message: "No", code: -32_000, data: { httpStatus } } } as never);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that takes 10 ms for a batch, and what it saw. */
function server(answer: (batch: number, time: number) => unknown = () => undefined) {
  const seen = { begun: [] as number[], done: [] as number[], most: 0, under: 0 };
  const times = new Map<number, number>();
  const send = async (batch: number) => {
    seen.begun.push(batch);
    seen.most = Math.max(seen.most, (seen.under += 1));
    times.set(batch, (times.get(batch) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    seen.under -= 1;
    const failure = answer(batch, times.get(batch)!);
    if (failure) throw failure as Error;
    seen.done.push(batch);
  };
  return { seen, send };
}

async function ended(sending: Promise<void>): Promise<unknown> {
  const end = sending.then(
    () => "sent",
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return end;
}

describe("A file in the browser", () => {
  it("is cut into batches of 10 records, numbered as they stand, without lines that hold nothing", async () => {
    const { batches, after } = await read(file(45).replace("Row 3,", "\r\n\nRow 3,"));
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 10, 10, 5]);
    expect(batches[0]![2]).toEqual({ number: 4, cells: ["Row 2", "2"] });
    expect(batches[0]![3]).toEqual({ number: 7, cells: ["Row 3", "3"] });
    expect(after).toEqual([[], [], [], [], []]);
  });

  it("is read in the encodings and with the delimiters that the server reads", async () => {
    const text = '\uFEFFtitle;amount\n"Ä;""\n";1\n';
    const utf16 = new Uint8Array(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).buffer);
    for (const bytes of [text, utf16])
      expect((await read(bytes)).batches).toEqual([[{ number: 2, cells: ['Ä;"\n', "1"] }]]);
  });

  it("keeps batches that share a key in their order", async () => {
    expect((await read(file(20).replaceAll("Row 15", "Row 3"), "title")).after).toEqual([[], [0]]);
    expect((await read(file(20), "title")).after).toEqual([[], []]);
    const byId = (id: (row: number) => string) =>
      `id,title\n${Array.from({ length: 20 }, (_, row) => `${id(row)},Row ${row}\n`).join("")}`;
    expect(
      (
        await read(
          byId((row) => `r${row % 15}`),
          "id",
        )
      ).after,
    ).toEqual([[], [0]]);
    expect(
      (
        await read(
          byId(() => ""),
          "id",
        )
      ).after,
    ).toEqual([[], []]);
    // "1" and "1.0" are one number; cells without a value, or with none that fits, match nothing.
    expect(
      (
        await read(
          file(20)
            .replace(",15", ",1.0")
            .replace(",16", ",")
            .replace(",6", ",")
            .replace(",17", ",x")
            .replace(",7", ",x"),
          "amount",
        )
      ).after,
    ).toEqual([[], [0]]);
    expect(sharing([["a", "b"], ["a"], [undefined, "a", "b"], [undefined]])).toEqual([[], [0], [1, 0], []]);
  });
});

describe("Batches", () => {
  const plain = (count: number) => ({
    batches: Array.from({ length: count }, () => []),
    after: Array.from({ length: count }, () => [] as number[]),
  });
  const nobody = new AbortController().signal;

  it("are sent 3 at once and never more, each once", async () => {
    const { seen, send } = server();
    expect(await ended(sendBatches(plain(20), send, nobody))).toBe("sent");
    expect(seen.most).toBe(3);
    expect(seen.begun).toEqual(Array.from({ length: 20 }, (_, batch) => batch));
  });

  it("are sent again while the connection is lost, or the server is being started or asks for patience", async () => {
    const { seen, send } = server((batch, time) =>
      time > 3 ? undefined : [lost(), refused(503), refused(429), refused(500)][batch],
    );
    expect(await ended(sendBatches(plain(5), send, nobody))).toBe("sent");
    expect(new Set(seen.done).size).toBe(5);
    expect(seen.begun.length).toBe(5 + 4 * 3);
    expect(seen.most).toBe(3);
  });

  it("are given up after about a minute", async () => {
    const begun = Date.now();
    const { send } = server(() => lost());
    expect(await ended(sendBatches(plain(1), send, nobody))).toMatchObject({ message: "fetch failed" });
    expect((Date.now() - begun) / 1_000).toBeGreaterThan(55);
    expect((Date.now() - begun) / 1_000).toBeLessThan(65);
  });

  it("end at once when one is refused for good", async () => {
    const { seen, send } = server((batch) => (batch === 1 ? refused(409) : undefined));
    expect(await ended(sendBatches(plain(20), send, nobody))).toMatchObject({ data: { httpStatus: 409 } });
    expect(seen.begun.length).toBeLessThanOrEqual(5);
    expect(seen.under).toBe(0);
  });

  it("stop when the import is cancelled, also while one waits to be sent again", async () => {
    const cancel = new AbortController();
    const { seen, send } = server((batch) => (batch === 1 ? lost() : undefined));
    const begun = Date.now();
    setTimeout(() => cancel.abort(), 25);
    expect(await ended(sendBatches(plain(50), send, cancel.signal))).toMatchObject({ name: "AbortError" });
    expect(seen.begun.length).toBeLessThan(10);
    expect(Date.now() - begun).toBeLessThan(100);
  });

  it("wait for an earlier one that holds the same key", async () => {
    const { seen, send } = server((batch, time) => (batch === 0 && time < 3 ? lost() : undefined));
    expect(await ended(sendBatches({ batches: plain(4).batches, after: [[], [0], [], [1]] }, send, nobody))).toBe(
      "sent",
    );
    expect(seen.done).toEqual([2, 0, 1, 3]);
  });
});

describe("A server that goes on", () => {
  it("passes over the browser's batches, and over as many other records as it has imported itself", () => {
    const skipped = (row: Parameters<typeof doneRecords>[0], count: number) =>
      Array.from({ length: count }, (_, index) => index).filter(doneRecords(row));
    const from = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index);
    expect(skipped({ total: 0, batches: [], expected: 0 }, 10)).toEqual([]);
    expect(skipped({ total: 4, batches: [], expected: 0 }, 10)).toEqual(from(0, 4));
    expect(skipped({ total: 18, batches: [4, 1], expected: 45 }, 45)).toEqual([
      ...from(0, 3),
      ...from(10, 20),
      ...from(40, 45),
    ]);
    expect(skipped({ total: 27, batches: [4, 1], expected: 45 }, 45)).toEqual([
      ...from(0, 10),
      ...from(10, 20),
      20,
      21,
      ...from(40, 45),
    ]);
  });
});
