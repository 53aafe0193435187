import "server-only";
import { plainAsker } from "./who-asks";
import { plainHead } from "./bare-head";
import { plainBareList } from "./bare-list";
import { plainBooked } from "./booked";
import { plainLookers, plainVisited } from "./lookers";
import { plainCollection } from "./collections";
import { plainKind } from "./named-kind";
import { plainOwnLists } from "./own-lists";
import { plainPhotos } from "./own-photos";
import { plainProse } from "./prose";
import { plainRequests } from "./requests";
import { plainTurns } from "./turns";
import { blogOf, websiteOf } from "./website";
import { plainFound } from "./who-is-found";
import { plainWhoWhich } from "./who-which";

/** In this order: commas that were left out, who asks, what is only named, then what is told of it. */
const steps = [
  plainBareList,
  plainFound,
  plainOwnLists,
  plainAsker,
  plainLookers,
  blogOf,
  websiteOf,
  plainCollection,
  plainKind,
  plainHead,
  plainPhotos,
  plainTurns,
  plainVisited,
  plainRequests,
  plainBooked,
  plainWhoWhich,
  plainProse,
];

/** A first message in the words in which the readers of descriptions know what is kept: "who leads which hike" are hikes and leaders. */
export const inPlainWords = (text: string): string => steps.reduce((said, step) => step(said), text);
