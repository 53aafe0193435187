import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActionParser, collect, parseReply } from "@/engines/protocol/parse";
import { tagLengthMax } from "@/engines/protocol/tag";
import type { FinishReason } from "@/engines/model/schema";
import type { ParserEvent } from "@/engines/protocol/schema";

function stream(chunks: string[], finishReason: FinishReason = "stop") {
  const parser = new ActionParser();
  const events: ParserEvent[] = chunks.flatMap((chunk) => parser.push(chunk));
  return collect([...events, ...parser.end(finishReason)]);
}

/** Splits a text at every code unit, so also inside tags, line breaks and surrogate pairs. */
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text[at]!);

const file = (id: string, path: string, body: string) =>
  `<action type="add_file" file="${path}" title="Add" id="${id}">\n${body}\n</action id="${id}">`;

const bodies = {
  "pages/Home.jsx": 'export default function Home() {\n  return <div title="&lt;b&gt;">Olá 👩‍👩‍👧 — “ok”</div>;\n}\n',
  "components/Crlf.jsx": "const a = 1;\r\n\r\nexport default a;\r\n",
  "components/Tricky.jsx":
    'const text = `\n</action>\n<action>\n</action id="other">\n  <action type="add_file" file="pages/A.jsx" id="z">\n<actionable>\n`;\nif (a <action && b) {}\n\n\n',
  "services/empty.js": "",
};
const transcripts = [
  `I will add four files.\n\n${Object.entries(bodies)
    .map(([path, body], at) => file(`a${at}`, path, body))
    .join("\n\nNext:\n")}\n\nDone.`,
  `<action type="add_entity" file="Contact" read="all" write="admin" id="e1">\r\n{"name":"Contact"}\r\n</action id="e1">\r\nText\r\n<action type="delete_file" file="pages/Old.jsx" id="d1">\r\n</action id="d1">`,
  `<action type="request_secrets" id="s">\n{"secretName":"KEY","description":"x"}\n</action>\n\nPlease give the key 🔑.\n<action type="partial_edit" file="pages/Home.jsx" id="p">\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n</action>`,
];

describe("a reply in the action protocol", () => {
  it("gives each file byte for byte and the prose without the tag lines", () => {
    const { text, actions } = parseReply(transcripts[0]!);
    expect(Object.fromEntries(actions.map(({ file, content }) => [file, content]))).toEqual(bodies);
    expect(actions.every((action) => action.isComplete && !action.isTruncated)).toBe(true);
    expect(text).toBe("I will add four files.\n\n\nNext:\n\nNext:\n\nNext:\n\nDone.");
  });

  it("reads the same however the stream is cut into chunks", () => {
    for (const transcript of transcripts) {
      expect(stream(units(transcript))).toEqual(parseReply(transcript));
    }
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.constantFrom(...transcripts), cuts, (transcript, sizes) => {
        const chunks: string[] = [];
        for (let at = 0, turn = 0; at < transcript.length; turn++) {
          const size = sizes[turn % sizes.length]!;
          chunks.push(transcript.slice(at, at + size));
          at += size;
        }
        expect(stream(chunks)).toEqual(parseReply(transcript));
      }),
      { numRuns: 200 },
    );
  });

  it("reads any mixture of tags, half tags and line breaks the same in one piece and in single characters", () => {
    const piece = fc.constantFrom(
      "\n",
      "\r\n",
      "\n\n",
      "\r",
      " ",
      "a",
      "<",
      "</action>",
      "<action",
      '</action id="a">',
      '</action id="b">',
      "prose",
      "I added the page.",
      "`",
      "```",
      "const a = 1;",
      "{",
      "👍",
      "\ud83d",
      '<action type="add_file" file="pages/A.jsx" id="a">',
      '<action type="add_file" file="pages/B.jsx" id="b">',
      '<action type="delete_file" file="pages/C.jsx"/>',
      '<action type="no" id="a">',
    );
    const reason = fc.constantFrom<FinishReason>("stop", "length", "error", "aborted");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), reason, (pieces, finishReason) => {
        const reply = pieces.join("");
        expect(stream(units(reply), finishReason)).toEqual(parseReply(reply, finishReason));
      }),
      { numRuns: 3000 },
    );
  });

  it("never marks a file complete that was cut, wherever the stream stops", () => {
    for (const transcript of transcripts) {
      const whole = parseReply(transcript).actions;
      for (let at = 0; at < transcript.length; at++) {
        const { actions } = parseReply(transcript.slice(0, at), "length");
        for (const [index, action] of actions.entries()) {
          const full = whole[index]!;
          expect(action.isComplete).toBe(!action.isTruncated);
          if (action.isComplete) expect(action).toEqual(full);
          else expect(full.content.startsWith(action.content)).toBe(true);
        }
      }
    }
  });

  it("sends prose and code on before the line ends, and holds back only what may become a tag", () => {
    const parser = new ActionParser();
    expect(parser.push("Hello")).toEqual([{ kind: "text", text: "Hello" }]);
    expect(parser.push(" you\n")).toEqual([{ kind: "text", text: " you\n" }]);
    expect(parser.push("<act")).toEqual([]);
    expect(parser.push("ress>")).toEqual([{ kind: "text", text: "<actress>" }]);
    parser.push('\n<action type="add_file" file="pages/A.jsx" id="a">\n');
    expect(parser.push("const a")).toEqual([{ kind: "delta", id: "a", text: "const a" }]);
    expect(parser.push(" = 1;\n")).toEqual([{ kind: "delta", id: "a", text: " = 1;" }]);
    expect(parser.push("</div>")).toEqual([{ kind: "delta", id: "a", text: "\n</div>" }]);
  });

  it("never cuts a surrogate pair between two events", () => {
    const parser = new ActionParser();
    expect(parser.push("a\ud83d")).toEqual([{ kind: "text", text: "a" }]);
    expect(parser.push("\udc4d")).toEqual([{ kind: "text", text: "👍" }]);
  });
});

