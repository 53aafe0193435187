import { describe, expect, it } from "vitest";
import { typeOfBytes } from "@/engines/file-type";

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("The type of a file", () => {
  it.each([
    ["a long text of one byte a letter", "a".repeat(5_000)],
    ["a long text of two", `a${"é".repeat(5_000)}`],
    ["a long text of three", `ab${"語".repeat(5_000)}`],
    ["a long text of four", `a${"🙂".repeat(5_000)}`],
    ["a short text", "語"],
  ])("of %s is text", (_name, text) => expect(typeOfBytes(bytesOf(text))).toBe("text/plain"));

  it.each([
    ["WEBP", "image/webp"],
    ["WAVE", "application/octet-stream"],
    ["AVI ", "application/octet-stream"],
  ])("of a RIFF file is what its form %s says", (form, type) =>
    expect(typeOfBytes(new Uint8Array([...bytesOf("RIFF"), 0xe4, 0xff, 0, 0, ...bytesOf(form)]))).toBe(type),
  );

  it.each([
    ["a text with a zero in it", bytesOf("a\0b")],
    ["half a character", bytesOf("語").subarray(0, 2)],
    ["what is not UTF-8", new Uint8Array(5_000).fill(0xe9)],
  ])("of %s is unknown", (_name, bytes) => expect(typeOfBytes(bytes)).toBe("application/octet-stream"));
});
