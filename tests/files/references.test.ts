import { describe, expect, it } from "vitest";
import { removeReferences, renameFile, unreadReferences } from "@/features/files/references";

const home = `import { useState } from "react";
import Card from "@/components/Card";
import {sum}  from '../services/sum.js'

export default function Home() {
  const [open] = useState(false);
  return (
    <div>
      {open && <Card title="a" />}
      <Card><b>kept</b></Card>
    </div>
  );
}
`;
const files = (...list: [string, string][]) => list.map(([path, content]) => ({ path, content }));
const after = (list: { path: string; content: string }[], path: string) =>
  list.find((file) => file.path === path)?.content;

describe("Deleting a code file (1-platform.md §4)", () => {
  it("removes its imports, and component usages get a warning comment; all else stays byte for byte", () => {
    const [changed] = removeReferences(
      files(["pages/Home.jsx", home], ["components/Card.jsx", ""]),
      "components/Card.jsx",
    );
    const warning = "{/* Warning: <Card> was removed because components/Card.jsx was deleted */}";
    expect(changed).toEqual({
      path: "pages/Home.jsx",
      content: home
        .replace('import Card from "@/components/Card";\n', "")
        .replace('<Card title="a" />', `<>${warning}</>`)
        .replace("<Card><b>kept</b></Card>", `<>${warning}<b>kept</b></>`),
    });
  });

  it.each([
    ["in an attribute", "<Card className={styles}>x</Card>", (tag: string) => `<>${tag}x</>`],
    ["as an attribute's component", "<Card footer={<Footer />} />", (tag: string) => `<>${tag}</>`],
    [
      "in one another",
      "<Card><Card><b>{styles}</b></Card></Card>",
      (tag: string) => `<>${tag}<>${tag}<b>{/* Warning: components/Card.jsx was deleted */ styles}</b></></>`,
    ],
    ["loaded by an attribute", '<Card load={import("./Card")} />', (tag: string) => `<>${tag}</>`],
  ])("copes with usages %s of a usage", (_name, usage, after) => {
    const page = (code: string) => `export default () => ${code};\n`;
    const content = `import Card, { Footer, styles } from "./Card";\n${page(usage)}`;
    const [changed] = removeReferences(
      files(["components/A.jsx", content], ["components/Card.jsx", ""]),
      "components/Card.jsx",
    );
    expect(changed!.content).toBe(
      page(after("{/* Warning: <Card> was removed because components/Card.jsx was deleted */}")),
    );
  });

  it("finds relative imports with an extension, and marks calls", () => {
    const page = 'import { sum } from "../services/sum.js";\nconst total = sum(1);\nconst o = { sum, a: x.sum };\n';
    const [changed] = removeReferences(files(["pages/A.jsx", page], ["services/sum.js", ""]), "services/sum.js");
    expect(changed!.content).toBe(
      "const total = /* Warning: services/sum.js was deleted */ sum(1);\nconst o = { /* Warning: services/sum.js was deleted */ sum, a: x.sum };\n",
    );
  });

  it.each([
    ["another file of a like name", 'import Card from "@/components/Cards";\n'],
    ["a package", 'import Card from "components/Card";\n'],
    ["a file that does not parse", 'import Card from "@/components/Card";\n<<<'],
    ["a mention in a text", 'const a = "@/components/Card";\n'],
  ])("leaves %s alone", (_name, content) =>
    expect(
      removeReferences(files(["pages/A.jsx", content], ["components/Card.jsx", ""]), "components/Card.jsx"),
    ).toEqual([]),
  );

  it("removes imports that lead to a folder's index, and none that lead to another file of the name", () => {
    const card = (specifier: string) =>
      removeReferences(
        files(
          ["pages/A.jsx", `import "${specifier}";\n`],
          ["components/Card.jsx", ""],
          ["components/Card.ts", ""],
          ["components/list/index.jsx", ""],
        ),
        specifier.endsWith("list") ? "components/list/index.jsx" : "components/Card.ts",
      );
    expect([card("@/components/list"), card("../components/Card.ts")].map((changed) => changed[0]?.content)).toEqual([
      "",
      "",
    ]);
    expect(card("@/components/Card")).toEqual([]);
  });

  it.each([
    ["alone", "import { send_mail } from", ""],
    ["first", "import { send_mail, other } from", "import { other } from"],
    ["last", "import { other, send_mail as mail } from", "import { other } from"],
  ])("takes a function that is imported %s out of the import, and marks its calls", (_name, before, after) => {
    const name = before.includes(" as ") ? "mail" : "send_mail";
    const [changed] = removeReferences(
      files(["pages/A.jsx", `${before} "@/api/functions";\n${name}();\n`]),
      "functions/send-mail.ts",
    );
    expect(changed!.content).toBe(
      `${after && `${after} "@/api/functions";\n`}/* Warning: functions/send-mail.ts was deleted */ ${name}();\n`,
    );
  });

  it("names the files that mention it and cannot be read as code", () => {
    const list = files(
      ["pages/A.jsx", 'import Card from "@/components/Card";\n<<<'],
      ["pages/B.jsx", "<<<"],
      ["pages/C.jsx", home],
    );
    expect(unreadReferences(list, "components/Card.jsx")).toEqual(["pages/A.jsx"]);
  });

  it("removes re-exports and lazy imports", () => {
    const content = 'export { default } from "./Card";\nconst Lazy = React.lazy(() => import("@/components/Card"));\n';
    const [changed] = removeReferences(
      files(["components/All.jsx", content], ["components/Card.jsx", ""]),
      "components/Card.jsx",
    );
    expect(changed!.content).toBe(
      'const Lazy = React.lazy(() => Promise.reject(new Error("components/Card.jsx was deleted")));\n',
    );
  });
});