describe("where an action ends", () => {
  const open = '<action type="add_file" file="pages/A.jsx" id="a">\n';
  const first = (reply: string, reason?: FinishReason) => parseReply(reply, reason).actions[0]!;

  it.each([
    ["its id is echoed", `${open}x\n</action id="a">\nprose`, "x"],
    ["a plain closing tag stands before the end", `${open}x\n</action>`, "x"],
    ["a plain closing tag stands before the end and empty lines", `${open}x\n</action>\n\n`, "x"],
    ["a plain closing tag stands before prose after an empty line", `${open}x\n</action>\n\nDone.`, "x"],
    ["a plain closing tag stands before the next action", `${open}x\n</action>\n${file("b", "pages/B.jsx", "y")}`, "x"],
    [
      "a plain closing tag stands before an empty line and the next action",
      `${open}x\n</action>\n\n${file("b", "pages/B.jsx", "y")}`,
      "x",
    ],
    ["a plain closing tag stands before prose on the next line", `${open}x\n</action>\nI added the page.`, "x"],
    ["a plain closing tag stands before a short word", `${open}x\n</action>\nDone!`, "x"],
    ["a plain closing tag stands before a heading of a word", `${open}x\n</action>\n### Fixed\n`, "x"],
    ["a plain closing tag stands before a list of names", `${open}x\n</action>\n- \`setMinutes\`\n`, "x"],
    ["a plain closing tag stands before a task", `${open}x\n</action>\n- [x] Sort by date\n`, "x"],
    [
      "a plain closing tag stands before bold words",
      `${open}x\n</action>\n**Note:** it is [here](a.md), see f(x)\n`,
      "x",
    ],
    [
      "a plain closing tag stands before a sentence with a call",
      `${open}x\n</action>\nThe page now calls useState() once more.\n`,
      "x",
    ],
    ["a plain closing tag stands before quoted code", `${open}x\n</action>\n\`\`\`bash\nnpm test\n\`\`\`\n`, "x"],
    ["a plain closing tag stands before a heading", `${open}x\n</action>\n## What changed\n`, "x"],
    ["a plain closing tag stands before a list", `${open}x\n</action>\n- The page \`Home\` counts clicks\n`, "x"],
    ["a plain closing tag stands before other alphabets", `${open}x\n</action>\nГотово. Что дальше?`, "x"],
    [
      "a plain closing tag stands before a sign and words",
      `${open}x\n</action>\n✅ Your page is ready (see \`A.jsx\`).`,
      "x",
    ],
    [
      "a plain closing tag stands before words with a bracket",
      `${open}x\n</action>\nIf you want, I add a chart (bars).`,
      "x",
    ],
    ["a plain closing tag stands before the end of a fence", `${open}x\n</action>\n\`\`\`\nDone.`, "x"],
    ["the closing tag has trailing spaces", `${open}x\n</action id="a">  \nprose`, "x"],
  ])("ends where %s", (_, reply, content) => {
    expect(first(reply)).toMatchObject({ content, isComplete: true, isTruncated: false });
  });

  it.each([
    ["the closing tag of another id", '</action id="other">'],
    ["a plain closing tag before more code", "</action>\nconst b = 1;"],
    ["a plain closing tag before an empty line and indented code", "</action>\n\n  const b = 1;"],
    ["a plain closing tag before an empty line and a bracket", "</action>\n\n}"],
    ["a plain closing tag before an empty line and markup", "</action>\n\n<div>"],
    ["a plain closing tag before an empty line and a statement", "</action>\n\nconst b = 1;"],
    ["a plain closing tag before a keyword", "</action>\nexport default A"],
    ["a plain closing tag before a name", "</action>\nvalue"],
    ["a plain closing tag before a call", "</action>\ndone()"],
    ["a plain closing tag before a call of a component", "</action>\nRow(title, amount, total, sum).show()."],
    ["a plain closing tag before a subtraction", "</action>\n- total(rows)"],
    ["a plain closing tag before a selector", "</action>\n#main {"],
    ["a plain closing tag before a private field", "</action>\n#rows = [];"],
    ["a plain closing tag inside a template string", "const reply = `\n</action>\n\nDone, I added it.\n`;"],
    ["a plain closing tag inside a comment", "/*\n</action>\nThe tag ends the action.\n*/"],
    ["an opening tag in the middle of a line", 'const s = "<action type=\\"add_file\\">";'],
    ["an indented opening tag", '  <action type="add_file" file="pages/B.jsx" id="b">'],
    ["an opening tag of an unknown type", '<action type="rename_file" file="pages/B.jsx" id="b">'],
    ["markup that begins with the same letters", "<action-list>\n<actions>"],
  ])("takes %s as a part of the body", (_, code) => {
    expect(first(`${open}${code}\n</action id="a">`)).toMatchObject({ content: code, isComplete: true });
  });

  it.each([
    ["a fence of a document", "add_file", "README.md", "Write:\n```\n</action>\n\nThen say so.\n```"],
    ["the words of a document", "add_file", "README.md", "The tag is\n</action>\nand ends the file."],
    [
      "half a block of a partial edit",
      "partial_edit",
      "pages/A.jsx",
      "<<<<<<< SEARCH\na\n</action>\nThis is a sentence.\n=======\nb\n>>>>>>> REPLACE",
    ],
  ])("takes a plain closing tag inside %s as a part of the body", (_, type, path, body) => {
    const tag = `<action type="${type}" file="${path}" id="a">`;
    expect(first(`${tag}\n${body}\n</action id="a">\nDone.`)).toMatchObject({ content: body, isComplete: true });
  });

  it("does not judge the words after a plain closing tag before the line is whole", () => {
    expect(first(`${open}x\n</action>\nAdd it now`, "length")).toMatchObject({ content: "x", isTruncated: true });
    expect(first(`${open}x\n</action>\nI added it.\nAnd`, "length")).toMatchObject({ content: "x", isComplete: true });
  });

  it("truncates an open action when a new one opens, and does not swallow the new one", () => {
    const { actions } = parseReply(`${open}half\n${file("b", "pages/B.jsx", "whole")}`);
    expect(actions).toMatchObject([
      { id: "a", content: "half", isComplete: false, isTruncated: true },
      { id: "b", content: "whole", isComplete: true, isTruncated: false },
    ]);
  });

  it("takes half an opening tag at the end of a cut reply for no words, and for words when the reply is whole", () => {
    expect(parseReply('Now the page.\n<action type="add_file" file="pages/H', "length").text).toBe("Now the page.\n");
    expect(parseReply("Smaller is written\n<", "length").text).toBe("Smaller is written\n");
    expect(parseReply("Smaller is written\n<", "stop").text).toBe("Smaller is written\n<");
    expect(parseReply("A list is\n<ul", "length").text).toBe("A list is\n<ul");
  });

  it.each<FinishReason>(["stop", "length", "error", "aborted", "content-filter"])(
    "truncates an action that is open when the reply ends with %s",
    (reason) => {
      expect(first(`${open}half`, reason)).toMatchObject({ content: "half", isComplete: false, isTruncated: true });
    },
  );

  it("does not trust a plain closing tag at the very point where the model was cut", () => {
    expect(first(`${open}x\n</action>\n`, "length")).toMatchObject({ content: "x", isTruncated: true });
    expect(first(`${open}x\n</action id="a">`, "length")).toMatchObject({ content: "x", isComplete: true });
  });
});

