import "server-only";

const group =
  "(?:members?|staff|team|employees?|colleagues|workers|family|friends|residents?|tenants|pupils|students|teachers|parents|volunteers|subscribers)";
/** Who says for whom an app is, or that it is private, wants no strangers: "members only", "only for our employees", "a private site". */
const closed = new RegExp(
  [
    `\\b${group}[- ]only\\b`,
    `\\bonly (?:for |by |to )?(?:the |our |my |its |own )*(?:\\w+ )?${group}\\b(?! (?:can|may|should) (?:edit|change|delete|manage|update|approve|publish))`,
    `\\b(?:just|exclusively|solely|restricted|limited) (?:for|to) (?:the |our |my |its |own )*(?:\\w+ )?${group}\\b`,
    // Private lessons are for sale.
    "\\bprivate(?:ly)?\\b(?! (?:\\w+ )?(?:lessons?|tours?|chefs?|dining|rooms?|events?|part(?:y|ies)|teachers?|tutor\\w*|practice|schools?|coach\\w*|class\\w*|hire|charters?|sellers?|sales?))",
    "\\b(?:internal(?:ly)?|intranet|confidential|not public|invit(?:e|ation)[- ]only|by invitation|password[- ]protected|behind a (?:login|password))\\b",
    "\\b(?:only|just) (?:for )?(?:people |users |those )?(?:who are )?(?:logged|signed)[- ]in\\b",
    // What is theirs is theirs, whoever else sees the site.
    "\\b(?:(?:(?:logged|signed)[- ]in|registered) (?:users|people|visitors|customers)|members|employees) (?:can|may) (?:view|see|read|browse|access)\\b(?!(?: and \\w+)? (?:only )?(?:their|what|own)\\b)",
  ].join("|"),
  "i",
);
export const isClosed = (said: string): boolean => closed.test(said);
