import "server-only";

/** "anyone can read them", "everybody may view the recipes": who sees rows, and nothing that is kept of them. */
const readByAll =
  /(^|[.;,\n]\s*(?:and |but )?)(any|every)(?:one|body)(?: else)? (?:can|may|should be able to) (?:read|view|see|look at) (them|it|everything|all|(?:all )?(?:of )?(?:the |our |my )?[a-z]+s)(?=\s*(?:$|[.;!\n]))/gi;
const deeds = "(?:edit|change|update|delete)";
/** "everyone can see all shifts but change only their own": who has rows of their own has signed in. */
const readByOwners = new RegExp(
  `(^|[.;,\\n]\\s*(?:and |but )?)(?:every(?:one|body)|people|users) (?:can |may |should be able to )?(?:read|view|see|look at)s? (?:all )?(?:of )?(?:the |our )?([a-z]+s),? (?:but|and) (?:can |may )?(?:only )?(${deeds}(?:,? (?:and|or) ${deeds})?) (?:only |just )?their own(?: ones?| \\2)?(?=\\s*(?:$|[.;!\\n]))`,
  "gi",
);

/** `rows`: as they were called; null for those that the app is about. `isOpen`: also strangers see them. */
export type Seen = { rows: string | null; isOpen: boolean };

/** A description without who may see its rows. `owned`: who may change them, as requests. */
export function withoutReaders(text: string): { rest: string; seen: Seen[]; owned: string[] } {
  const seen: Seen[] = [];
  const owned: string[] = [];
  const end = (before: string) => (/^[,;]/.test(before) ? "" : before);
  const apart = text.replace(readByOwners, (_, before: string, rows: string, changed: string) => {
    seen.push({ rows, isOpen: false });
    owned.push(`users can only ${changed} their own ${rows}, admins all of them`);
    return end(before);
  });
  const rest = apart.replace(readByAll, (_, before: string, who: string, rows: string) => {
    seen.push({ rows: /^(?:them|it|everything|all)$/i.test(rows) ? null : rows, isOpen: /^any$/i.test(who) });
    return end(before);
  });
  return rest.trim() === "" ? { rest: text, seen: [], owned: [] } : { rest: rest.trim(), seen, owned };
}
