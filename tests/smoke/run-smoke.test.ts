import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { runSmoke } from "@/engines/smoke/run-smoke";
import { family } from "@/engines/functions/process-usage";
import { type SmokeFinding, smokeLimits, verdictOn } from "@/engines/smoke/schema";
import { errorsOf, withMounted } from "@/features/validation/mount-pages";
import { validateBundle } from "@/engines/detect/check";
import { conversation } from "../support/offline";

const page = (name: string, body: string, head = "") => ({
  path: `pages/${name}.jsx`,
  content: `import { useEffect, useState } from "react";\nimport { Task } from "@/api/entities";\n${head}\nexport default function ${name}() {\n${body}\n}\n`,
});
const task = {
  path: "entities/Task.json",
  content: JSON.stringify({
    name: "Task",
    type: "object",
    properties: { title: { type: "string" }, note: { type: "string" }, due: { type: "string", format: "date" } },
    required: ["title"],
  }),
};
const list = (show: string) =>
  `  const [tasks, setTasks] = useState([]);\n  useEffect(() => { Task.list().then(setTasks); }, []);\n  return <ul><li>Tasks</li>{tasks.map((task) => <li key={task.id}>${show}</li>)}</ul>;`;
const effect = (body: string) => `  useEffect(() => { ${body} }, []);\n  return <p>Hi</p>;`;

/** Processes of a name that descend from this one: in a sandbox the runtime is a grandchild. */
async function ownProcesses(name: string): Promise<number[]> {
  const all = await family(process.pid);
  return all.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === name;
    } catch {
      return false;
    }
  });
}

const detail = `  const id = new URLSearchParams(window.location.search).get("id");
  const [task, setTask] = useState(null);
  useEffect(() => { if (id) Task.get(id).then(setTask); }, [id]);
  return <p>{task ? task.title : "No task"}</p>;`;
/** Shows what comes of a call to the network, and stops if that is reached. */
const caller =
  "  const [text, setText] = useState('waiting');\n  useEffect(() => { fetch('http://127.0.0.1:1/').then(() => setText('reached'), () => setText('refused')); Task.get('nobody'); }, []);\n  if (text === 'reached') throw new Error('a network');\n  return <p>{text}</p>;";
const faulty: [about: string, name: string, body: string, kind: string, scene: string, line: number][] = [
  ["what a row does not have", "Lacking", list("{task.owner.name}"), "throw", "rows", 7],
  [
    "what fails without rows",
    "First",
    "  const [tasks, setTasks] = useState(null);\n  useEffect(() => { Task.list().then(setTasks); }, []);\n  return <p>{tasks ? tasks[0].title : 'Loading'}</p>;",
    "throw",
    "empty",
    7,
  ],
  ["what fails when a field is not filled in", "Unfilled", list("{task.note.length}"), "throw", "sparse", 7],
  ["a page that shows nothing", "Blank", "  return null;", "blank", "rows", 1],
  ["an effect that throws", "Effect", effect("throw new Error('boom');"), "throw", "rows", 5],
  [
    "a promise that nobody catches",
    "Uncaught",
    effect("Task.list().then((tasks) => tasks.none.length);"),
    "throw",
    "rows",
    5,
  ],
  ["a timer that throws", "Timer", effect("setTimeout(() => { throw new Error('late'); }, 3);"), "throw", "rows", 5],
  ["what is logged as an error", "Logging", effect("console.error('Could not load');"), "console", "rows", 1],
  ["an object that is shown as text", "Thing", "  return <p>{{ a: 1 }}</p>;", "throw", "rows", 1],
  [
    "a module that fails when it is loaded",
    "Loaded",
    "  return <p>Hi</p>;\n}\nconst x = window.nothing.here;\nfunction never() {",
    "throw",
    "rows",
    7,
  ],
];

