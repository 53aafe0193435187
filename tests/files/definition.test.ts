import { describe, expect, it } from "vitest";
import { findDefinition } from "@/features/files/definition";

const home = `import { useState } from "react";
import Card, { CardTitle as Title } from "@/components/Card";
import { shared } from "../services";
import * as money from "@/services/money";
import { Deal, User } from "@/api/entities";
import { send_mail } from "@/api/functions";
import { createPageUrl } from "@/utils";
import { Button } from "@/components/ui/button";

const limit = 10;

export default function Home({ limit: given }) {
  const [deals, setDeals] = useState([]);
  const load = async (limit) => setDeals(await Deal.list("-createdAt", limit));
  const later = () => import("@/pages/Deals");
  return (
    <Card onClick={() => load(limit)}>
      <Title>{money.format(shared(deals.length))}</Title>
      <a href={createPageUrl("Deals?id=1")}>{given}</a>
      <Button onClick={() => send_mail({ to: User.me(), later })}>Go</Button>
      <Tabs.List />
      <form action="/functions/send-mail" />
    </Card>
  );
}
`;

const files = [
  { path: "pages/Home.jsx", content: home },
  { path: "pages/Deals.jsx", content: 'import Layout from "@/Layout";\nexport default () => <Layout />;' },
  { path: "layout.jsx", content: "export default function Layout({ children }) { return children; }" },
  {
    path: "components/Card.jsx",
    content:
      "const Card = ({ children }) => <div>{children}</div>;\nexport function CardTitle() {\n  return null;\n}\nexport default Card;\n",
  },
  { path: "services/index.js", content: 'export { inner as shared } from "./shared";\nexport * from "./money";\n' },
  { path: "services/shared.js", content: "\n\nconst plain = (n) => n;\nexport { plain as inner };\n" },
  { path: "services/money.ts", content: "export const format = (amount: number): string => `${amount}`;\n" },
  { path: "services/broken.js", content: "export const = ;" },
  { path: "services/a.js", content: 'export { x } from "./b";' },
  { path: "services/b.js", content: 'export { x } from "./a";' },
  { path: "pages/Circle.jsx", content: 'import { x } from "@/services/a";\nexport default () => x;' },
  { path: "functions/shared/send-mail.ts", content: "export const shared = 1;" },
  { path: "functions/send-mail/entry.ts", content: "export default () => new Response();" },
  { path: "entities/Deal.json", content: '{"properties":{"company":{"type":"string","x-reference":"Company"}}}' },
  { path: "entities/Company.json", content: '{"properties":{}}' },
];

/** Goes to the definition of the text between « and » in a piece of the file. */
function go(piece: string, path = "pages/Home.jsx") {
  const content = files.find((file) => file.path === path)!.content;
  const bare = piece.replace(/[«»]/g, "");
  const at = content.indexOf(bare);
  if (at < 0) throw new Error(`"${bare}" is not in ${path}`);
  const place = findDefinition(files, path, at + piece.indexOf("«"));
  return place && `${place.path}:${place.line}`;
}

describe("Go to definition", () => {
  it.each([
    ["a local constant, by scope", "load(«limit»)", "pages/Home.jsx:10"],
    ["a parameter that hides it", '"-createdAt", «limit»', "pages/Home.jsx:14"],
    ["a destructured property", "{«given»}", "pages/Home.jsx:12"],
    ["a function", "() => «load»(", "pages/Home.jsx:14"],
    ["a state variable", "shared(«deals».length", "pages/Home.jsx:13"],
    ["a component, to where it is written", "<«Card» onClick", "components/Card.jsx:1"],
    ["its closing tag", "</«Card»>", "components/Card.jsx:1"],
    ["a component under another name", "<«Title»>", "components/Card.jsx:2"],
    ["the name in the import", "«CardTitle» as", "components/Card.jsx:2"],
    ["the path in the import", 'from "«@/components/Card"', "components/Card.jsx:1"],
    ["a relative import of a folder", 'from "«../services"', "services/index.js:1"],
    ["a function through re-exports", "«shared»(deals", "services/shared.js:3"],
    ["a whole module", "«money».format", "services/money.ts:1"],
    ["an entity", "await «Deal».list", "entities/Deal.json:1"],
    ["an entity in the import", "{ «Deal», User", "entities/Deal.json:1"],
    ["a function of the server, whose name is no identifier", "«send_mail»({", "functions/send-mail/entry.ts:1"],
    ["a function by its address", 'action="/«functions/send-mail"', "functions/send-mail/entry.ts:1"],
    ["a page by its link", 'createPageUrl("«Deals?id=1"', "pages/Deals.jsx:1"],
    ["a dynamic import", 'import("«@/pages/Deals"', "pages/Deals.jsx:1"],
    ["a cursor right behind a name", "<Card« onClick", "components/Card.jsx:1"],
  ])("finds %s", (_name, piece, expected) => expect(go(piece)).toBe(expected));

  it("finds the layout, and the entity that a field refers to", () => {
    expect(go("<«Layout» />", "pages/Deals.jsx")).toBe("layout.jsx:1");
    expect(go('"x-reference":"«Company"', "entities/Deal.json")).toBe("entities/Company.json:1");
  });

  it.each([
    ["a package", 'from "«react"'],
    ["a name of a package", "«useState»([])"],
    ["a component of the kit", "<«Button» onClick"],
    ["a member", "deals.«length»"],
    ["an attribute", "<Card «onClick»"],
    ["a keyword", "«return» ("],
    ["a name that nobody declares", "<«Tabs».List"],
  ])("finds nothing of this app for %s", (_name, piece) => expect(go(piece)).toBeNull());

  it("ends in a circle of re-exports, and in a file that is broken", () => {
    expect(go("=> «x»", "pages/Circle.jsx")).toMatch(/^services\/[ab]\.js:1$/);
    expect(findDefinition(files, "services/broken.js", 8)).toBeNull();
    expect(findDefinition(files, "nothing.js", 0)).toBeNull();
  });
});
