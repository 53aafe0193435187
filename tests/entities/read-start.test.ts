import { describe, expect, it } from "vitest";
import { readCsv } from "@/features/imports/read-csv";
import { piecesOf } from "@/features/imports/ui/read-batches";
import { readStart } from "@/features/imports/ui/read-start";

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], "tasks.csv");

async function serverRecords(text: string): Promise<string[][]> {
  const records = [];
  for await (const { cells } of readCsv(piecesOf(fileOf(text)))) records.push(cells);
  return records;
}

describe("The start of a file", () => {
  it.each([
    ["commas within the texts of a semicolon's file", "title;amount\nA, B, C;1,5\nD, E, F;2,5\n"],
    ["more semicolons below than commas in the header", "title,notes\nA;B;C;D,x\n"],
    ["a header alone in its line", "title\nA|B\nC|D\n"],
    ["a quoted line break", 'title,notes\n"A\nB",x\n'],
  ])("is read as the server reads it: %s", async (_name, text) => {
    const { headers, rows } = await readStart(fileOf(text));
    expect([headers, ...rows]).toEqual(await serverRecords(text));
  });

  it("is its header and 5 rows, however long the file or a cell of it", async () => {
    const { rows } = await readStart(fileOf(`title,notes\n${`é${"x".repeat(100_000)},y\n`.repeat(20)}`));
    expect(rows.map(([title]) => title!.length)).toEqual([100_001, 100_001, 100_001, 100_001, 100_001]);
  });

  it.each([
    ["an empty file", "", "CSV file appears to be empty"],
    ["headers without a name", ",,\n1,2,3\n", "CSV file appears to be empty"],
    ["a header alone", "title\n", "No valid data rows found in CSV"],
    ["a quote that is never closed", 'title\n"A', "Failed to parse CSV file. Please check the format."],
    ["null characters", "PK\u0003\u0004\0\0\nA\n", "Failed to parse CSV file. Please check the format."],
    [
      "a picture",
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      "Failed to parse CSV file. Please check the format.",
    ],
  ])("refuses %s", async (_name, content, message) => expect(readStart(fileOf(content))).rejects.toThrow(message));
});
