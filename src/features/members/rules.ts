import type { Permissions } from "@/shipped/contract";
import { type Reach, reachesOf, type RowActor } from "@/features/rows/rules";

export const audiences = ["strangers", "members", "admins"] as const;
export type Audience = (typeof audiences)[number];

/** One of each; nobody's id matters, since what is one's own is said as such. */
const actors: Record<Audience, RowActor> = {
  strangers: null,
  members: { id: "member", role: "user" },
  admins: { id: "admin", role: "admin" },
};

const whose: Record<Exclude<Reach, "nothing">, string> = { every: "every row", own: "their own rows" };

/** "see every row, add rows, change and delete their own rows". Nothing at all is "nothing". */
function inWords({ read, create, change }: ReturnType<typeof reachesOf>): string {
  const rights = [
    read !== "nothing" && `see ${whose[read]}`,
    create !== "nothing" && "add rows",
    change !== "nothing" && `change and delete ${whose[change]}`,
  ].filter(Boolean);
  return rights.join(", ") || "nothing";
}

/**
 * What strangers, members and admins of a published app may do with a table's rows, as the entity engine decides it.
 */
export function accessInWords(permissions: Permissions): Record<Audience, string> {
  const of = (audience: Audience) => inWords(reachesOf(permissions, actors[audience]));
  return { strangers: of("strangers"), members: of("members"), admins: of("admins") };
}

const names: Record<string, string> = {
  strangers: "Strangers",
  members: "Members",
  admins: "Admins",
  "members,admins": "Members and admins",
  "strangers,members": "Strangers and members",
  "strangers,members,admins": "Everybody",
};

/** The same in as few lines as it takes: those who may do the same share one. */
export function accessLines(permissions: Permissions): { who: string; may: string }[] {
  const words = accessInWords(permissions);
  const groups: Audience[][] = [];
  for (const audience of audiences) {
    const last = groups.at(-1);
    if (last && words[last[0]!] === words[audience]) last.push(audience);
    else groups.push([audience]);
  }
  return groups.map((group) => ({ who: names[group.join()]!, may: words[group[0]!] }));
}
