import "server-only";
import type { Carry } from "./carry";
import { addChart } from "./charts";
import { addFields, retype, setDefault, setDuty, setUnique } from "./fields";
import { linkTables } from "./links";
import {
  addBoardOf,
  addCalendarOf,
  filterList,
  hideFields,
  listTable,
  removePage,
  renamePage,
  sortList,
} from "./lists";
import { colourRows, setFont } from "./looks";
import { addOptions, removeOptions } from "./options";
import { setRights } from "./rights";

/** The sorts of request that need no sentence of the rules. */
export const direct: Record<string, Carry> = {
  "+field": addFields,
  "+option": addOptions,
  "-option": removeOptions,
  default: setDefault,
  required: setDuty(true),
  optional: setDuty(false),
  sort: sortList,
  filter: filterList,
  hide: hideFields,
  "-page": removePage,
  "rename-page": renamePage,
  "list-page": listTable,
  kind: retype,
  unique: setUnique,
  condition: colourRows,
  access: setRights,
  chart: addChart,
  font: setFont,
  link: linkTables,
  board: addBoardOf,
  calendar: addCalendarOf,
};
