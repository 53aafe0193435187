import { describe, expect, it } from "vitest";
import { validateBundle } from "@/engines/detect/check";
import { repairBundle } from "@/features/validation/repair";
import type { SourceFile } from "@/shipped/contract";

const deal = {
  name: "Deal",
  type: "object",
  properties: {
    title: { type: "string" },
    stage: { type: "string", enum: ["new", "won"], default: "new" },
    amount: { type: "number" },
    locked: { type: "boolean" },
  },
  required: ["title"],
};
const lockedDeal = { ...deal, "x-accessControl": { permissions: { read: "all", write: "none" } } };
const entity = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;
const page = (body: string, imports = "") => `${imports}export default function Home() {\n${body}\n}\n`;
const withDeals = (call: string) =>
  page(
    `  const run = async () => {\n    const rows = await ${call};\n    return rows;\n  };\n  return <button type="button" onClick={run}>Run</button>;`,
    'import { Deal } from "@/api/entities";\n',
  );
const state = 'import { useEffect, useState } from "react";\n';

/** The files around the one under test. */
const around: Record<string, string> = {
  "entities/Deal.json": entity(deal),
  "pages/Deals.jsx": page("  return <p>Deals</p>;").replace("Home", "Deals"),
  "components/Card.jsx": "export default function Card({ title }) {\n  return <div>{title}</div>;\n}\n",
  "services/size.js": "export const cardSize = 2;\n",
  "functions/remind.ts": 'Deno.serve(() => new Response("ok"));\n',
};
const bundle = (path: string, content: string): SourceFile[] =>
  Object.entries({ ...around, [path]: content }).map(([name, text]) => ({ path: name, content: text }));

type Row = [detector: string, file: string, faulty: string, mended: string | null];
const home = "pages/Home.jsx";

const guide =
  "# How deals work\n\nThe pipeline lists all deals of a stage.\n\n- Drag a card to move its deal\n- Click a card to open it\n\nEach card shows the amount:";

const comment = (text: string) =>
  `/*\n${text
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n")}\n */\n`;

