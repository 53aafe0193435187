import { describe, expect, it } from "vitest";
import { refreshable } from "@/engines/bundler/refresh";

const page = (content: string, path = "pages/Home.jsx") => ({ path, content });
const codeOf = (content: string, ...others: { path: string; content: string }[]) =>
  refreshable([page(content), ...others])(page(content));
const signatureOf = (code: string) => /register\("pages\/Home\.jsx Home", Home, "(\w+)"\)/.exec(code)?.[1];

describe("A file that is ready to be exchanged while it runs", () => {
  it("registers its components, wrapped and unnamed ones too, and keeps its lines", () => {
    const content = `import { memo, forwardRef } from "react";
const Part = memo(function Part() { return null; });
export const Field = forwardRef((props, ref) => <input ref={ref} />);
const total = (rows) => rows.length;
export default ({ rows }) => <Part total={total(rows)} />;`;
    const code = codeOf(content);
    expect(code).toContain('joineryRefresh.register("pages/Home.jsx Part", Part, ');
    expect(code).toContain('joineryRefresh.register("pages/Home.jsx Field", Field, ');
    expect(code).toContain('export default joineryRefresh.register("pages/Home.jsx default", ({ rows }) =>');
    expect(code).not.toContain("Home.jsx total");
    const lines = content.split("\n");
    expect(code.split("\n").slice(0, 4)).toEqual(lines.slice(0, 4));
  });

  it("runs effects and memos anew, with their own dependencies or none", () => {
    const code = codeOf(
      "export default function Home({ a }) { useEffect(() => go(a), [a,]); const b = React.useMemo(() => a, []); useEffect(go); return b; }",
    );
    expect(code).toContain("useEffect(() => go(a), [joineryRefresh.epoch, a,])");
    expect(code).toContain("React.useMemo(() => a, [joineryRefresh.epoch, ])");
    expect(code).toContain("useEffect(go);");
  });

  it("has the same signature while the hooks are the same", () => {
    const home = (body: string) => `export default function Home() { ${body} }`;
    const before = signatureOf(codeOf(home("const [a] = useState(0); return <p>one</p>;")));
    expect(before).toBeDefined();
    expect(signatureOf(codeOf(home("const [b] = useState(0); return <h1>{b}</h1>;")))).toBe(before);
    expect(signatureOf(codeOf(home("const [a] = useState(1); return <p>one</p>;")))).not.toBe(before);
    expect(signatureOf(codeOf(home("const [a] = useState(0); useRef(); return <p>one</p>;")))).not.toBe(before);
  });

  it("has another one when a hook that it calls has other hooks", () => {
    const home = "export default function Home() { return useCart().length; }";
    const cart = (body: string) => page(`export function useCart() { ${body} return []; }`, "services/cart.js");
    const before = signatureOf(codeOf(home, cart("useState(0);")));
    expect(signatureOf(codeOf(home, cart("useState(0); log();")))).toBe(before);
    expect(signatureOf(codeOf(home, cart("useState(0); useRef(null);")))).not.toBe(before);
  });

  it("keeps contexts, of which providers and readers know each other", () =>
    expect(codeOf('import { createContext } from "react";\nexport const Theme = createContext("none");')).toContain(
      'export const Theme = joineryRefresh.keep("pages/Home.jsx Theme createContext(\\"none\\")", () => createContext("none"));',
    ));

  it.each([
    "const steps = Children.map(children, (child) => (child.type === Step ? child : null));",
    "if (Step === child?.type) return null;",
  ])("is left as it is where the app compares an element's type with a component: %s", (line) => {
    const content = `export default function Home({ children }) { ${line} return children; }`;
    expect(codeOf(content)).toBe(content);
  });

  it.each(['row.type === "Income"', "row.type === TYPES.income", "row.type === expected"])(
    "is none of these where a row's type is compared: %s",
    (test) => expect(codeOf(`export default function Home({ row }) { return ${test}; }`)).toContain("register"),
  );

  it("is left as it is when it does not parse, and so are functions of the server", () => {
    expect(codeOf("export default function Home( {")).toBe("export default function Home( {");
    const worker = page("export default function Send() {}", "functions/send.js");
    expect(refreshable([worker])(worker)).toBe(worker.content);
  });
});
