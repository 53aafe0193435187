import "server-only";
import { usualOpening } from "../model/app-model";
import { openingSaid } from "../description/wishes/opening-hours";
import type { Rule } from "../request/meaning/clause";

/** "opening hours are 9 to 18, closed on mondays", "each cut takes 30 minutes": when times can be booked, and how long one takes. */
export const readOpeningHours: Rule = ({ text, draft }) => {
  const page = draft.model.pages.find(({ form }) => form === "slots");
  const said = page && openingSaid(text, page.opening ?? usualOpening);
  if (!page || !said) return false;
  if (said.isOfOneDay) draft.skipped.push(`“${text}”: one pair of hours holds for all days that are open.`);
  else page.opening = said.opening;
  return true;
};
