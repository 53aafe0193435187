import "server-only";
import type { Wording } from "./wordings";

/** What people who make software call the kinds of fields, and the product's word. */
const kinds: [said: string, kind: string][] = [
  ["int|integer|bigint|smallint|float|double|decimal|numeric|real", "number"],
  ["bool|boolean", "checkbox"],
  ["varchar(?:\\(\\d+\\))?|string|str|char|uuid", "text"],
  ["timestamp|timestamptz|date ?time", "datetime"],
  ["jsonb?|blob", "long text"],
];
const kindWordings: Wording[] = kinds.flatMap(([said, kind]): Wording[] => [
  // "blocked (bool, default false)": a box is empty at first anyway.
  [
    new RegExp(`\\((?:${said})(?:, ?(?:not null|nullable|null|default(?::|=| )? ?(?:false|null|0|''|"")))*\\)`, "gi"),
    `(${kind})`,
  ],
  // "story_points: int", "add a bool blocked".
  [new RegExp(`(?<=[\\p{L}\\d]): ?(?:${said})(?=,|$| and | to | on | for )`, "giu"), ` (${kind})`],
  // "add a bool blocked to tickets".
  [
    new RegExp(
      `^(add|create) (?:an? )?(?:new )?(?:${said}) (?:(?:field|column|property|attribute|flag|called|named) )*([a-z][a-z0-9 _]*?)(?= (?:to|on|for|in) |$)`,
      "i",
    ),
    `$1 $2 (${kind})`,
  ],
]);

/** A request as people who make software type it, in plain words. */
export const softwareWordings: Wording[] = [
  ...kindWordings,
  // "story_points": the words of a name, where it is no address.
  [/(?<![\w@/.:"])[a-z]+(?:_[a-z]+)+(?![\w@/.:"])/g, (name: string) => name.replaceAll("_", " ")],
  // "add enum severity {minor, major}".
  [
    /^(add|create) (?:an? )?(?:new )?(?:enum|select) (?:(?:field|column|property|called|named) )*([a-z][\w ]*?)\s*[:=]?\s*[{([]([^{}()[\]]+)[})\]]/i,
    "$1 $2 ($3)",
  ],
  [/\b([a-z]+(?: [a-z]+)?) (?:FK|fk|foreign key)(?=[,)]|$| and )/g, "$1"],
  [/\(FK|\bFK to (?:the )?/g, ""],
  [
    /^(?:add |create |make )?(?:a )?new (?:entity|model|collection|resource|table|type)\s*:?\s+(?=[\w-]+ ?[(:])/i,
    "add a table for ",
  ],
  [/^(?:table|entity|model) ([\w-]+)(?: with|:| -) (?=.+)/i, "add a table for $1 with "],
  [
    /^(?:new |add )?(?:dashboard|home ?page) (?:widgets?|cards?|tiles?|charts?|kpis?)\s*[:-]\s*/i,
    "charts on the dashboard: ",
  ],
];
