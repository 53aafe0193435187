import { type Access, type Reach, reachesOf, rolesIn, type RowActor, type RowCondition } from "@/features/rows/rules";
import type { MemberSettings } from "./schema";

/** Whether strangers may become members: chosen by the owner, and only while the app is published under its own domain. */
export const mayStrangersJoin = ({ isSignupWanted, isPublished, hasDomain }: MemberSettings): boolean =>
  isSignupWanted && isPublished && hasDomain;

export const audiences = ["strangers", "members", "admins"] as const;
export type Audience = (typeof audiences)[number];

/** One of each; nobody's id matters, since what is one's own is said as such. */
const me = "me";
const actors: Record<Audience, RowActor> = {
  strangers: null,
  members: { id: me, role: "user", address: me },
  admins: { id: me, role: "admin", address: me },
};

/** "their own rows", "rows whose assignee is them or whose status is published". */
function whose(reach: Exclude<Reach, "nothing">): string {
  if (reach === "every") return "every row";
  if (reach === "own") return "their own rows";
  return `rows ${testWords(reach)}`;
}

function testWords(condition: RowCondition): string {
  if (condition === "own") return "that they made";
  if ("any" in condition) return condition.any.map(testWords).join(" or ");
  if ("every" in condition) return condition.every.map(testWords).join(" and ");
  if ("address" in condition) return `whose ${condition.field} is their proven address`;
  if ("meets" in condition) return `whose ${condition.field} is a row ${testWords(condition.meets)}`;
  const value = "is" in condition ? condition.is : condition.has;
  return `whose ${condition.field} ${"is" in condition ? "is" : "has"} ${value === me ? "them" : String(value)}`;
}

/** "see every row, add rows, change and delete their own rows". Nothing at all is "nothing". */
function inWords({ read, create, update, delete: remove }: ReturnType<typeof reachesOf>): string {
  const isSame = JSON.stringify(update) === JSON.stringify(remove);
  const rights = [
    read !== "nothing" && `see ${whose(read)}`,
    create !== "nothing" && (typeof create === "object" ? `add ${whose(create)}` : "add rows"),
    update !== "nothing" && `change${isSame ? " and delete" : ""} ${whose(update)}`,
    remove !== "nothing" && !isSame && `delete ${whose(remove)}`,
  ].filter(Boolean);
  return rights.join(", ") || "nothing";
}

/**
 * What strangers, members and admins of a published app may do with a table's rows, as the entity engine decides it.
 */
export function accessInWords(access: Access): Record<Audience, string> {
  const of = (audience: Audience) => inWords(reachesOf(access, actors[audience]));
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

/** The same in as few lines as it takes: those who may do the same share one. Roles of the app's own follow. */
export function accessLines(access: Access): { who: string; may: string }[] {
  const words = accessInWords(access);
  const groups: Audience[][] = [];
  for (const audience of audiences) {
    const last = groups.at(-1);
    if (last && words[last[0]!] === words[audience]) last.push(audience);
    else groups.push([audience]);
  }
  return [
    ...groups.map((group) => ({ who: names[group.join()]!, may: words[group[0]!] })),
    ...rolesIn(access).flatMap((role) => {
      const may = inWords(reachesOf(access, { id: me, role, address: me }));
      return role in { user: 1, admin: 1 } || may === words.members ? [] : [{ who: `Role ${role}`, may }];
    }),
  ];
}

/** The end of a membership that was paid once, or that goes on until it is cancelled. */
export const paidForGood = new Date("9999-12-31T00:00:00Z");

/** What a member has paid for, in words; undefined for those who never did, or have their money back. */
export function paidWords(paidUntil: string | null, now = new Date()): string | undefined {
  if (paidUntil === null) return undefined;
  const end = new Date(paidUntil);
  if (end >= paidForGood) return "Paid";
  const day = end.toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric" });
  return end > now ? `Paid until ${day}` : `Was paid until ${day}`;
}
