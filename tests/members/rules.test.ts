import { describe, expect, it } from "vitest";
import { accessInWords, accessLines, paidForGood, paidWords } from "@/features/members/rules";
import { accessOfPair } from "@/features/rows/rules";
import { accessOf } from "@/features/rows/access";
import { permissionLevels } from "@/shipped/contract";

describe("What an entity's permissions mean, in words", () => {
  it.each([
    ["anonymous", "anonymous", everything(), everything(), everything()],
    ["anonymous", "all", "see every row", everything(), everything()],
    ["anonymous", "admin", "see every row", "see every row", everything()],
    ["anonymous", "creator", "see every row", ownOnes("see every row"), ownOnes("see every row")],
    ["anonymous", "none", "see every row", "see every row", "see every row"],
    ["all", "anonymous", "add rows", everything(), everything()],
    ["all", "all", "nothing", everything(), everything()],
    ["all", "admin", "nothing", "see every row", everything()],
    ["all", "creator", "nothing", ownOnes("see every row"), ownOnes("see every row")],
    ["admin", "anonymous", "add rows", "add rows", everything()],
    ["admin", "all", "nothing", "add rows", everything()],
    ["admin", "admin", "nothing", "nothing", everything()],
    ["creator", "anonymous", "add rows", ownOnes("see their own rows"), ownOnes("see their own rows")],
    ["creator", "creator", "nothing", ownOnes("see their own rows"), ownOnes("see their own rows")],
    ["none", "anonymous", "add rows", "add rows", "add rows"],
    ["none", "none", "nothing", "nothing", "nothing"],
  ] as const)("read %s, write %s", (read, write, strangers, members, admins) =>
    expect(accessInWords(accessOfPair({ read, write }))).toEqual({ strangers, members, admins }),
  );

  it.each([
    ["all", "all", ["Strangers: nothing", `Members and admins: ${everything()}`]],
    ["none", "none", ["Everybody: nothing"]],
    ["admin", "admin", ["Strangers and members: nothing", `Admins: ${everything()}`]],
    ["admin", "all", ["Strangers: nothing", "Members: add rows", `Admins: ${everything()}`]],
  ] as const)("read %s, write %s takes as few lines as it can", (read, write, lines) =>
    expect(accessLines(accessOfPair({ read, write })).map(({ who, may }) => `${who}: ${may}`)).toEqual(lines),
  );

  it("puts row rules into words, and names the app's own roles", () => {
    const access = accessOf({
      name: "Task",
      type: "object",
      properties: {},
      "x-accessControl": {
        permissions: { read: "all", write: "creator" },
        rules: {
          read: [{ role: "manager" }, { field: "assignee", is: "me" }, { field: "status", is: "published" }],
          delete: ["admin"],
        },
      },
    });
    expect(accessLines(access).map(({ who, may }) => `${who}: ${may}`)).toEqual([
      "Strangers: see rows whose status is published",
      "Members: see rows whose assignee is them or whose status is published, add rows, change rows that they made and whose assignee is them or whose status is published",
      "Admins: see rows whose assignee is them or whose status is published, add rows, change rows that they made and whose assignee is them or whose status is published, delete rows whose assignee is them or whose status is published",
      "Role manager: see every row, add rows, change their own rows",
    ]);
  });

  it("says something of every pair, and never that strangers may do more than members", () => {
    for (const read of permissionLevels)
      for (const write of permissionLevels) {
        const { strangers, members, admins } = accessInWords(accessOfPair({ read, write }));
        for (const words of [strangers, members, admins]) expect(words).not.toBe("");
        if (members === "nothing") expect(strangers).toBe("nothing");
      }
  });
});

function everything() {
  return "see every row, add rows, change and delete every row";
}

function ownOnes(see: string) {
  return `${see}, add rows, change and delete their own rows`;
}

it.each([
  [null, undefined],
  [paidForGood.toISOString(), "Paid"],
  ["2026-12-24T12:00:00Z", "Paid until Dec 24, 2026"],
  ["2026-11-01T12:00:00Z", "Was paid until Nov 1, 2026"],
])("a membership until %s is told as %s", (until, words) =>
  expect(paidWords(until, new Date("2026-11-30T12:00:00Z"))).toBe(words),
);