describe("Mounting every page against sample rows", () => {
  /** What is found of one app with all of these pages: a runtime for each would cost a second. */
  let found: SmokeFinding[] = [];
  const foundOf = (...names: string[]) => found.filter(({ page: one }) => names.includes(one));
  beforeAll(async () => {
    const pages = [
      page("Listing", list("{task.title} {task.note?.length}")),
      page("Detail", detail),
      ...faulty.map(([, name, body]) => page(name, body)),
      page("Again", "  const [n, setN] = useState(0);\n  setN(n + 1);\n  return <p>{n}</p>;"),
      page("Caller", caller),
      page("Other", "  return <p>Fine</p>;"),
    ];
    found = (await runSmoke([task, ...pages]))!;
  });

  it("finds nothing in pages that work, whatever pages stand beside them", () => {
    expect(foundOf("Listing", "Detail", "Other")).toEqual([]);
  });

  it("finds nothing in what the offline assistant makes", async () => {
    const talk = conversation();
    talk.say(
      "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard",
    );
    talk.say("add a calendar of deals");
    expect(await runSmoke(talk.files)).toEqual([]);
  });

  it.each(faulty)("tells of %s, with its file and line", (_, name, _body, kind, scene, line) => {
    expect(foundOf(name)).toMatchObject([{ page: name, kind, scene, path: `pages/${name}.jsx`, line }]);
  });

  it("says in words what React has a number for", () => {
    expect(foundOf("Again")).toMatchObject([{ message: "The page sets its state again and again while it renders" }]);
  });

  it("leaves alone what the stub cannot answer, and reaches no network", () => {
    expect(foundOf("Caller")).toEqual([]);
  });

  it("is told of together with the validator's errors, and of one line only once", async () => {
    const files = [
      task,
      page("Home", list("{task.owner.name}")),
      page("Away", '  return <a href="/nowhere">{missingName}</a>;'),
      page("Broken", "  return <p>"),
    ];
    const told = errorsOf(validateBundle(files), await runSmoke(files));
    expect(told.map(({ componentName }) => componentName)).toEqual(expect.arrayContaining(["Away", "Broken"]));
    expect(new Set(told.map(({ details }) => details.split(" ")[0])).size).toBe(told.length);
  });

  it("gives up on a page that never ends, and goes on with the next one", async () => {
    expect(
      await runSmoke([task, page("Endless", "  for (;;) {}"), page("Other", "  return <p>{window.nothing.here}</p>;")]),
    ).toMatchObject([
      { page: "Endless", kind: "hang" },
      { page: "Other", kind: "throw" },
    ]);
  });

  it("blames no page for what another one has left behind", async () => {
    const hoard =
      "  (globalThis.kept ??= []).push(Array.from({ length: 3_000_000 }, (_, at) => ({ at })));\n  return <p>Hi</p>;";
    const busy =
      "  const list = Array.from({ length: 2_000_000 }, (_, at) => ({ at }));\n  return <p>{list.length}</p>;";
    const found = await runSmoke([task, page("Busy", hoard), page("Later", busy)]);
    expect(found).toEqual([]);
  });

  it("judges a page by what it computed, not by how long a busy machine kept it waiting", () => {
    expect(verdictOn({ computedMs: 200, waitedMs: 15_000 })).toBe("wait");
    expect(verdictOn({ computedMs: 1_600, waitedMs: 1_700 })).toBe("hang");
    expect(verdictOn({ computedMs: 900, waitedMs: 41_000 })).toBe("unchecked");
  });

  it("waits for a page whose process got no time for longer than a page may compute", async () => {
    // Runtimes of earlier tests may still be ending.
    const earlier = await ownProcesses("workerd");
    const run = runSmoke([task, page("Home", "  return <p>Hi</p>;")]);
    const pids = await vi.waitFor(
      async () => {
        const found = (await ownProcesses("workerd")).filter((pid) => !earlier.includes(pid));
        expect(found).not.toEqual([]);
        return found;
      },
      { timeout: 20_000, interval: 5 },
    );
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await setTimeout(smokeLimits.pageMs + 500);
    for (const pid of pids) process.kill(pid, "SIGCONT");
    expect(await run).toEqual([]);
  });

  it("tells of a page that it did not get to as not checked, which is no error", () => {
    const unchecked = {
      page: "Home",
      kind: "unchecked",
      message: "was not checked",
      scene: "rows",
      path: "pages/Home.jsx",
      line: 1,
    } as const;
    expect(withMounted([], [unchecked])).toMatchObject([
      { severity: "warning", message: "Page Home was not checked: the server was too busy" },
    ]);
    expect(errorsOf([], [unchecked])).toEqual([]);
  });

  it("names the layout when the layout fails", async () => {
    const layout = {
      path: "layout.jsx",
      content: "export default function Layout({ children }) {\n  return <main>{children.none.x}</main>;\n}",
    };
    expect(await runSmoke([task, layout, page("Home", "  return <p>Hi</p>;")])).toMatchObject([
      { kind: "throw", path: "layout.jsx", line: 2 },
    ]);
  });

  it("tells nothing new of a file that cannot be built", async () => {
    expect(await runSmoke([task, page("Home", "  return <p>"), page("Other", "  return <p>Hi</p>;")])).toEqual([]);
  });
});
