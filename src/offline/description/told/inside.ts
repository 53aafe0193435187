import "server-only";
import { type Kept, link, type Told } from "./kept";

/** A table whose rows somebody makes, by which verb. */
export type Entered = { table: Kept; verb: string; isOne: boolean };

const opening = /^(?:create|add|start|open|register|set up|plan|build)$/;
const inside = /^(?:add|write|report|log|record|attach|upload|post|enter|put|offer)$/;

/** "create a survey with title, add questions", "register a plot, report a count": what is made in one go belongs to what it began with. */
export function linkInside(told: Told, entered: readonly Entered[]): void {
  const whole = entered.findIndex(({ verb, isOne, table }) => opening.test(verb) && isOne && !table.isPerson);
  if (whole < 0) return;
  const { table } = entered[whole]!;
  for (const { table: part, verb } of entered.slice(whole + 1))
    if (inside.test(verb) && part !== table && !part.isPerson)
      told.later.push(() => {
        if (part.to.size === 0 && !table.to.has(part)) link(part, table);
      });
}
