/**
 * Somebody else's requests, from a process of their own: in the bench's process they would wait for its work, too, such
 * as the model that it plays.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

const pauseMs = 5;

export type Request = { url: string; headers: Record<string, string> };

/** In the child: asks every few milliseconds from one message to the next, and tells how long each answer took, in ms. */
export async function askUntilTold(): Promise<void> {
  process.on("disconnect", () => process.exit(0));
  for (;;) {
    const [{ url, headers }] = (await once(process, "message")) as [Request];
    const state = { isOver: false };
    process.once("message", () => (state.isOver = true));
    const took: number[] = [];
    while (!state.isOver) {
      const began = performance.now();
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      took.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    process.send!(took);
  }
}

export class Neighbour {
  readonly #child: ChildProcess;

  constructor(private readonly request: Request) {
    this.#child = fork(process.argv[1]!, ["--neighbour"], {});
  }

  /** How long answers took while the work was done, in ms. */
  async waits(work: Promise<unknown>): Promise<number[]> {
    this.#child.send(this.request);
    await work;
    this.#child.send("over");
    const [took] = (await once(this.#child, "message")) as [number[]];
    return took;
  }

  end(): void {
    this.#child.disconnect();
  }
}