describe("what a tag may look like", () => {
  it.each([
    ["an unknown type", '<action type="rename_file" file="pages/A.jsx" id="a">'],
    ["no type", '<action file="pages/A.jsx" id="a">'],
    ["no file where one is needed", '<action type="add_file" id="a">'],
    ["single quotes", "<action type='add_file' file='pages/A.jsx'>"],
    ["text after it", '<action type="add_file" file="pages/A.jsx" id="a"> and more'],
    ["a self-closing file with a body", '<action type="add_file" file="pages/A.jsx" id="a"/>'],
    [
      "a line longer than any tag",
      `<action type="add_file" file="pages/A.jsx" title="${"x".repeat(tagLengthMax)}" id="a">`,
    ],
    ["no end", '<action type="add_file" file="pages/A.jsx"'],
    ["a hostile attribute name", '<action __proto__="x" type="constructor" file="pages/A.jsx" id="a">'],
  ])("leaves a tag with %s in the prose, with nothing lost", (_, tag) => {
    const reply = `Before\n${tag}\nbody\n</action id="a">\nAfter`;
    expect(parseReply(reply)).toEqual({ text: reply, actions: [] });
    expect(stream(units(reply)).text).toBe(reply);
  });

  it("reads entities in attributes only", () => {
    const [action] = parseReply(
      '<action type="add_file" file="pages/A.jsx" title="A &quot;b&quot; &amp;lt; &lt;c&gt;" id="a">\n&quot;&amp;\n</action id="a">',
    ).actions;
    expect(action).toMatchObject({ title: 'A "b" &lt; <c>', content: "&quot;&amp;" });
  });

  it("names an action without a title after its type and file", () => {
    expect(
      parseReply('<action type="partial_edit" file="src/pages/A.jsx" id="a">\n</action id="a">').actions[0],
    ).toMatchObject({ title: "Partial edit pages/A.jsx", file: "pages/A.jsx" });
  });

  it("gives entity actions the entity's name and its permissions", () => {
    const read = (tag: string) => parseReply(`<action ${tag} id="a">\n{}\n</action id="a">`).actions[0]!;
    expect(read('type="add_entity" file="entities/Contact.json" read="all" write="admin"')).toMatchObject({
      file: "Contact",
      permissions: { read: "all", write: "admin" },
    });
    expect(read('type="edit_entity" file="Contact" read="everyone"').permissions).toEqual({
      read: "creator",
      write: "creator",
    });
    expect(read('type="edit_entity" file="Contact"').permissions).toBeUndefined();
  });

  it("makes ids unique within a message, while each closing tag echoes the id as written", () => {
    const { actions } = parseReply(
      `${file("a", "pages/A.jsx", "1")}\n${file("a", "pages/B.jsx", "2")}\n<action type="delete_file" file="pages/C.jsx">\n</action>`,
    );
    expect(actions.map(({ id, content, isComplete }) => [id, content, isComplete])).toEqual([
      ["a", "1", true],
      ["a-2", "2", true],
      ["action-3", "", true],
    ]);
  });

  it("accepts a delete_file that closes itself", () => {
    expect(parseReply('<action type="delete_file" file="pages/C.jsx" id="d" />\nGone.')).toMatchObject({
      text: "Gone.",
      actions: [{ id: "d", content: "", isComplete: true }],
    });
  });
});

it("holds back a bounded amount of a reply that never ends its line", () => {
  const parser = new ActionParser();
  parser.push('<action type="add_file" file="pages/A.jsx" id="a">\n<action ');
  const chunk = "x".repeat(1000);
  let sent = 0;
  for (let count = 0; count < 100; count++) {
    for (const event of parser.push(chunk)) if (event.kind === "delta") sent += event.text.length;
  }
  expect(sent).toBe(100 * 1000 + "<action ".length);
});