const rows: Row[] = [
  [
    "syntax-error",
    home,
    page("  return <p>a</p>").replace("}\n", ""),
    page("  return <p>a</p>").replace("}\n", "\n}\n"),
  ],
  [
    "syntax-error",
    home,
    page('  const go = () => { await fetch("/"); };\n  return <p>{String(go)}</p>;'),
    page('  const go = async () => { await fetch("/"); };\n  return <p>{String(go)}</p>;'),
  ],
  [
    "syntax-error",
    home,
    page("  return (\n    <div>\n      <p>a\n    </div>\n  );"),
    page("  return (\n    <div>\n      <p>a</p>\n    </div>\n  );"),
  ],
  [
    "syntax-error",
    home,
    page("  const a = { x: 1 y: 2 };\n  return <p>{a.x}</p>;"),
    page("  const a = { x: 1 ,y: 2 };\n  return <p>{a.x}</p>;"),
  ],
  [
    "syntax-error",
    home,
    page("  const size = Math.max(1, 2;\n  return <p>{size}</p>;"),
    page("  const size = Math.max(1, 2);\n  return <p>{size}</p>;"),
  ],
  [
    "syntax-error",
    home,
    page('  const a = "open;\n  return <p>{a}</p>;'),
    page('  const a = "open";\n  return <p>{a}</p>;'),
  ],
  ["syntax-error", home, page("  const a = 1;\n  return <p>{a</p>;"), page("  const a = 1;\n  return <p>{a}</p>;")],
  [
    "syntax-error",
    home,
    page("  return <div><!-- list --><p>a</p></div>;"),
    page("  return <div>{/* list */}<p>a</p></div>;"),
  ],
  [
    "syntax-error",
    home,
    page(
      "  const add = (a: number, b?: string): string => `${a}${b as string}`;\n  return <p>{add(1)}</p>;",
      "interface Props {\n  id: string;\n}\n",
    ),
    page("  const add = (a, b) => `${a}${b}`;\n  return <p>{add(1)}</p>;"),
  ],
  [
    "syntax-error",
    home,
    `${page("  return <p>a</p>;")}\nThis component now shows the list and handles errors gracefully.\n`,
    page("  return <p>a</p>;"),
  ],
  [
    "syntax-error",
    home,
    page("  return (\n    <div>\n      <p>\n        a\n      </div>\n    </p>\n  );"),
    page("  return (\n    <div>\n      <p>\n        a\n      </p>\n    </div>\n  );"),
  ],
  [
    "unused-jsx",
    home,
    page("  if (window.name) <p>b</p>;\n  return <p>a</p>;"),
    page("  if (window.name) return <p>b</p>;\n  return <p>a</p>;"),
  ],
  ["prose-file", "components/Notes.jsx", "# Notes\n\nThis is a document.\n", comment("# Notes\n\nThis is a document.")],
  [
    "prose-file",
    "components/Guide.jsx",
    `${guide}\n\`\`\`jsx\nimport Card from "@/components/Card";\n<Card title="a" />\n\`\`\`\n`,
    comment(`${guide}\n\`\`\`jsx\nimport Card from "@/components/Card";\n<Card title="a" />\n\`\`\``),
  ],
  ["prose-file", "services/guide.js", `${guide}\nconst a = useDeals();\n`, comment(`${guide}\nconst a = useDeals();`)],
  ["leftover-marker", home, `\`\`\`jsx\n${page("  return <p>a</p>;")}\`\`\`\n`, page("  return <p>a</p>;")],
  [
    "leftover-marker",
    home,
    page("<<<<<<< SEARCH\n  const a = 1;\n=======\n  const a = 2;\n>>>>>>> REPLACE\n  return <p>{a}</p>;"),
    page("  const a = 2;\n  return <p>{a}</p>;"),
  ],
  ["leftover-marker", home, `${page("  return <p>a</p>;")}</action id="a1">\n`, page("  return <p>a</p>;")],
  ["elided-code", home, page("  // ... rest of the code\n  return <p>a</p>;"), null],
  [
    "unresolved-import",
    home,
    page("  return <Card />;", 'import Card from "@/components/Crad";\n'),
    page("  return <Card />;", 'import Card from "@/components/Card";\n'),
  ],
  [
    "unknown-package",
    home,
    page('  return <Link to="/Deals">a</Link>;', 'import { Link } from "react-router";\n'),
    page('  return <Link to="/Deals">a</Link>;', 'import { Link } from "react-router-dom";\n'),
  ],
  [
    "unknown-package",
    home,
    page("  return <p>{Bar.name}</p>;", 'import { Bar } from "recharts/bar";\n'),
    page("  return <p>{Bar.name}</p>;", 'import { Bar } from "recharts";\n'),
  ],
  [
    "unknown-method",
    home,
    page(
      '  return <button type="button" onClick={() => User.signOut()}>a</button>;',
      'import { User } from "@/api/entities";\n',
    ),
    page(
      '  return <button type="button" onClick={() => User.logout()}>a</button>;',
      'import { User } from "@/api/entities";\n',
    ),
  ],
  [
    "missing-export",
    home,
    page("  return <Card />;", 'import { Card } from "@/components/Card";\n'),
    page("  return <Card />;", 'import Card from "@/components/Card";\n'),
  ],
  [
    "missing-export",
    home,
    page("  return <p>{cardSize}</p>;", 'import cardSize from "@/services/size";\n'),
    page("  return <p>{cardSize}</p>;", 'import { cardSize } from "@/services/size";\n'),
  ],
  [
    "missing-export",
    home,
    page("  return <Calandar />;", 'import { Calandar } from "lucide-react";\n'),
    page("  return <Calandar />;", 'import { Calendar as Calandar } from "lucide-react";\n'),
  ],
  [
    "missing-export",
    home,
    page(
      "  return <Card title={cardSize} />;",
      'import Card from "@/components/Card";\nimport { cardSizes2 as cardSize } from "@/services/size";\n',
    ),
    page(
      "  return <Card title={cardSize} />;",
      'import Card from "@/components/Card";\nimport { cardSize } from "@/services/size";\n',
    ),
  ],
  [
    "unknown-package",
    home,
    page(
      '  const navigate = useNavigate();\n  return <button type="button" onClick={() => navigate("/Deals")}>a</button>;',
      'import { useNavigate } from "wouter";\n',
    ),
    page(
      '  const navigate = useNavigate();\n  return <button type="button" onClick={() => navigate("/Deals")}>a</button>;',
      'import { useNavigate } from "react-router-dom";\n',
    ),
  ],
  [
    "undefined-name",
    home,
    page("  return <Card />;", 'const Card = require("@/components/Card");\n'),
    page("  return <Card />;", 'import Card from "@/components/Card";\n'),
  ],
  ["undefined-name", home, page("  return <p>{process.env.API_URL}</p>;"), null],
  [
    "state-shape",
    home,
    page(
      '  const { a, setA } = useState(1);\n  return <button type="button" onClick={() => setA(2)}>{a}</button>;',
      state.replace("useEffect, ", ""),
    ),
    page(
      '  const [a, setA] = useState(1);\n  return <button type="button" onClick={() => setA(2)}>{a}</button>;',
      state.replace("useEffect, ", ""),
    ),
  ],
  ["object-child", home, page("  return <p>{{ a: 1 }}</p>;"), null],
  [
    "render-loop",
    home,
    page(
      '  const [a, setA] = useState(1);\n  return <button type="button" onClick={setA(2)}>{a}</button>;',
      state.replace("useEffect, ", ""),
    ),
    page(
      '  const [a, setA] = useState(1);\n  return <button type="button" onClick={() => setA(2)}>{a}</button>;',
      state.replace("useEffect, ", ""),
    ),
  ],
  [
    "row-field",
    home,
    page('  const show = (deal) => <p>{deal.Title}</p>;\n  return <div>{show({ title: "a" })}</div>;'),
    page('  const show = (deal) => <p>{deal.title}</p>;\n  return <div>{show({ title: "a" })}</div>;'),
  ],
  [
    "row-field",
    home,
    page('  const show = (deal) => deal.stage === "Won" && <p>a</p>;\n  return <div>{show({ stage: "won" })}</div>;'),
    page('  const show = (deal) => deal.stage === "won" && <p>a</p>;\n  return <div>{show({ stage: "won" })}</div>;'),
  ],
  [
    "missing-await",
    home,
    page(
      '  const run = async () => {\n    const [rows] = Promise.all([Deal.list()]);\n    return rows;\n  };\n  return <button type="button" onClick={run}>a</button>;',
      'import { Deal } from "@/api/entities";\n',
    ),
    page(
      '  const run = async () => {\n    const [rows] = await Promise.all([Deal.list()]);\n    return rows;\n  };\n  return <button type="button" onClick={run}>a</button>;',
      'import { Deal } from "@/api/entities";\n',
    ),
  ],
  [
    "missing-default-export",
    home,
    "function Home() {\n  return <p>a</p>;\n}\n",
    "function Home() {\n  return <p>a</p>;\n}\n\nexport default Home;\n",
  ],
  [
    "undefined-name",
    home,
    page("  const [a] = useState(1);\n  return <p>{a}</p>;"),
    page("  const [a] = useState(1);\n  return <p>{a}</p>;", 'import { useState } from "react";\n'),
  ],
  [
    "undefined-name",
    home,
    page('  return <Button type="submit">a</Button>;'),
    page('  return <Button type="submit">a</Button>;', 'import { Button } from "@/components/ui/button";\n'),
  ],
  [
    "undefined-name",
    home,
    page("  const total = 1;\n  return <p>{totla}</p>;"),
    page("  const total = 1;\n  return <p>{total}</p>;"),
  ],
  [
    "duplicate-declaration",
    home,
    page("  return <Card />;", 'import Card from "@/components/Card";\nimport Card from "@/components/Card";\n'),
    page("  return <Card />;", 'import Card from "@/components/Card";\n'),
  ],
  ["duplicate-default-export", home, `${page("  return <p>a</p>;")}export default Home;`, page("  return <p>a</p>;")],
  [
    "const-assign",
    home,
    page("  const a = 1;\n  a = 2;\n  return <p>{a}</p>;"),
    page("  let a = 1;\n  a = 2;\n  return <p>{a}</p>;"),
  ],
  [
    "conditional-hook",
    home,
    page(
      "  if (!window.x) {\n    return null;\n  }\n  const [a] = useState(1);\n  return <p>{a}</p>;",
      state.replace("useEffect, ", ""),
    ),
    page(
      "  const [a] = useState(1);\n  if (!window.x) {\n    return null;\n  }\n  return <p>{a}</p>;",
      state.replace("useEffect, ", ""),
    ),
  ],
  [
    "render-loop",
    home,
    page("  const [a, setA] = useState(1);\n  setA(1);\n  return <p>{a}</p>;", state),
    page("  const [a, setA] = useState(1);\n  return <p>{a}</p>;", state),
  ],
  [
    "render-loop",
    home,
    page(
      '  const [a, setA] = useState(1);\n  useEffect(() => { fetch("/").then(setA); setA(2); });\n  return <p>{a}</p>;',
      state,
    ),
    page(
      '  const [a, setA] = useState(1);\n  useEffect(() => { fetch("/").then(setA); setA(2); }, []);\n  return <p>{a}</p>;',
      state,
    ),
  ],
  [
    "async-effect",
    home,
    page('  useEffect(async () => { await fetch("/"); }, []);\n  return <p>a</p>;', state),
    page('  useEffect(() => {\n    void (async () => { await fetch("/"); })();\n  }, []);\n  return <p>a</p>;', state),
  ],
  [
    "missing-await",
    home,
    page(
      '  const run = async () => {\n    const rows = Deal.list();\n    return rows.length;\n  };\n  return <button type="button" onClick={run}>a</button>;',
      'import { Deal } from "@/api/entities";\n',
    ),
    page(
      '  const run = async () => {\n    const rows = await Deal.list();\n    return rows.length;\n  };\n  return <button type="button" onClick={run}>a</button>;',
      'import { Deal } from "@/api/entities";\n',
    ),
  ],
  ["unknown-entity", home, withDeals("Deal.list()").replace("{ Deal }", "{ Deals as Deal }"), withDeals("Deal.list()")],
  ["unknown-method", home, withDeals("Deal.findAll()"), withDeals("Deal.list()")],
  ["unknown-field", home, withDeals('Deal.create({ titel: "a" })'), withDeals('Deal.create({ title: "a" })')],
  [
    "unknown-field",
    home,
    withDeals('Deal.page({ query: { titel: "a" } })'),
    withDeals('Deal.page({ query: { title: "a" } })'),
  ],
  [
    "unknown-field",
    home,
    withDeals('Deal.page({ sort: "-amont", limit: 20 })'),
    withDeals('Deal.page({ sort: "-amount", limit: 20 })'),
  ],
  [
    "unknown-method",
    home,
    withDeals('Deal.agregate({ group: "stage" })'),
    withDeals('Deal.aggregate({ group: "stage" })'),
  ],
  ["unknown-field", home, withDeals('Deal.list("-amont")'), withDeals('Deal.list("-amount")')],
  ["bad-enum-value", home, withDeals('Deal.filter({ stage: "wno" })'), withDeals('Deal.filter({ stage: "won" })')],
  [
    "wrong-value-type",
    home,
    withDeals('Deal.create({ title: "a", amount: "12" })'),
    withDeals('Deal.create({ title: "a", amount: 12 })'),
  ],
  [
    "unknown-field",
    home,
    page(
      '  const [form] = useState({ title: "a", ammount: 1 });\n  return <button type="button" onClick={() => Deal.create(form)}>a</button>;',
      'import { useState } from "react";\nimport { Deal } from "@/api/entities";\n',
    ),
    page(
      '  const [form] = useState({ title: "a", amount: 1 });\n  return <button type="button" onClick={() => Deal.create(form)}>a</button>;',
      'import { useState } from "react";\nimport { Deal } from "@/api/entities";\n',
    ),
  ],
  ["missing-required", home, withDeals("Deal.create({ amount: 1 })"), null],
  ["unused-jsx", home, page("  <p>a</p>"), page("  return <p>a</p>")],
  [
    "nested-router",
    home,
    page("  return <BrowserRouter><p>a</p></BrowserRouter>;", 'import { BrowserRouter } from "react-router-dom";\n'),
    page("  return <><p>a</p></>;", 'import { BrowserRouter } from "react-router-dom";\n'),
  ],
  [
    "duplicate-attribute",
    home,
    page('  return <p className="a" className="a">a</p>;'),
    page('  return <p className="a">a</p>;'),
  ],
  [
    "empty-option-value",
    home,
    page(
      '  return <Select><SelectContent><SelectItem value="">All</SelectItem></SelectContent></Select>;',
      'import { Select, SelectContent, SelectItem } from "@/components/ui/select";\n',
    ),
    page(
      '  return <Select><SelectContent><SelectItem value="all">All</SelectItem></SelectContent></Select>;',
      'import { Select, SelectContent, SelectItem } from "@/components/ui/select";\n',
    ),
  ],
  ["page-routes", "layout.jsx", "export default function Layout() {\n  return <nav>a</nav>;\n}\n", null],
  ["page-routes", "pages/admin/Deals.jsx", page("  return <p>a</p>;"), null],
  ["function-handler", "functions/send.ts", "const a = 1;\nconsole.log(a);\n", null],
  ["undefined-name", home, page("  return <p>{Deno.version}</p>;"), null],
  [
    "unknown-function",
    home,
    page(
      '  return <button type="button" onClick={() => remnid({})}>a</button>;',
      'import { remnid } from "@/api/functions";\n',
    ),
    page(
      '  return <button type="button" onClick={() => remnid({})}>a</button>;',
      'import { remind as remnid } from "@/api/functions";\n',
    ),
  ],
  [
    "unknown-page",
    home,
    page('  return <a href={createPageUrl("Deal")}>a</a>;', 'import { createPageUrl } from "@/utils";\n'),
    page('  return <a href={createPageUrl("Deals")}>a</a>;', 'import { createPageUrl } from "@/utils";\n'),
  ],
  [
    "dom-attribute",
    home,
    page('  return <label class="a" for="b">a</label>;'),
    page('  return <label className="a" htmlFor="b">a</label>;'),
  ],
  [
    "dom-attribute",
    home,
    page('  return <p style="margin-top: 4px; color: red">a</p>;'),
    page('  return <p style={{ marginTop: "4px", color: "red" }}>a</p>;'),
  ],
  ["dom-attribute", home, page('  return <p classNaem="a">a</p>;'), page('  return <p className="a">a</p>;')],
  [
    "dom-attribute",
    home,
    page('  return <button type="button" onClik={() => window.print()} disabled>a</button>;'),
    page('  return <button type="button" onClick={() => window.print()} disabled>a</button>;'),
  ],
  [
    "duplicate-key",
    home,
    page("  const a = { b: 1, c: 2, b: 3 };\n  return <p>{a.b}</p>;"),
    page("  const a = { c: 2, b: 3 };\n  return <p>{a.b}</p>;"),
  ],
  ["missing-return", home, page("  const a = 1;\n  window.title = a;"), null],
  [
    "missing-key",
    home,
    page("  return [1, 2].map((n) => <p>{n}</p>);"),
    page("  return [1, 2].map((n) => <p key={n}>{n}</p>);"),
  ],
  ["dead-control", home, page("  return <button>Export</button>;"), null],
  [
    "unbalanced-css",
    "globals.css",
    ".a {\n  color: red;\n\n.b {\n  color: blue;\n}\n",
    ".a {\n  color: red;\n}\n.b {\n  color: blue;\n}\n",
  ],
  [
    "entity-json",
    "entities/Deal.json",
    '{ "name": "Deal", "type": "object", "properties": { "title": { "type": "string" }, } }',
    '{ "name": "Deal", "type": "object", "properties": { "title": { "type": "string" } } }',
  ],
  ["entity-schema", "entities/Deal.json", entity({ ...deal, required: ["titel"] }), entity(deal)],
  [
    "entity-schema",
    "entities/Deal.json",
    entity({ ...deal, properties: { ...deal.properties, title: { type: "text" } } }),
    entity(deal),
  ],
  [
    "entity-schema",
    "entities/Deal.json",
    entity({ ...deal, properties: { ...deal.properties, stage: { ...deal.properties.stage, default: "neww" } } }),
    entity(deal),
  ],
  [
    "entity-schema",
    "entities/Deal.json",
    entity({ ...deal, properties: { ...deal.properties, seats: { type: "integer", maximum: 60, default: 80 } } }),
    entity({ ...deal, properties: { ...deal.properties, seats: { type: "integer", maximum: 60, default: 60 } } }),
  ],
  [
    "entity-schema",
    "entities/Deal.json",
    entity({ ...deal, "x-accessControl": { permissions: { read: "everyone", write: "creator" } } }),
    entity({ ...deal, "x-accessControl": { permissions: { read: "creator", write: "creator" } } }),
  ],
  // What cannot be unique, and what is not said in the way that is understood.
  ...[
    { field: "isOpen", property: { type: "boolean" }, unique: true },
    { field: "tags", property: { type: "array", items: { type: "string" } }, unique: true },
    { field: "notes", property: { type: "string", format: "markdown" }, unique: true },
    { field: "title", property: { type: "string" }, unique: "yes" },
  ].map(({ field, property, unique }): [string, string, string, string] => [
    "entity-schema",
    "entities/Deal.json",
    entity({ ...deal, properties: { ...deal.properties, [field]: { ...property, "x-unique": unique } } }),
    entity({ ...deal, properties: { ...deal.properties, [field]: property } }),
  ]),
];

