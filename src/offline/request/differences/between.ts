import "server-only";
import type { AppModel } from "../../model/app-model";
import type { Difference } from "./difference";
import { lookDifferences } from "./look";
import { pageDifferences } from "./pages";
import { tableDifferences } from "./tables";

/**
 * Everything in which two models of an app differ: what a change did, read off its result.
 * @param request what was asked for: its own words for a colour are told
 */
export const differencesBetween = (before: AppModel, after: AppModel, request = ""): Difference[] => [
  ...tableDifferences(before, after),
  ...pageDifferences(before, after),
  ...lookDifferences(before, after, request),
];
