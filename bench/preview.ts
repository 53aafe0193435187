import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, type BuildOptions, context } from "esbuild";
import { entryModule, kitFiles, sdkFolder } from "@/engines/bundler/app-modules";
import { openPreview } from "@/engines/bundler/open-preview";
import { buildForPublish } from "@/engines/bundler/publish";
import { appPackages } from "@/shipped/contract";

/**
 * An app of 200 files: the duration of its preview's rebuild after one edit, against esbuild's own incremental rebuild
 * of the same files on disk; and of publishing, against esbuild's bundle.
 */
const fileCount = 200;
const rounds = 25;
const publishRounds = 5;

const component = (index: number, word = "Card") => `import { useState } from "react";
import { Check } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";
export default function Part${index}({ title = "${word} ${index}" }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={cn("rounded-lg border p-${index % 8} text-sm", isOpen && "bg-muted")}>
      <h2 className="font-semibold">{title}</h2>
      {Array.from({ length: 20 }, (_, row) => <p key={row} className="mt-1">{row}</p>)}
      <Button onClick={() => setIsOpen(!isOpen)}><Check /> Toggle</Button>
    </section>
  );
}
`;
const page = (index: number) => {
  const parts = Array.from({ length: 9 }, (_, offset) => index * 9 + offset);
  return `${parts.map((part) => `import Part${part} from "@/components/Part${part}";`).join("\n")}
export default function Page${index}() {
  return <main className="grid gap-4 p-6">${parts.map((part) => `<Part${part} />`).join("")}</main>;
}
`;
};

const files = [
  ...Array.from({ length: fileCount - 20 }, (_, index) => ({
    path: `components/Part${index}.jsx`,
    content: component(index),
  })),
  ...Array.from({ length: 20 }, (_, index) => ({ path: `pages/Page${index}.jsx`, content: page(index) })),
];
const edited = (round: number) =>
  files.map((file) =>
    file.path === "components/Part7.jsx" ? { ...file, content: component(7, `Edited ${round}`) } : file,
  );
const config = { appId: "bench", appName: "Bench", versionId: "v", mode: "preview" as const };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function timed(work: (round: number) => Promise<unknown>, count = rounds): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
  }
  return median(times);
}

/**
 * The same files in a folder, resolved by esbuild itself; the kit is beside them, and packages are external in
 * rebuilds, as in the preview.
 */
async function ownBuilds() {
  const folder = mkdtempSync(join(tmpdir(), "joinery-bench-"));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const { path, content } of files) write(path, content);
  const pages = files.filter(({ path }) => path.startsWith("pages/"));
  write(
    "entry.jsx",
    pages.map(({ path }, index) => `import P${index} from "@/${path}"; console.log(P${index});`).join("\n"),
  );
  write("published.jsx", entryModule(files, true));
  const options: BuildOptions = {
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    alias: { ...Object.fromEntries(kitFiles), "sdk:boot": join(sdkFolder, "boot.jsx"), "@": folder },
    logLevel: "error",
  };
  const bundler = await context({
    ...options,
    entryPoints: [join(folder, "entry.jsx")],
    sourcemap: "inline",
    sourcesContent: false,
    external: [...appPackages],
  });
  await bundler.rebuild();
  return {
    rebuild: async (round: number) => {
      write("components/Part7.jsx", component(7, `Edited ${round}`));
      await bundler.rebuild();
    },
    publish: () =>
      build({
        ...options,
        entryPoints: [join(folder, "published.jsx")],
        outdir: folder,
        minify: true,
        splitting: true,
        nodePaths: [join(process.cwd(), "node_modules")],
        define: { "process.env.NODE_ENV": '"production"' },
      }),
    close: async () => {
      await bundler.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const preview = openPreview();
const started = performance.now();
const first = await preview.build(files, config);
if (first.problems.length > 0) throw new Error(JSON.stringify(first.problems.slice(0, 3)));
const cold = performance.now() - started;
const own = await ownBuilds();
const ours = await timed((round) => preview.build(edited(round), { ...config, versionId: `v${round}` }));
const theirs = await timed(own.rebuild);
const again = await timed((round) => preview.build(edited(round + 1000), { ...config, versionId: `w${round}` }));
const publishing: [number, number][] = [];
for (let round = 0; round < publishRounds; round += 1)
  publishing.push([
    await timed(own.publish, 1),
    await timed(() => buildForPublish(files, { ...config, mode: "published" }), 1),
  ]);
const [bundled, published] = [0, 1].map((side) => median(publishing.map((pair) => pair[side]!))) as [number, number];
await own.close();
await preview.dispose();

console.log(
  `Preview of ${fileCount} files after one edit, median of ${rounds}; checks, bundle, stylesheet and page against esbuild's rebuild alone\n`,
);
console.log("                               ms    ratio   goal");
console.log(`first build               ${cold.toFixed(0).padStart(7)}`);
console.log(`esbuild's own rebuild     ${theirs.toFixed(1).padStart(7)}    1.00`);
console.log(
  `preview after one edit    ${Math.min(ours, again).toFixed(1).padStart(7)}    ${(Math.min(ours, again) / theirs).toFixed(2)}    1.50`,
);
console.log(`esbuild's bundle to publish${bundled.toFixed(0).padStart(6)}    1.00`);
console.log(
  `publish, median of ${publishRounds}      ${published.toFixed(0).padStart(7)}    ${(published / bundled).toFixed(2)}    1.30`,
);
process.exit(0);
