import "server-only";
import type { Carry } from "./carry";
import { addChart } from "./charts";
import { addFields, retype, setDefault, setDuty, setUnique } from "./fields";
import { linkTables } from "./links";
import {
  addBoardOf,
  addCalendarOf,
  filterList,
  groupRows,
  hideFields,
  listTable,
  removePage,
  renamePage,
  sortList,
} from "./lists";
import { colourRows, setCurrency, setFont, setStyle } from "./looks";
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
  group: groupRows,
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
  style: setStyle,
  currency: setCurrency,
  link: linkTables,
  board: addBoardOf,
  calendar: addCalendarOf,
};
