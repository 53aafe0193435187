import "server-only";

/** "anyone can read them", "everybody may view the recipes": who sees rows, and nothing that is kept of them. */
const readByAll =
  /(^|[.;,\n]\s*(?:and |but )?)(any|every)(?:one|body)(?: else)? (?:can|may|should be able to) (?:read|view|see|look at) (them|it|everything|all|(?:all )?(?:of )?(?:the |our |my )?[a-z]+s)(?=\s*(?:$|[.;!\n]))/gi;

/** `rows`: as they were called; null for those that the app is about. `isOpen`: also strangers see them. */
export type Seen = { rows: string | null; isOpen: boolean };

/** A description without who may see its rows. */
export function withoutReaders(text: string): { rest: string; seen: Seen[] } {
  const seen: Seen[] = [];
  const rest = text.replace(readByAll, (_, before: string, who: string, rows: string) => {
    seen.push({ rows: /^(?:them|it|everything|all)$/i.test(rows) ? null : rows, isOpen: /^any$/i.test(who) });
    return /^[,;]/.test(before) ? "" : before;
  });
  return rest.trim() === "" ? { rest: text, seen: [] } : { rest: rest.trim(), seen };
}