describe("Renaming a file", () => {
  it("moves every import of it, in each one's own style", () => {
    const changed = renameFile(
      files(["pages/Home.jsx", home], ["components/Card.jsx", "export default 1"], ["services/sum.js", ""]),
      "components/Card.jsx",
      "components/ui-parts/Tile.jsx",
    );
    expect(after(changed, "pages/Home.jsx")).toBe(home.replace("@/components/Card", "@/components/ui-parts/Tile"));
    expect(after(changed, "components/ui-parts/Tile.jsx")).toBe("export default 1");
  });

  it("keeps the moved file's own relative imports right", () => {
    const changed = renameFile(
      files(["pages/Home.jsx", home], ["services/sum.js", ""]),
      "pages/Home.jsx",
      "pages/admin/Home.jsx",
    );
    expect(after(changed, "pages/admin/Home.jsx")).toBe(home.replace("../services/sum.js", "../../services/sum.js"));
  });

  it.each([
    ["components/Card/index.jsx", "components/Tile/index.jsx", "@/components/Card", "@/components/Tile"],
    ["components/Card/index.jsx", "components/Tile.jsx", "../components/Card/index.jsx", "../components/Tile.jsx"],
    ["components/Card.jsx", "components/tile/index.jsx", "@/components/Card", "@/components/tile"],
    ["components/Card.jsx", "components/Both.ts", "@/components/Card", "@/components/Both.ts"],
  ])("%s → %s: %s becomes %s", (from, to, before, after_) => {
    const changed = renameFile(
      files(["pages/A.jsx", `import "${before}";`], [from, ""], ["components/Both.jsx", ""]),
      from,
      to,
    );
    expect(after(changed, "pages/A.jsx")).toBe(`import "${after_}";`);
  });

  it("follows links to a page, with their query", () => {
    const nav = 'const a = createPageUrl("Deals"); const b = createPageUrl("Deals?id=1"); const c = "Deals";\n';
    const changed = renameFile(
      files(["layout.jsx", nav], ["pages/Deals.jsx", ""]),
      "pages/Deals.jsx",
      "pages/Sales.jsx",
    );
    expect(after(changed, "layout.jsx")).toBe(
      'const a = createPageUrl("Sales"); const b = createPageUrl("Sales?id=1"); const c = "Deals";\n',
    );
  });

  it("keeps callers of a renamed function working under their own name", () => {
    const page = 'import { sendMail, other } from "@/api/functions";\nsendMail();\n';
    const changed = renameFile(
      files(["pages/A.jsx", page], ["functions/sendMail.ts", ""]),
      "functions/sendMail.ts",
      "functions/mail.ts",
    );
    expect(after(changed, "pages/A.jsx")).toBe(
      'import { mail as sendMail, other } from "@/api/functions";\nsendMail();\n',
    );
    const moved = renameFile(
      files(["pages/A.jsx", page], ["functions/sendMail/entry.ts", ""]),
      "functions/sendMail/entry.ts",
      "functions/send-it/entry.ts",
    );
    expect(after(moved, "pages/A.jsx")).toBe(
      'import { send_it as sendMail, other } from "@/api/functions";\nsendMail();\n',
    );
  });
});