it.each([
  [
    "a component that a function makes",
    "components/with.jsx",
    'import { useState } from "react";\nexport const withCount = (Inner) => (props) => {\n  const [a] = useState(0);\n  return <Inner a={a} {...props} />;\n};\n',
  ],
  [
    "a hook that a function makes",
    "components/make.jsx",
    'import { useState } from "react";\nexport default function makeUseCount(start) {\n  return () => useState(start);\n}\n',
  ],
  [
    "a unique field",
    "entities/Deal.json",
    entity({ ...deal, properties: { ...deal.properties, email: { type: "string", "x-unique": true } } }),
  ],
  ["any attribute of WAI-ARIA", home, page('  return <p role="row" aria-level={1} aria-setsize={2}>a</p>;')],
])("has nothing against %s", (_, path, content) => {
  expect(validateBundle([{ path, content }])).toEqual([]);
});

it("finds a hook in a callback that a hook or component returns", () => {
  const content =
    'import { useEffect, useState } from "react";\nexport function useA() {\n  useEffect(() => {\n    return () => useState(1);\n  }, []);\n  return () => useState(2);\n}\n';
  const issues = validateBundle([{ path: "components/a.jsx", content }]);
  expect(issues.map(({ detectorId, line }) => [detectorId, line])).toEqual([
    ["conditional-hook", 4],
    ["conditional-hook", 6],
  ]);
});

