import "server-only";
import { z } from "zod";
import { nameList } from "./name-list";
import { read } from "./read-data";

/** Who may do what with whose rows, as people say it: `access.json`. */
const schema = z.strictObject({
  /** Those who are not told by what they do for a living. */
  who: z.strictObject({
    /** They come without an account. */
    strangers: nameList,
    /** Strangers, too, where the app is not said to be a team's. */
    anyone: nameList,
    /** Of a team's app: everybody who is signed in. */
    everyone: nameList,
    signed: nameList,
    admins: nameList,
    nobody: nameList,
    /** Who made a row. */
    author: nameList,
  }),
  /** What tells that an app is for people who know each other: everyone of them has signed in. */
  team: nameList,
  /** What tells that strangers come. */
  site: nameList,
  /** Who leads others, by a role that is given to members. */
  superior: nameList,
  /** Who does the work: a role where others are spoken of, too. */
  serving: nameList,
  may: nameList,
  mayNot: nameList,
  not: nameList,
  only: nameList,
  except: nameList,
  /** Verbs by what they do to rows: those of `createAs`, `updateAs` tell more than that rows come or change ("book", "approve"). */
  read: nameList,
  create: nameList,
  createAs: nameList,
  update: nameList,
  updateAs: nameList,
  delete: nameList,
  write: nameList,
  /** Reading, and everything else where only some may. */
  everyDeed: nameList,
  /** Every table, or every deed: "edit everything", "bosses may everything". */
  everything: nameList,
  doAll: nameList,
  /** "what they added". */
  made: nameList,
  /** Words before those who may: "visible to". */
  open: nameList,
  editable: nameList,
  added: nameList,
  removed: nameList,
  managed: nameList,
  accessible: nameList,
  readOnly: nameList,
  noLogin: nameList,
  private: nameList,
  public: nameList,
  /** "public transport" is open to nobody. */
  notPublic: nameList,
  /** Whose rows: what somebody made. */
  own: nameList,
  /** The same behind "only". */
  their: nameList,
  others: nameList,
  assigned: nameList,
  /** Rows that were spoken of. */
  pronoun: nameList,
  /** Words for rows of any table. */
  rows: nameList,
  /** What comes in by a form, whatever its table is called. */
  sent: nameList,
  /** "the list of volunteers", "the status of repairs": the rows stand behind it. */
  part: nameList,
  filler: nameList,
  all: nameList,
});
export type AccessWords = z.infer<typeof schema>;

let loaded: AccessWords | undefined;
export const accessWords = (): AccessWords => (loaded ??= read(schema, "access.json"));
