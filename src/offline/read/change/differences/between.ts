import "server-only";
import type { AppModel } from "../../../model/app-model";
import type { Difference } from "./difference";
import { lookDifferences } from "./look";
import { pageDifferences } from "./pages";
import { tableDifferences } from "./tables";

/** Everything in which two models of an app differ: what a change did, read off its result. */
export const differencesBetween = (before: AppModel, after: AppModel): Difference[] => [
  ...tableDifferences(before, after),
  ...pageDifferences(before, after),
  ...lookDifferences(before, after),
];