it("takes a type that is exported as one for no value", () => {
  const files = [
    {
      path: "components/A.tsx",
      content: "export interface Props {\n  a: string;\n}\nexport const A = (props: Props) => <p>{props.a}</p>;\n",
    },
    { path: "components/all.ts", content: 'import { A, Props } from "./A";\nexport { A };\nexport type { Props };\n' },
  ];
  expect(validateBundle(files)).toEqual([]);
});

describe("a document among the code", () => {
  const mended = (path: string, content: string, previous: { path: string; content: string }[] = []) =>
    repairBundle(
      [
        { path: "pages/Home.jsx", content: page("  return <p>a</p>;") },
        { path, content },
      ],
      { knowledge: { previous } },
    );

  it("is moved out of the pages, and is no page then", () => {
    const { appBundle, unresolvedIssues } = mended("pages/README.jsx", guide);
    expect(appBundle.files.map(({ path }) => path)).toEqual(["pages/Home.jsx", "components/README.js"]);
    expect([appBundle.files[1]!.content, unresolvedIssues]).toEqual([comment(guide), []]);
  });

  it("makes way for the code that it replaced", () => {
    const before = { path: "pages/List.jsx", content: page("  return <p>b</p>;") };
    expect(mended(before.path, guide, [before]).appBundle.files[1]).toEqual(before);
  });

  it("gives the code that its words stand around", () => {
    const code = page("  return <p>b</p>;");
    const words = `Here is the page that you asked for:\n\n\`\`\`jsx\n${code}\`\`\`\n\nIt lists all of your deals.\n`;
    expect(mended("pages/List.jsx", words).appBundle.files[1]!.content.trim()).toBe(code.trim());
  });
});

