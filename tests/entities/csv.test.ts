import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { detectDelimiter, readCsv } from "@/features/imports/read-csv";
import { unguarded, writeCsvLine } from "@/engines/csv-line";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function cellsOf(text: string | Uint8Array, size = 7): Promise<string[][]> {
  const records = [];
  for await (const { cells } of readCsv(
    inPieces(typeof text === "string" ? new TextEncoder().encode(text) : text, size),
  ))
    records.push(cells);
  return records;
}

describe("Reading CSV", () => {
  it.each([
    [
      "mixed line ends",
      "a,b\r\n1,2\n3,4\r5,6",
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
        ["5", "6"],
      ],
    ],
    [
      "quoted newlines and quotes",
      'a,b\n"x\r\ny","say ""hi"""\n',
      [
        ["a", "b"],
        ["x\r\ny", 'say "hi"'],
      ],
    ],
    [
      "semicolons",
      "a;b\n1;2,5",
      [
        ["a", "b"],
        ["1", "2,5"],
      ],
    ],
    ["ragged rows and empty lines", "a,b\n1\n\n1,2,3\n", [["a", "b"], ["1"], ["1", "2", "3"]]],
    [
      "a byte order mark",
      "\uFEFFa,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "an empty last cell",
      "a,b\n1,",
      [
        ["a", "b"],
        ["1", ""],
      ],
    ],
    ["an empty quoted cell after a return", 'a\r""\r1', [["a"], ["1"]]],
  ])("understands %s", async (_name, text, expected) => {
    for (const size of [1, 2, 3, 1000]) expect(await cellsOf(text, size)).toEqual(expected);
  });

  it("understands UTF-16 of both kinds", async () => {
    const little = Buffer.from("\uFEFFnäme,b\n1,✓", "utf16le");
    expect(await cellsOf(new Uint8Array(little))).toEqual([
      ["näme", "b"],
      ["1", "✓"],
    ]);
    expect(await cellsOf(new Uint8Array(Buffer.from(little).swap16()), 1000)).toEqual([
      ["näme", "b"],
      ["1", "✓"],
    ]);
  });

  it.each([1, 7, 64_000])(
    "understands Windows-1252, as spreadsheets in Europe write it: in pieces of %i",
    async (size) => {
      const bytes = Uint8Array.from("Kunde;Ort\r\nMüller & Söhne;Köln\r\nGroß;Ä", (letter) => letter.charCodeAt(0));
      expect(await cellsOf(bytes, size)).toEqual([
        ["Kunde", "Ort"],
        ["Müller & Söhne", "Köln"],
        ["Groß", "Ä"],
      ]);
      // The sign of the euro is none of Latin-1.
      expect(await cellsOf(Uint8Array.from([97, 44, 0x80, 10]), size)).toEqual([["a", "€"]]);
    },
  );

  it("refuses a quote that is never closed, a picture, and a damaged file", async () => {
    await expect(cellsOf('a\n"never')).rejects.toThrow("A quote that opens in row 2 is never closed");
    const none = "neither UTF-8, UTF-16 nor Windows-1252";
    await expect(cellsOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]), 64_000)).rejects.toThrow(
      none,
    );
    await expect(cellsOf(new Uint8Array([0xc3, 0xa9, 44, 0xe9, 10]), 64_000)).rejects.toThrow(none);
    await expect(cellsOf(new Uint8Array([0xc3, 0xa9, 44, 0xe9, 10]), 2)).rejects.toThrow(none);
  });

  it("stops early in an endless quote, whatever its size", async () => {
    async function* endless() {
      yield new TextEncoder().encode('a\n"');
      for (let piece = 0; piece < 300; piece += 1) yield new Uint8Array(1_000_000).fill(120);
    }
    await expect(async () => {
      for await (const _ of readCsv(endless()));
    }).rejects.toThrow("longer than 10000000 characters");
  });

  it("reads back whatever was written, in any pieces", async () => {
    const cell = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0") && !text.startsWith("\uFEFF"));
    const row = fc.tuple(fc.constant("x"), cell, cell);
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const text = writeCsvLine(["one", "two", "three"]) + rows.map(writeCsvLine).join("");
          expect((await cellsOf(text, size)).slice(1)).toEqual(rows);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("finds the delimiter outside of quotes", () => expect(detectDelimiter('"a,b,c";d;e\n1,2,3,4,5,6')).toBe(";"));
});

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const properties = {
  title: { type: "string" },
  amount: { type: "number" },
  done: { type: "boolean" },
  due: { type: "string", format: "date-time" },
  tags: { type: "array", items: { type: "string" } },
  extra: { type: "object" },
};

