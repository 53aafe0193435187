import "server-only";
import type { Rule } from "../request/meaning/clause";

/** "change the text 'New contact' to 'Add person'": words as they stand in the app's files. */
export const readReplaceText: Rule = ({ text: clause, draft }) => {
  const match =
    /^(?:change|replace|update|edit|reword|swap|make)\s+(?:the\s+)?(?:text|words?|wording|label|title|heading|headline|button|message|phrase|copy)?\s*(?:that says |saying |which says |on the button |of the button )?"([^"]+)"\s+(?:to|with|by|into|for|say|as)\s+(?:say\s+)?"([^"]+)"$/i.exec(
      clause.replace(/'([^']+)'/g, '"$1"'),
    ) ??
    /^(?:instead of)\s+"([^"]+)"\s*,?\s*(?:say|write|show|use|put)\s+"([^"]+)"$/i.exec(
      clause.replace(/'([^']+)'/g, '"$1"'),
    ) ??
    swapped(
      /^(?:say|write|show|use|put)\s+"([^"]+)"\s+(?:instead of|rather than|in place of)\s+"([^"]+)"$/i.exec(
        clause.replace(/'([^']+)'/g, '"$1"'),
      ),
    );
  if (!match) return false;
  draft.replaced.push({ from: match[1]!, to: match[2]! });
  return true;
};

const swapped = (match: RegExpExecArray | null) => match && [match[0], match[2]!, match[1]!];
