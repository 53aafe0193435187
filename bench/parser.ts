import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ActionParser, parseReply } from "@/engines/protocol/parse";

/** A reply of about 2 MB: forty files that resemble generated pages, with prose in between. */
function reply(): string {
  const body = Array.from(
    { length: 1200 },
    (_, at) => `      <Row key="${at}" onClick={() => open(${at} < limit ? ${at} : limit)}>Olá “${at}” 👍</Row>`,
  ).join("\n");
  return Array.from(
    { length: 20 },
    (_, at) =>
      `I add page ${at}.\n\n<action type="add_file" file="pages/P${at}.jsx" title="Add" id="a${at}">\n${body}\n</action id="a${at}">\n`,
  ).join("\n");
}

const text = reply();
const megabytes = Buffer.byteLength(text) / 1e6;
const baseline = passes((chunks) => chunks.reduce((length, chunk) => length + chunk.split("\n").length, 0));

console.log(
  `Parser, a reply of ${megabytes.toFixed(1)} MB; the ratio is to splitting the same chunks at line breaks\n`,
);
console.log("chunk (characters)      MB/s     ratio");
for (const size of [1, 8, 40, 400, 4000]) {
  const speed = passes(parse)(size);
  console.log(
    `${String(size).padStart(18)}  ${speed.toFixed(1).padStart(8)}  ${(speed / baseline(size)).toFixed(3).padStart(8)}`,
  );
}

function parse(chunks: string[]): number {
  const parser = new ActionParser();
  let events = 0;
  for (const chunk of chunks) events += parser.push(chunk).length;
  return events + parser.end("stop").length;
}

/** MB/s, best of five runs per chunk size. */
function passes(run: (chunks: string[]) => number): (size: number) => number {
  return (size) => {
    const chunks: string[] = [];
    for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
    let best = Infinity;
    for (let turn = 0; turn < 5; turn++) {
      const started = performance.now();
      run(chunks);
      best = Math.min(best, performance.now() - started);
    }
    return megabytes / (best / 1000);
  };
}

/** Lines of files; of Markdown only the words. */
function linesIn(folder: string, which: RegExp): string[][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => which.test(path) && !path.includes("node_modules"))
    .map((path) => readFileSync(join(folder, path), "utf8").split("\n"));
}

/** A plain `</action>` in the middle of code must not end it; before words of any document it must. `CODE`, `WORDS`: folders. */
function measureEndings() {
  const close = (body: string, rest: string, end: string) =>
    parseReply(`<action type="add_file" file="components/A.jsx" id="a">\n${body}\n</action>\n${rest}\n${end}`)
      .actions[0]!;
  const [code, words] = [
    linesIn(process.env.CODE ?? "src", /\.(?:[jt]sx?|css)$/),
    linesIn(process.env.WORDS ?? "docs", /\.md$/),
  ];
  let [cases, short] = [0, 0];
  for (const lines of code) {
    for (let at = 1; at < lines.length - 1; at += 25) {
      const [body, rest] = [lines.slice(0, at).join("\n"), lines.slice(at).join("\n")];
      cases++;
      if (close(body, rest, '</action id="a">\n').content.length < body.length + rest.length) short++;
    }
  }
  const page = "export default function A() {\n  return <p>a</p>;\n}";
  let isFenced = false;
  const said = words.flat().filter((line) => {
    if (line.startsWith("```")) isFenced = !isFenced;
    return !isFenced && /^[^\s<|[!`]/.test(line);
  });
  const ended = said.filter((line) => close(page, line, "").isComplete).length;
  console.log(
    `\nA plain closing tag: ${cases} within code, ${short} of them cut it short; ${said.length} before words, ${ended} of them end it`,
  );
}
measureEndings();
