import { describe, expect, it } from "vitest";
import { parseReply } from "@/engines/protocol/parse";
import { stageActions } from "@/features/turns/stage";

const before = [
  {
    path: "pages/Home.jsx",
    content: "export default function Home() {\n  const name = 'Ada';\n  return <h1>{name}</h1>;\n}\n",
  },
  { path: "services/old.js", content: "export const a = 1;\n" },
];

const transcripts: [string, string][] = [
  [
    "new files with tags and other alphabets in them",
    'Ünï 🙂\n<action type="add_file" file="services/a.js" id="a1">\nconst ä = "</action>";\n<action type="x">\n</div>\n</action id="a1">\nThen:\n<action type="add_file" file="services/b.js" id="a2">\nb\n\n</action id="a2">\nDone.\n',
  ],
  [
    "an edit, a deletion and an entity",
    '<action type="partial_edit" file="pages/Home.jsx" id="e1">\n<<<<<<< SEARCH\n  const name = \'Ada\';\n=======\n  const name = \'Grace\';\n>>>>>>> REPLACE\n</action id="e1">\n<action type="delete_file" file="services/old.js" id="e2">\n</action id="e2">\n<action type="add_entity" file="Task" id="e3" read="all" write="creator">\n{"properties":{"title":{"type":"string"}}}\n</action id="e3">\n',
  ],
  [
    "plain closing tags",
    '<action type="edit_file" file="services/old.js" id="p1">\nexport const a = 2;\n</action>\n\nThat was all.\n',
  ],
];

describe("A reply that is cut at any byte", () => {
  it.each(transcripts)("of %s leaves every file as it was or as it was meant to be", (_name, transcript) => {
    const whole = stageActions(before, parseReply(transcript).actions);
    expect(whole.results.map(({ status }) => status)).toEqual(whole.results.map(() => "applied"));
    const meant = new Map(whole.files.map(({ path, content }) => [path, content]));
    const was = new Map(before.map(({ path, content }) => [path, content]));
    const bytes = new TextEncoder().encode(transcript);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      // A character that the cut halves never arrives: the SDK's decoder waits for its end.
      const arrived = new TextDecoder().decode(bytes.subarray(0, cut), { stream: true });
      for (const finish of ["length", "error", "stop"] as const) {
        for (const { path, content } of stageActions(before, parseReply(arrived, finish).actions).files) {
          expect([was.get(path), meant.get(path)], `${path}, ${finish} after byte ${cut}`).toContain(content);
        }
      }
    }
  });
});
