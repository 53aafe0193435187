import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dependencyAsset, importMap } from "@/engines/bundler/dependencies";
import { openPreview, type Preview } from "@/engines/bundler/open-preview";
import { type Dress, dressPage } from "@/features/site/dress-page";
import { buildForPublish } from "@/engines/bundler/publish";
import { readModule } from "@/engines/bundler/check-file";
import { packageExports } from "@/engines/bundler/package-exports";
import type { Build } from "@/engines/bundler/schema";
import { appPackages, type SourceFile } from "@/shipped/contract";
import { validateBundle } from "@/engines/detect/check";
import { candidatesIn } from "@/engines/bundler/styles";

const config = {
  appId: "a1",
  appName: "An <app>",
  versionId: "v1",
  mode: "preview" as const,
  builderOrigin: "http://localhost:3000",
};
const page = (path: string, content: string): SourceFile => ({ path, content });
const home = page(
  "pages/Home.jsx",
  'import { Button } from "@/components/ui/button";\nimport { Task } from "@/api/entities";\nimport { remind } from "@/api/functions";\nvoid Task; void remind;\nexport default function Home() { return <Button className="bg-[#123456]">Hello home</Button>; }\n',
);
const task = page("entities/Task.json", '{"properties":{"title":{"type":"string"}}}');
const remind = page("functions/remind.ts", "export default () => new Response('ok');");
const app = [home, task, remind];

const codeOf = ({ assets }: Build) =>
  [...assets]
    .filter(([path]) => path.endsWith(".js"))
    .map(([, { bytes }]) => new TextDecoder().decode(bytes))
    .join("\n");
const cssOf = ({ assets }: Build) =>
  [...assets]
    .filter(([path]) => path.endsWith(".css"))
    .map(([, { bytes }]) => new TextDecoder().decode(bytes))
    .join("\n");

let preview: Preview;
beforeAll(() => void (preview = openPreview()));
afterAll(() => preview.dispose());

