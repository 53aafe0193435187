import type { ToolReading } from "@/offline/tool/read-tool";
import type { Placed } from "./fields";
import type { ToolNotes } from "./notes";
import { stepIds } from "./template";

/** The steps that the sentence says, or those of the kind; each field is put into one. */
export function stepsOf(
  { steps, stepCount, asked, kind }: ToolReading,
  placed: Placed[],
  notes: ToolNotes,
): { id: string; title: string }[] {
  const titled = (titles: string[]) => {
    const ids = stepIds(titles.length);
    return titles.map((title, index) => ({ id: ids[index]!, title: (title || `Step ${index + 1}`).slice(0, 60) }));
  };
  if (steps.length > 1) {
    const isShared = asked.length > 0 && asked.every(({ step }) => step === steps.length - 1);
    if (isShared || asked.length === 0) share(placed, steps.length);
    notes.made.push(`${steps.length} steps`);
    return titled(steps);
  }
  const own = kind ? [...new Set(kind.fields.map(({ step }) => step))] : [];
  if (stepCount < 0 && kind && own.length > 1) {
    for (const one of placed)
      one.step = Math.max(0, own.indexOf(kind.fields.find(({ name }) => name === one.field.name)?.step ?? ""));
    notes.made.push(`${own.length} steps`);
    return titled(own);
  }
  if (stepCount !== 0) {
    const count = Math.max(1, Math.min(placed.length, stepCount < 0 ? placed.length : stepCount));
    share(placed, count);
    if (count > 1) notes.made.push(`${count} steps`);
    if (stepCount > count) notes.left.push(`${stepCount} steps: there are only ${count} fields`);
    return titled(Array.from({ length: count }, () => ""));
  }
  return asked.length === 0 && own.length > 1 ? titled(own) : [];
}

/** Divides the fields among steps in their order, as evenly as it goes. */
function share(placed: Placed[], count: number): void {
  for (const [index, one] of placed.entries()) one.step = Math.floor((index * count) / placed.length);
}
