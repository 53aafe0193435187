import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** A process and its descendants: in a sandbox the runtime is a grandchild. */
export async function family(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const below = await Promise.all((children.match(/\d+/g) ?? []).map((child) => family(Number(child))));
  return [pid, ...below.flat()];
}

export async function usageOf(pid: number): Promise<{ residentMb: number; cpuSeconds: number }> {
  const [status, stat] = await Promise.all([
    readFile(`/proc/${pid}/status`, "utf8"),
    readFile(`/proc/${pid}/stat`, "utf8"),
  ]);
  return { residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024, cpuSeconds: ticksIn(stat) / 100 };
}

const ticksIn = (stat: string) => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
};

/** Whether this system reports CPU time. */
export const countsProcessorTime = existsSync("/proc/self/stat");

/** Total CPU time of processes in ms; exited ones count 0. */
export function processorMs(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + ticksIn(readFileSync(`/proc/${pid}/stat`, "utf8")) * 10;
    } catch {
      return sum;
    }
  }, 0);
}
