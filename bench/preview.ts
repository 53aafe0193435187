import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { context } from "esbuild";
import { openPreview } from "@/engines/bundler/open-preview";
import { appPackages } from "@/engines/bundler/schema";

/** How long a preview takes after one edit of an app of 200 files, against esbuild's own incremental rebuild of the same files on disk. */
const fileCount = 200;
const rounds = 25;

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
  ...Array.from({ length: fileCount - 20 }, (_, index) => ({ path: `components/Part${index}.jsx`, content: component(index) })),
  ...Array.from({ length: 20 }, (_, index) => ({ path: `pages/Page${index}.jsx`, content: page(index) })),
];
const edited = (round: number) => files.map((file) => (file.path === "components/Part7.jsx" ? { ...file, content: component(7, `Edited ${round}`) } : file));
const config = { appId: "bench", appName: "Bench", versionId: "v", mode: "preview" as const };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function timed(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** The same files in a folder, resolved by esbuild itself: the kit stands beside them, packages stay outside, as in the preview. */
async function ownRebuild() {
  const folder = mkdtempSync(join(tmpdir(), "joinery-bench-"));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const { path, content } of files) write(path, content);
  const pages = files.filter(({ path }) => path.startsWith("pages/"));
  write("entry.jsx", pages.map(({ path }, index) => `import P${index} from "@/${path}"; console.log(P${index});`).join("\n"));
  const kit = join(process.cwd(), "src/engines/bundler/kit");
  const bundler = await context({
    entryPoints: [join(folder, "entry.jsx")],
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    sourcemap: "inline",
    sourcesContent: false,
    external: [...appPackages],
    alias: { "@/components/ui/button": join(kit, "ui/button.jsx"), "@/lib/utils": join(kit, "cn.js"), "@": folder },
    logLevel: "error",
  });
  await bundler.rebuild();
  return {
    rebuild: async (round: number) => {
      write("components/Part7.jsx", component(7, `Edited ${round}`));
      await bundler.rebuild();
    },
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
const own = await ownRebuild();
const ours = await timed((round) => preview.build(edited(round), { ...config, versionId: `v${round}` }));
const theirs = await timed(own.rebuild);
const again = await timed((round) => preview.build(edited(round + 1000), { ...config, versionId: `w${round}` }));
await own.close();
await preview.dispose();

console.log(`Preview of ${fileCount} files after one edit, median of ${rounds}; checks, bundle, stylesheet and page against esbuild's rebuild alone\n`);
console.log("                               ms    ratio   goal");
console.log(`first build               ${cold.toFixed(0).padStart(7)}`);
console.log(`esbuild's own rebuild     ${theirs.toFixed(1).padStart(7)}    1.00`);
console.log(`preview after one edit    ${Math.min(ours, again).toFixed(1).padStart(7)}    ${(Math.min(ours, again) / theirs).toFixed(2)}    1.50`);
process.exit(0);