describe("A preview", () => {
  it("is one page with its configuration, its styles and its modules under names that follow from their content", async () => {
    const build = await preview.build(app, config);
    expect(build.problems).toEqual([]);
    expect(build.pages).toEqual(["Home"]);
    expect(build.html).toContain('id="joinery-config">{"appId":"a1","appName":"An \\u003capp>"');
    expect(build.html).toContain("<title>An &lt;app></title>");
    expect(codeOf(build)).toContain("Hello home");
    expect(cssOf(build)).toContain("#123456");
    expect(await preview.build(app, config)).toEqual(build);
    const edited = await preview.build(
      [{ ...home, content: home.content.replace("Hello home", "Hello again") }, task, remind],
      config,
    );
    expect([...edited.assets.keys()]).not.toEqual([...build.assets.keys()]);
  });

  it("takes a component of the app's own before the kit's of that name, and the kit for the others", async () => {
    const own = page(
      "components/ui/button.jsx",
      'import { cn } from "@/lib/utils";\nexport const Button = () => <b className={cn("own")}>Own button</b>;',
    );
    const other = page(
      "pages/Other.jsx",
      'import { Badge } from "@/components/ui/badge";\nimport { Heart } from "lucide-react";\nexport default () => <Badge><Heart /></Badge>;',
    );
    for (const build of [
      await preview.build([...app, own, other], config),
      await buildForPublish([...app, own, other], { ...config, mode: "published" }),
    ]) {
      expect(build.problems).toEqual([]);
      expect(codeOf(build)).toContain("Own button");
      expect(codeOf(build)).not.toContain("@/");
    }
  });

  it("gives functions to its pages whether they are a file or a folder with an entry, and no shared code", async () => {
    const entry = page("functions/send-mail/entry.ts", "export default () => new Response('ok');");
    const shared = page("functions/send-mail/words.ts", "export const words = 1;");
    const asks = (name: string) =>
      page(
        "pages/Mail.jsx",
        `import { ${name} } from "@/api/functions";\nexport default () => <button onClick={() => ${name}({})}>Send</button>;`,
      );
    const build = await preview.build(
      [...app, entry, page("functions/send-mail.js", entry.content), shared, asks("send_mail")],
      config,
    );
    expect(build.problems).toEqual([]);
    expect(codeOf(build)).toContain('functionClient("send-mail")');
    expect((await preview.build([...app, entry, shared, asks("words")], config)).problems).toMatchObject([
      { message: expect.stringContaining('does not export "words"') as string },
    ]);
  });

  it("names the parts that its script loads, which an edit and a problem leave as they are", async () => {
    const partsIn = ({ html }: Build) => / data-parts="([^"]*)"/.exec(html)![1]!.split(" ");
    const build = await preview.build(app, config);
    const parts = partsIn(build);
    const imported = [...codeOf(build).matchAll(/from"\.\/(part-[A-Z0-9]+\.js)"/g)].map(([, name]) => name!);
    expect(imported.length).toBeGreaterThan(1);
    expect(imported.filter((name) => !parts.some((part) => part.endsWith(name)))).toEqual([]);
    expect(parts.filter((part) => !build.assets.has(part))).toEqual([]);
    expect(parts.filter((part) => !build.html.includes(`<link rel="modulepreload" href="${part}"`))).toEqual([]);
    const edited = await preview.build([{ ...home, content: `${home.content}// edited\n` }, task, remind], config);
    expect(partsIn(edited)).toEqual(parts);
    const broken = await preview.build([page("pages/Home.jsx", "export default () => <p>;"), task, remind], config);
    expect(broken.problems).toHaveLength(1);
    expect(partsIn(broken).filter((part) => !broken.assets.has(part))).toEqual([]);
  });

  it("carries no comments of the kit's files", async () => {
    expect(codeOf(await preview.build(app, config))).not.toMatch(/@(param|type|import|returns)\b/);
  });

  it("builds an app that has nothing yet", async () => expect((await preview.build([], config)).problems).toEqual([]));

  it.each([
    ["a syntax error", "export default function ( {", /Expected/],
    [
      "an icon that does not exist",
      'import { NoSuchIcon } from "lucide-react"; export default () => <NoSuchIcon />;',
      /"lucide-react" does not export "NoSuchIcon"/,
    ],
    [
      "a package that is not available",
      'import _ from "lodash"; export default () => _;',
      /The package "lodash" is not available/,
    ],
    [
      "a package that is required",
      'const { Pool } = require("undici"); export default () => Pool;',
      /The package "undici" is not available/,
    ],
    [
      "a package that is loaded when it rains",
      'export default () => import(Math.random() > 0.5 ? `undici` : "react");',
      /The package "undici" is not available/,
    ],
    [
      "a file of Joinery's own",
      'const env = require("@/engines/env"); export default () => env;',
      /"@\/engines\/env" does not exist in this app/,
    ],
    [
      "a file that does not exist",
      'import X from "@/components/X"; export default () => <X />;',
      /"@\/components\/X" does not exist in this app/,
    ],
    [
      "an entity that does not exist",
      'import { Nope } from "@/api/entities"; export default () => Nope;',
      /does not export "Nope"/,
    ],
    [
      "an export that a file does not have",
      'import { part } from "@/pages/Home"; export default () => part;',
      /pages\/Home.jsx does not export "part"/,
    ],
    ["no default export", "export const a = 1;", /no default export/],
  ])("with %s on one page names it, and the other pages run", async (_name, content, message) => {
    const build = await preview.build([...app, page("pages/Bad.jsx", content)], config);
    expect(build.problems[0]).toMatchObject({ file: "pages/Bad.jsx", message: expect.stringMatching(message) });
    expect(codeOf(build)).toContain("Hello home");
  });

  it("with a broken globals.css takes the default look and says so", async () => {
    const build = await preview.build([...app, page("globals.css", '@import "some-package";')], config);
    expect(build.problems).toMatchObject([{ file: "globals.css" }]);
    expect(cssOf(build)).toContain("--primary");
  });

  it("never reads a file of this machine, however it is asked for", async () => {
    const folder = mkdtempSync(join(tmpdir(), "joinery-canary-"));
    const canary = "canary-host-file-7731";
    for (const name of ["secret.json", "secret.js", "secret.txt"])
      writeFileSync(
        join(folder, name),
        name.endsWith(".js") ? `module.exports = "${canary}"` : JSON.stringify({ canary }),
      );
    const up = relative(process.cwd(), folder);
    const paths = ["secret.json", "secret.js", "secret.txt"].flatMap((name) => [
      join(folder, name),
      `./${up}/${name}`,
      `../${up}/${name}`,
      `@/${up}/${name}`,
      `@/../${up}/${name}`,
      `react/../../${up}/${name}`,
      `file://${folder}/${name}`,
    ]);
    const ways = paths.flatMap((path) => [
      `const a = require(${JSON.stringify(path)});`,
      `const b = import(${JSON.stringify(path)});`,
      `import c from ${JSON.stringify(path)}; void c;`,
    ]);
    for (const way of ways) {
      const build = await preview
        .build([...app, page("pages/Evil.jsx", `${way}\nexport default () => null;`)], config)
        .catch(() => undefined);
      expect([way, build ? codeOf(build).includes(canary) : false]).toEqual([way, false]);
    }
    const published = await buildForPublish(
      [...app, ...ways.map((way, index) => page(`pages/Evil${index}.jsx`, `${way}\nexport default () => null;`))],
      { ...config, mode: "published" },
    );
    expect(codeOf(published)).toContain("Hello home");
    expect(codeOf(published)).not.toContain(canary);
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("A published build", () => {
  it("is whole, without the import map, and loads pages when they are opened", async () => {
    const build = await buildForPublish(
      [...app, page("pages/Other.jsx", "export default () => <p>Only on the other page</p>;")],
      { ...config, mode: "published" },
    );
    expect(build.problems).toEqual([]);
    expect(build.html).not.toContain("importmap");
    const holding = [...build.assets].filter(([, { bytes }]) =>
      new TextDecoder().decode(bytes).includes("Only on the other page"),
    );
    expect(holding).toHaveLength(1);
    const preload = `<link rel="modulepreload" href="${holding[0]![0]}">`;
    expect(build.html).not.toContain(preload);
    const dress = { name: "An app", about: "", site: {}, url: "http://an.app", isMarked: false, account: "/account" };
    const at = (path: string) => dressPage(build.html, dress as Dress, path);
    // The page that is asked for is on its way before the entry runs.
    expect(at("/Other")).toContain(preload);
    expect(at("/")).not.toContain(holding[0]![0]);
  });
});

describe.each(["published build", "preview"])("Icons of a %s", (kind) => {
  const codeWith = async (content: string) => {
    const files = [...app, page("pages/Icons.jsx", content)];
    const build =
      kind === "preview"
        ? await preview.build(files, config)
        : await buildForPublish(files, { ...config, mode: "published" });
    expect(build.problems).toEqual([]);
    return codeOf(build);
  };
  const whole = kind === "preview" ? 'from"lucide-react"' : '"zap"';

  it("are those that its files name, by whichever of their names", async () => {
    const code = await codeWith(
      'import { AlarmCheck, Heart as Like } from "lucide-react";\nexport { Anchor } from "lucide-react";\nexport default () => <><AlarmCheck /><Like /></>;',
    );
    // A preview is one script without what nothing imports.
    for (const icon of ["alarm-clock-check", "heart", ...(kind === "preview" ? [] : ["anchor"])])
      expect(code).toContain(icon);
    for (const other of ['"zap"', 'from "lucide-react"']) expect(code).not.toContain(other);
  });

  it("are others after an edit", async () => {
    await codeWith('import { Heart } from "lucide-react";\nexport default () => <Heart />;');
    expect(await codeWith('import { Zap } from "lucide-react";\nexport default () => <Zap />;')).toContain('"zap"');
  });

  it("are all of them when a file asks for the whole package", async () =>
    expect(
      await codeWith(
        'import * as icons from "lucide-react";\nexport default ({ name }) => { const Icon = icons[name]; return <Icon />; };',
      ),
    ).toContain(whole));

  it("can be made by the package's own means", async () =>
    expect(
      await codeWith(
        'import { createLucideIcon, Heart } from "lucide-react";\nconst Own = createLucideIcon("own-icon", []);\nexport default () => <><Own /><Heart /></>;',
      ),
    ).toContain("own-icon"));
});

describe("Packages", () => {
  it("come from immutable modules, each by its own name, and nothing else lies there", async () => {
    const map = await importMap();
    for (const path of [map.react!, map["lucide-react"]!, map.recharts!])
      expect(await dependencyAsset(path)).toMatchObject({ contentType: "text/javascript; charset=utf-8" });
    for (const path of [
      "/_joinery/deps/other/react.js",
      map.react!.replace("react.js", "../../../package.json"),
      map.react!.replace("react.js", "done"),
    ])
      expect(await dependencyAsset(path)).toBeUndefined();
  }, 60_000);

  it.each(appPackages)(
    "of the import map give every name that %s is said to export",
    async (specifier) => {
      const { bytes } = (await dependencyAsset((await importMap())[specifier]!))!;
      const exported = readModule({ path: "a.js", content: new TextDecoder().decode(bytes) }).exports;
      expect([...packageExports(specifier)!].filter((name) => !exported.has(name))).toEqual([]);
    },
    60_000,
  );

  // What the components of shadcn/ui import of the promised packages, also as types, plainly or in passing.
  const shadcn = `
    import * as React from "react";
    import { cva, type VariantProps } from "class-variance-authority";
    import { clsx, type ClassValue } from "clsx";
    import { twMerge } from "tailwind-merge";
    import { Accordion, AlertDialog, AspectRatio, Avatar, Checkbox, Collapsible, ContextMenu, Dialog, DropdownMenu, HoverCard, Label, Menubar, NavigationMenu, Popover, Progress, RadioGroup, ScrollArea, Select, Separator, Slider, Slot, Switch, Tabs, Toggle, ToggleGroup, Tooltip } from "radix-ui";
    import { ArrowLeft, ArrowRight, CheckIcon, ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, ChevronUpIcon, ChevronsUpDown, CircleCheckIcon, CircleIcon, GripVerticalIcon, InfoIcon, Loader2Icon, MinusIcon, MoreHorizontal, MoreHorizontalIcon, OctagonXIcon, PanelLeftIcon, SearchIcon, TriangleAlertIcon, XIcon } from "lucide-react";
    import * as RechartsPrimitive from "recharts";
    import { Area, AreaChart, Bar, BarChart, CartesianGrid, Cell, Label as ChartLabel, LabelList, Line, LineChart, Pie, PieChart, PolarAngleAxis, PolarGrid, PolarRadiusAxis, Radar, RadarChart, RadialBar, RadialBarChart, Rectangle, ReferenceLine, ResponsiveContainer, Sector, XAxis, YAxis } from "recharts";
    import { Toaster as Sonner, toast, ToasterProps } from "sonner";
    import { addDays, format, formatDistanceToNow, isSameDay, parseISO, subDays } from "date-fns";
    import { de, enUS } from "date-fns/locale";
    import { fr } from "date-fns/locale/fr";
    import onlyFormat, { format as sameFormat } from "date-fns/format";
    import { AnimatePresence, motion } from "framer-motion";
    import { Link, NavLink, Outlet, RouterProvider, createBrowserRouter, useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
    import { createPortal } from "react-dom";`;
  const used = [...shadcn.matchAll(/import ([^;]+?) from/g)]
    .flatMap(([, names]) => names!.replaceAll(/[{}]/g, "").split(","))
    .map((name) => name.trim())
    .filter((name) => !name.startsWith("type ") && name !== "ToasterProps")
    .map((name) =>
      name
        .split(/\s+as\s+/)
        .at(-1)!
        .trim(),
    );
  const all = page(
    "pages/Home.tsx",
    `${shadcn}\nconst props: ToasterProps = {};\nconst all = { ${used.join(", ")} };\nexport default () => <p>{Object.keys({ ...all, ...props }).join()}</p>;\n`,
  );

  it("give every name that shadcn's components import, in a preview, when published, and to the validators", async () => {
    expect((await preview.build([all], config)).problems).toEqual([]);
    const published = await buildForPublish([all], { ...config, mode: "published" });
    expect(published.problems).toEqual([]);
    expect(codeOf(published)).not.toMatch(/from\s*"date-fns/);
    expect(validateBundle([all]).map(({ message }) => message)).toEqual([]);
  }, 60_000);

  it.each([
    ['import { cv } from "class-variance-authority"; cv();', '"class-variance-authority" does not export "cv"'],
    ['import lucide from "lucide-react"; lucide();', '"lucide-react" has no default export'],
    ['import { x } from "date-fns/nothing"; x();', 'The package "date-fns/nothing" is not available.'],
    ['import x from "date-fns/../../../package.json"; x();', "is not available."],
  ])("refuse what they do not have: %s", async (line, problem) => {
    const broken = page("pages/Home.jsx", `${line}\nexport default () => null;`);
    const { problems } = await preview.build([broken], config);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(problem)]);
  });
});

it("finds class names with brackets, commas and quotes of their own", () => {
  const found = candidatesIn(
    `<div className="md:grid-cols-[14rem_minmax(0,1fr)] [&_svg:not([class*='size-'])]:size-4" />, cn('p-2', open && "m-1")`,
  );
  expect(found).toEqual(
    expect.arrayContaining([
      "md:grid-cols-[14rem_minmax(0,1fr)]",
      "[&_svg:not([class*='size-'])]:size-4",
      "p-2",
      "m-1",
    ]),
  );
});
