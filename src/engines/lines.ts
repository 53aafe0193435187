/**
 * The lines of a text that comes in pieces. Only \n ends one: JSON may hold every other character that some call a
 * line's end, as readline does with U+2028.
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}