it("names keys that stand twice in one finding a file", () => {
  const words = Array.from({ length: 77 }, (_, at) => `  k${at}: "a",\n`).join("");
  const content = `export const de = {\n${words}${words}};\n`;
  const issues = validateBundle([{ path: "services/words.js", content }]);
  expect(issues.map(({ message }) => message)).toEqual(["77 keys stand twice: k0, k1, k2, k3, k4 and 72 more"]);
  expect(repairBundle([{ path: "services/words.js", content }]).appBundle.files[0]!.content).toBe(
    `export const de = {\n${words}};\n`,
  );
});

it.each([
  ["components/useTitle.jsx", "export default function useTitle(title) {\n  document.title = title;\n}\n"],
  ["components/track.jsx", "export default function track(event) {\n  window.dispatchEvent(event);\n}\n"],
])("does not ask %s to return anything", (path, content) => {
  expect(validateBundle([{ path, content }])).toEqual([]);
});

describe("a detector", () => {
  it("finds nothing in an app without faults", () => {
    expect(
      validateBundle(bundle(home, withDeals('Deal.update("1", { title: "a", stage: "won", amount: 2 })'))),
    ).toEqual([]);
  });

  it.each(rows)(
    "%s finds its fault in %s and nothing else, and mends it where that needs no guess",
    (detector, path, faulty, mended) => {
      const files = bundle(path, faulty);
      const issues = validateBundle(files);
      expect(new Set(issues.map(({ detectorId }) => detectorId))).toEqual(new Set([detector]));
      expect(issues.every((issue) => issue.path === path)).toBe(true);
      const repair = repairBundle(files);
      const after = repair.appBundle.files.find((file) => file.path === path)!.content;
      if (mended === null) expect(after).toBe(faulty);
      else if (path.endsWith(".json")) expect(JSON.parse(after)).toEqual(JSON.parse(mended));
      else expect(after.replace(/\n+/g, "\n")).toBe(mended.replace(/\n+/g, "\n"));
      expect(repair.unresolvedIssues).toEqual(mended === null ? issues : []);
    },
  );

  it("access-mismatch finds a page that writes what nobody may write", () => {
    const files = bundle(home, withDeals('Deal.create({ title: "a" })')).map((file) =>
      file.path === "entities/Deal.json" ? { ...file, content: entity(lockedDeal) } : file,
    );
    expect(validateBundle(files).map(({ detectorId, severity }) => [detectorId, severity])).toEqual([
      ["access-mismatch", "warning"],
    ]);
  });

  it("access-mismatch finds a page that offers to everybody what only admins may write, unless the app asks who it is", () => {
    const shown = JSON.stringify({
      ...JSON.parse(entity(lockedDeal)),
      "x-accessControl": { permissions: { read: "anonymous", write: "admin" } },
    });
    const found = (body: string) =>
      validateBundle(
        bundle(home, withDeals(body)).map((file) =>
          file.path === "entities/Deal.json" ? { ...file, content: shown } : file,
        ),
      ).map(({ detectorId }) => detectorId);
    expect(found('Deal.create({ title: "a" })')).toEqual(["access-mismatch"]);
    expect(found("Deal.list()")).toEqual([]);
    expect(found('Deal.access().then(({ canAdd }) => canAdd && Deal.create({ title: "a" }))')).toEqual([]);
  });

  it("undeclared-secret finds a secret that is not set, when the app's secrets are known", () => {
    const files = bundle("functions/send.ts", 'Deno.serve(() => new Response(Deno.env.get("MAIL_KEY")));\n');
    expect(validateBundle(files)).toEqual([]);
    expect(validateBundle(files, { secrets: ["MAIL_KEY"] })).toEqual([]);
    expect(validateBundle(files, { secrets: [] }).map(({ message }) => message)).toEqual([
      "The secret MAIL_KEY is not set",
    ]);
  });

  it.each([
    [
      "a property that the page gives a row itself",
      page('  const deal = { Title: "a", stage: "Won" };\n  return <p>{deal.Title}</p>;'),
    ],
    [
      "a handler that a function of the page makes",
      page(
        '  const change = (name) => () => window.print(name);\n  return <button type="button" onClick={change("a")}>a</button>;',
      ),
    ],
    [
      "an object as the child of a component",
      page("  return <Card>{{ a: 1 }}</Card>;", 'import Card from "@/components/Card";\n'),
    ],
    [
      "a promise that a state is meant to wait for",
      page(
        "  const [a, setA] = useState(null);\n  useEffect(() => { Deal.list().then(setA); }, []);\n  return <p>{a?.length}</p>;",
        'import { useEffect, useState } from "react";\nimport { Deal } from "@/api/entities";\n',
      ),
    ],
    ["the mode of the build", page("  return <p>{process.env.NODE_ENV}</p>;")],
    ["a component after typeof", page('  return <p>{typeof maybe === "undefined" ? 1 : 2}</p>;')],
    [
      "a marker inside a text",
      page("  const text = `\n```js\n`;\n  return <p>{text}</p>;").replaceAll("```js", "\\`\\`\\`js"),
    ],
    [
      "a conditional state while rendering",
      page(
        "  const [a, setA] = useState(1);\n  if (a > 3) setA(3);\n  return <p>{a}</p>;",
        'import { useState } from "react";\n',
      ),
    ],
    [
      "a hook of one's own",
      `function useThing() {\n  return useState(1);\n}\n${page("  const [a] = useThing();\n  return <p>{a}</p>;")}`.replace(
        /^/,
        'import { useState } from "react";\n',
      ),
    ],
    ["a button of a form, of a trigger and of a link", page("  return <form><button>Send</button></form>;")],
    [
      "attributes that resemble others",
      page('  return <div onMouseOut={print} onDrag={print} data-clasName="a" role="note" hidden />;').replaceAll(
        "{print}",
        "{window.print}",
      ),
    ],
    [
      "a page address with a query",
      page('  return <a href={createPageUrl("Deals?id=1")}>a</a>;', 'import { createPageUrl } from "@/utils";\n'),
    ],
  ])("finds nothing in %s", (_name, content) => {
    expect(validateBundle(bundle(home, content))).toEqual([]);
  });
});

describe("A function in a folder of its own", () => {
  it("is known by the folder's name, and the shared code beside it is no function", () => {
    const files = [
      {
        path: "functions/send-mail/entry.ts",
        content: 'import { greeting } from "./words";\nDeno.serve(() => new Response(greeting));\n',
      },
      { path: "functions/send-mail/words.ts", content: 'export const greeting = "hello";\n' },
    ];
    const asking = (name: string) => ({
      path: home,
      content: page(
        `  return <button type="button" onClick={() => ${name}({})}>Send</button>;`,
        `import { ${name} } from "@/api/functions";\n`,
      ),
    });
    expect(validateBundle([...files, asking("send_mail")])).toEqual([]);
    for (const name of ["entry", "words"])
      expect(validateBundle([...files, asking(name)])).toMatchObject([{ detectorId: "unknown-function" }]);
  });
});
