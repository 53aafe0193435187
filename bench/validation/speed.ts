import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { validateBundle } from "@/engines/detect/check";
import type { SourceFile } from "@/shipped/contract";
import { editsOfConversations } from "../repair/edits";

/** Components that lie in a folder (`CODE=folder`), such as a package's sources. */
function filesIn(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[jt]sx?$/.test(path) && !/\.(?:spec|test|stories)\./.test(path))
    .map((path) => ({ path: `components/${path}`, content: readFileSync(join(folder, path), "utf8") }));
}

/** So many files of whole apps: the pages and components of one again and again, each text once. */
function filesOf(count: number): SourceFile[] {
  const app = editsOfConversations().at(-1)!.after;
  const isCode = ({ path }: SourceFile) => /^(?:pages|components)\//.test(path);
  const code = app.filter(isCode);
  const copies = Array.from({ length: Math.ceil(count / code.length) }, (_, copy) =>
    code.map(({ path, content }) => ({
      path: copy === 0 ? path : path.replace(/^(\w+)\//, `$1/copy${copy}/`),
      content: `${content}// ${copy} of ${count}\n`,
    })),
  );
  return [...app.filter((file) => !isCode(file)), ...copies.flat()].slice(0, count);
}

const kilobytes = (files: SourceFile[]) =>
  (files.reduce((sum, { content }) => sum + content.length, 0) / 1000).toFixed(0);
const cpuMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** The first check of 324 files by processor time, beside linters on the same files; then checks after an edit. */
export function measureSpeed(): void {
  const many = process.env.CODE ? filesIn(process.env.CODE).slice(0, 324) : filesOf(324);
  const [started, used] = [performance.now(), process.cpuUsage()];
  validateBundle(many);
  const [took, cost] = [performance.now() - started, cpuMs(process.cpuUsage(used))];
  console.log(`\n${many.length} files, ${kilobytes(many)} kB, for the first time      processor ms      ms`);
  const row = (name: string, cpu: number, ms: number) =>
    console.log(`${name.padEnd(42)}${cpu.toFixed(0).padStart(10)}${ms.toFixed(0).padStart(8)}`);
  row("ours (goal 1,500)", cost, took);
  for (const [name, command] of Object.entries(linters)) {
    const { cpu, ms } = timed(command, many);
    row(name, cpu, ms);
  }
  const base = filesOf(200);
  validateBundle(base);
  const times = Array.from({ length: 40 }, (_, turn) => {
    const target = base[60 + turn]!;
    const files = base.map((file) =>
      file === target ? { ...file, content: `${file.content}\nexport const edit${turn} = ${turn};\n` } : { ...file },
    );
    const begin = performance.now();
    validateBundle(files);
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  console.log(
    `\n${base.length} files, ${kilobytes(base)} kB: check after one edit median ${times[20]!.toFixed(1)} ms, worst ${times.at(-1)!.toFixed(1)} ms (goal 30, ratio ${(times[20]! / 30).toFixed(2)})`,
  );
}

const linters = {
  "oxlint, its default rules": "oxlint --silent .",
  "oxlint, one thread": "oxlint --silent --threads 1 .",
  "tsc, checkJs":
    "tsc --noEmit --ignoreConfig --allowJs --checkJs --jsx preserve --skipLibCheck --module esnext --moduleResolution bundler",
};

/** A command's processor time, its threads' together, over files in a folder of their own. */
function timed(command: string, files: SourceFile[]): { cpu: number; ms: number } {
  const folder = mkdtempSync(join(tmpdir(), "joinery-files-"));
  try {
    const code = files.filter(({ path }) => /\.[jt]sx?$/.test(path));
    for (const { path, content } of code) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const all = command.startsWith("tsc") ? `${command} ${code.map(({ path }) => path).join(" ")}` : command;
    const bin = join(process.cwd(), "node_modules", ".bin");
    const started = performance.now();
    const { stderr } = spawnSync("bash", ["-c", `time -p ${bin}/${all} >/dev/null 2>&1`], {
      cwd: folder,
      encoding: "utf8",
    });
    const seconds = [...stderr.matchAll(/^(?:user|sys) ([\d.]+)$/gm)].map(([, text]) => Number(text));
    return { cpu: 1000 * seconds.reduce((a, b) => a + b, 0), ms: performance.now() - started };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
