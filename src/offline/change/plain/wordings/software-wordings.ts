import "server-only";
import { notedWordings } from "./noted-wordings";
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
  ...notedWordings,
  ...kindWordings,
  // "story_points": the words of a name, where it is no address.
  [/(?<![\w@/.:"])[a-z]+(?:_[a-z]+)+(?![\w@/.:"])/g, (name: string) => name.replaceAll("_", " ")],
  // "add created_at (datetime) to tickets, default now": what stands behind the place is said of the field.
  [
    /^(add|create) (?:an? )?([\w ]+?)((?: ?\([^()]*\))?) to (?:the )?([\w ]+?),? default(?:s|ing)?(?: to| is|:| =|=)? ?("[^"]+"|[\w.-]+)$/i,
    "$1 $2$3 to $4, the $2 of $4 is $5 by default",
  ],
  // "tickets.priority NOT NULL default p3".
  [
    /^(?:the )?([\w ]+?)\.([\w ]+?) not null default(?: to|:| =|=)? ?("[^"]+"|[\w-]+)$/i,
    "the $2 of $1 is required, the $2 of $1 is $3 by default",
  ],
  // "add FK ticket.reporter -> people".
  [
    /^(?:add |create )?(?:an? )?(?:FK|foreign key|relation|reference)(?: from| for)? (\w+)\.(?:\w+) ?(?:->|=>|→|to|references) ?(\w+)$/i,
    "link $1 to $2",
  ],
  // "enum type += tablet, dock".
  [
    /^(?:enum |select )?([a-z][\w ]*?) ?\+= ?([^:()]+)$/i,
    (said) => said.replace(/^(?:enum |select )?(.+?) ?\+= ?/i, "$1: + ").replaceAll(/,\s*(?:and )?/g, ", + "),
  ],
  // "default sort of tickets: opened at desc", "list filters on status and agent".
  [
    /^(?:the )?default (?:sort|sorting|order)(?: of| for) (?:the )?([\w ]+?) ?(?::|is|=) ?([\w ]+?) (desc|asc)(?:ending)?$/i,
    "sort $1 by $2 $3ending",
  ],
  // "1:n comments on tickets (author, text)".
  [/^(?:add )?1 ?: ?[nm*] ([a-z]+) (?:on|for|of|to) (?:the )?([a-z]+?)s? ?\(([^()]+)\)$/i, "each $2 has many $1: $3"],
  // "ACL: tickets read all, write admin".
  [
    /^(?:acl|rbac|permissions?|rights?|policy)\s*:\s*(?:the )?([a-z]+),? read(?:able)?(?: by|:)? (?:all|everyone|everybody|any),? (?:and )?write(?:able)?(?: by|:)? admins?(?: only)?$/i,
    "logged in users can view $1, only admins can edit $1",
  ],
  [/\bis now by default\b/i, "is today by default"],
  [/^list filters? on (?=[a-z])/i, "filter by "],
  // "add enum field 'channel' to tickets: email, chat, phone".
  [
    /^(add|create) (?:an? )?(?:new )?(?:enum|select) (?:field|column|property|attribute) ['"`]?([a-z][\w ]*?)['"`]? (to|on) (?:the )?([\w ]+?): ?([^:()]+,[^:()]+)$/i,
    "$1 $2 ($5) $3 $4",
  ],
  [/\bcompact (?:table |list |row )?density\b/i, "compact"],
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
