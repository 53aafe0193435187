import { planTitleMax, stepMax, stepsMax, type WrittenPlan } from "./schema";

/** What a text consists of: prose, and the plan as it stands after each of its lines. */
export type PlanPiece = { kind: "text"; text: string } | { kind: "plan"; plan: WrittenPlan };

const opening = /^\s*<plan(?:\s+title="([^"]*)")?\s*>\s*$/;
const closing = /^\s*<\/plan>\s*$/;
const bullet = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.*)$/;

/** Whether a line that is not whole yet may still become the opening tag. */
const mayOpen = (line: string): boolean => {
  const start = line.trimStart();
  return start === "" || "<plan".startsWith(start.slice(0, 5));
};

/** Markdown's bold is taken off: steps are shown and sent as plain text. */
const plain = (text: string): string => text.replaceAll("**", "").trim();

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/**
 * Reads a plan out of a reply's prose: `<plan title="…">` on a line of its own, a step on each line that begins with a
 * dash or a number, and `</plan>`. A line without either goes on with the step before it. Independent of chunking; only
 * the beginning of a line that may be the tag is held back.
 */
export class PlanReader {
  #line = "";
  /** Whether the beginning of this line was passed on as prose. */
  #isPassed = false;
  #plan: WrittenPlan | undefined;

  push(text: string): PlanPiece[] {
    const pieces: PlanPiece[] = [];
    let at = 0;
    while (at < text.length) {
      const end = text.indexOf("\n", at);
      const stop = end < 0 ? text.length : end + 1;
      pieces.push(...this.#take(text.slice(at, stop), end >= 0));
      at = stop;
    }
    return pieces;
  }

  /** Gives out the prose that is held back, before something else than prose follows. Half a line of a plan stays. */
  release(): PlanPiece[] {
    if (this.#plan || this.#line === "" || this.#isPassed) return [];
    const text = this.#line;
    this.#line = "";
    return [{ kind: "text", text }];
  }

  /** Ends the text. A plan without its closing tag stays incomplete. */
  end(): PlanPiece[] {
    const pieces = this.#plan && this.#line !== "" ? this.#take("", true) : this.release();
    this.#plan = undefined;
    return pieces;
  }

  #take(piece: string, isWhole: boolean): PlanPiece[] {
    this.#line += piece;
    if (this.#plan) return isWhole ? this.#read(this.#plan) : [];
    if (this.#isPassed) return this.#pass(piece, isWhole);
    if (!isWhole && mayOpen(this.#line) && this.#line.length < 300) return [];
    const tag = isWhole ? opening.exec(this.#line) : null;
    if (!tag) return this.#pass(this.#line, isWhole);
    this.#line = "";
    this.#plan = { title: cut(plain(tag[1] ?? ""), planTitleMax), steps: [], isComplete: false };
    return [{ kind: "plan", plan: this.#plan }];
  }

  #pass(text: string, isWhole: boolean): PlanPiece[] {
    this.#isPassed = !isWhole;
    this.#line = "";
    return text === "" ? [] : [{ kind: "text", text }];
  }

  /** One whole line of the plan. */
  #read(plan: WrittenPlan): PlanPiece[] {
    const line = this.#line.trimEnd();
    this.#line = "";
    if (closing.test(line)) {
      this.#plan = undefined;
      return [{ kind: "plan", plan: { ...plan, isComplete: true } }];
    }
    const text = plain(bullet.exec(line)?.[1] ?? line);
    if (text === "") return [];
    const isNew = bullet.test(line) || plan.steps.length === 0;
    const steps =
      isNew && plan.steps.length < stepsMax
        ? [...plan.steps, cut(text, stepMax)]
        : [...plan.steps.slice(0, -1), cut(`${plan.steps.at(-1)} ${text}`, stepMax)];
    this.#plan = { ...plan, steps };
    return [{ kind: "plan", plan: this.#plan }];
  }
}

/** A plan in the form in which it is read: for a model that is shown what it wrote. */
export const writePlan = ({ title, steps }: Pick<WrittenPlan, "title" | "steps">): string =>
  `<plan title="${title.replaceAll('"', "'")}">\n${steps.map((step) => `- ${step.replaceAll(/\s+/g, " ")}\n`).join("")}</plan>\n`;
