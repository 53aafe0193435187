import "server-only";
import { tasks } from "../../words/tasks";
import { type Kept, link, type Told } from "./kept";

/** A table whose rows somebody makes, by which verb. */
export type Entered = { table: Kept; verb: string; isOne: boolean };

/** "create a survey with title, add questions", "register a plot, report a count": what is made in one go belongs to what it began with. */
export function linkInside(told: Told, entered: readonly Entered[]): void {
  const whole = entered.findIndex(({ verb, isOne, table }) => tasks().opening.has(verb) && isOne && !table.isPerson);
  if (whole < 0) return;
  const { table } = entered[whole]!;
  for (const { table: part, verb } of entered.slice(whole + 1))
    if (tasks().inside.has(verb) && part !== table && !part.isPerson)
      told.later.push(() => {
        if (part.to.size === 0 && !table.to.has(part)) link(part, table);
      });
}