async function start(fields: object = properties) {
  const { api, token } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    { path: "entities/Task.json", content: JSON.stringify({ properties: fields, required: ["title"] }) },
  ]);
  const path = `/api/apps/${appId}/entities/Task`;
  const post = (text: string, query = "") =>
    world.rest(`POST ${path}/import${query}`, { token, body: text, headers: { "content-type": "text/csv" } });
  const get = (query = "") => world.rest(`GET ${path}/export${query}`, { token });
  const titles = async () =>
    (await api.entities.list({ appId, entity: "Task", sort: "title" })).items.map(({ title }) => title);
  return { api, appId, token, at: { appId, entity: "Task" }, post, get, titles };
}

describe("Importing CSV", () => {
  it("imports every row or lists it with its reason, and undoes the import in one go", async () => {
    const { api, appId, token, post, titles } = await start();
    const { status, body } = await post(
      "Title,amount,done,tags\nA,1.5,true,x;y\nB,many,true,\n,3,,\nC,9007199254740993,,\nD,,yes,z\n",
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 5,
      created: 2,
      failed: 3,
      message: "Import completed with 3 failed rows out of 5 total",
    });
    const failed = (await world.rest(`GET ${body.failedCsvUrl}`, { token })).body;
    expect(failed).toContain('Row 3: Amount must be a number that can be kept exactly, not ""many""');
    expect(failed).toContain("Title is required");
    expect(await titles()).toEqual(["A", "D"]);
    await api.entities.undo({ appId, changeId: body.changeId });
    expect(await titles()).toEqual([]);
  });

  it("writes nothing in a dry run", async () => {
    const { post, titles } = await start();
    expect((await post("title\nA\nB", "?dryRun=1")).body).toMatchObject({ state: "checked", created: 2, failed: 0 });
    expect(await titles()).toEqual([]);
  });

  it("updates rows that match by a key instead of making them again, also within one file", async () => {
    const { at, api, post, titles } = await start();
    await post("title,amount\nA,1\nB,2");
    expect((await post("title,amount,done\nA,5,\nC,6,\nC,,true", "?matchField=title")).body).toMatchObject({
      updated: 1,
      created: 1,
    });
    expect(await titles()).toEqual(["A", "B", "C"]);
    expect((await api.entities.list({ ...at, q: { title: "C" } })).items[0]).toMatchObject({ amount: 6, done: true });
  });

  it.each([
    ["", "CSV file appears to be empty"],
    ["title\n", "No valid data rows found in CSV"],
    ["foo\nbar", "No column of the file matches a field"],
  ])("refuses %o", async (text, message) => {
    const { post } = await start();
    expect(await post(text)).toMatchObject({ status: 400, body: { error: { message } } });
  });

  it("tells columns of one header apart, so that each can fill a field", async () => {
    const { at, api, post } = await start({ title: { type: "string" }, notes: { type: "string" } });
    const mapping = encodeURIComponent(
      JSON.stringify([
        { csvHeader: "Name", schemaField: "title", dataType: "text" },
        { csvHeader: "Name (2)", schemaField: "notes", dataType: "text" },
      ]),
    );
    expect((await post("Name,Name\nAda,Lovelace\n", `?mapping=${mapping}`)).body).toMatchObject({ created: 1 });
    expect((await api.entities.list(at)).items).toMatchObject([{ title: "Ada", notes: "Lovelace" }]);
  });

  it("takes times without a zone for those of the person who imports, wherever the server stands", async () => {
    const { at, api, post } = await start();
    const mapping = (timeZone: string) =>
      encodeURIComponent(
        JSON.stringify([
          { csvHeader: "title", schemaField: "title", dataType: "text" },
          { csvHeader: "due", schemaField: "due", dataType: "datetime", timeZone },
        ]),
      );
    await post("title,due\nA,2026-07-01 09:00\nB,2026-07-01T09:00:00Z\n", `?mapping=${mapping("Asia/Kolkata")}`);
    expect((await api.entities.list({ ...at, sort: "title" })).items.map(({ due }) => due)).toEqual([
      "2026-07-01T03:30:00.000Z",
      "2026-07-01T09:00:00.000Z",
    ]);
    expect((await post("title,due\nA,2026-07-01 09:00\n", `?mapping=${mapping("Mars/Olympus")}`)).status).toBe(400);
  });

  it("reads numbers with a decimal comma where the mapping says so, and refuses those that are written otherwise", async () => {
    const { at, api, post } = await start({ title: { type: "string" }, price: { type: "number" } });
    const mapping = encodeURIComponent(
      JSON.stringify([
        { csvHeader: "title", schemaField: "title", dataType: "text" },
        { csvHeader: "price", schemaField: "price", dataType: "number", decimalMark: "," },
      ]),
    );
    const { body } = await post("title;price\nA;85,5\nB;1.234,50\nC;1.234\nD;85.5\nE;\n", `?mapping=${mapping}`);
    expect(body).toMatchObject({ created: 4, failed: 1 });
    const { items } = await api.entities.list({ ...at, sort: "title" });
    expect(items.map(({ price }) => price)).toEqual([85.5, 1234.5, 1234, undefined]);
  });

  it("recognizes a decimal comma in a file without a mapping, as the dialog does", async () => {
    const { at, api, post } = await start({ title: { type: "string" }, price: { type: "number" } });
    const { body } = await post("title;price\nA;85,5\nB;1.234,50\nC;1.234\nD;85.5x\nE;\n");
    expect(body).toMatchObject({ created: 4, failed: 1 });
    const { items } = await api.entities.list({ ...at, sort: "title" });
    expect(items.map(({ price }) => price)).toEqual([85.5, 1234.5, 1234, undefined]);
  });

  it("lists rows with null characters and too many cells; a __proto__ header does no harm", async () => {
    const { post, titles } = await start();
    const mapping = encodeURIComponent(
      JSON.stringify([
        { csvHeader: "title", schemaField: "title", dataType: "text" },
        { csvHeader: "__proto__", schemaField: "__proto__.polluted", dataType: "text" },
      ]),
    );
    expect((await post("title,__proto__\nA\0,\nB,,x\nC,\n", `?mapping=${mapping}`)).body).toMatchObject({
      created: 1,
      failed: 2,
    });
    expect(await titles()).toEqual(["C"]);
    expect((await post("title,__proto__\nD,1\n", `?mapping=${mapping}`)).body).toMatchObject({ created: 0, failed: 1 });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("comes back from an export without loss, guarded against formulas or not", async () => {
    const { at, api, post, get } = await start();
    const rows = [
      {
        title: "=1+1",
        amount: -5.2,
        done: false,
        due: "2026-11-21T10:00:00.000Z",
        tags: ["a", "b"],
        extra: { a: [1, "x,y"] },
      },
      { title: " ＝cmd", tags: ["a;b", "-c"] },
      { title: "'=quoted", tags: [] },
      { title: 'line\nbreak, "quoted"', tags: ["one"] },
    ];
    await api.entities.bulkCreate({ ...at, rows });
    const fields = async () =>
      (await api.entities.list({ ...at, sort: "title" })).items.map(
        ({ id: _id, createdAt: _created, updatedAt: _updated, creatorId: _creator, ...data }) => data,
      );
    const before = await fields();
    for (const guard of ["", "?guard=1"]) {
      const { body, headers } = await get(guard);
      expect(headers.get("content-disposition")).toMatch(/Task_export_\d{4}-\d\d-\d\d\.csv/);
      if (guard) expect(body).toContain("'=1+1");
      const { items } = await api.entities.list(at);
      await api.entities.bulkDelete({ ...at, ids: items.map(({ id }) => id) });
      expect((await post(body, guard && "?guarded=1")).body).toMatchObject({ failed: 0, created: 4 });
      expect(await fields()).toEqual(before);
    }
    expect(unguarded("'plain")).toBe("'plain");
  });

  it("takes an edited export back into its rows by their id", async () => {
    const { at, api, post, get } = await start();
    const { items } = await api.entities.bulkCreate({ ...at, rows: [{ title: "A" }, { title: "B" }] });
    const { body } = await get();
    expect((await post(String(body).replace(",A,", ",Edited,"), "?matchField=id")).body).toMatchObject({
      updated: 2,
      created: 0,
      failed: 0,
    });
    expect((await api.entities.list({ ...at, sort: "title" })).items).toMatchObject([
      { id: items[1]!.id, title: "B" },
      { id: items[0]!.id, title: "Edited" },
    ]);
  });

  it("comes back from an export also where options are numbers, and lists of anything", async () => {
    const numeric = {
      level: { type: "integer", enum: [1, 2, 3] },
      colors: { type: "array", items: { enum: ["red", "blue"] } },
      sizes: { type: "array", items: { type: "integer", enum: [36, 38] } },
      flags: { type: "array", items: { type: "boolean" } },
      loose: { type: "array" },
      parts: { type: "array", items: { type: "object" } },
    };
    const { at, api, post, get } = await start({ title: { type: "string" }, ...numeric });
    const data = [
      {
        title: "a",
        level: 2,
        colors: ["red", "blue"],
        sizes: [36, 38],
        flags: [true],
        loose: ["x", "y"],
        parts: [{ name: "p" }],
      },
      { title: "b", level: 3, colors: [], sizes: [38], loose: [1, "two"] },
    ];
    const { items } = await api.entities.bulkCreate({ ...at, rows: data });
    const { body } = await get();
    await api.entities.bulkDelete({ ...at, ids: items.map(({ id }) => id) });
    expect((await post(body)).body).toMatchObject({ failed: 0, created: 2 });
    expect((await api.entities.list({ ...at, sort: "title" })).items).toMatchObject(data);
  });
});
