import "server-only";

const lookers =
  /\b(?:customers|clients|people|guests|fans|patients|residents|readers) (?=(?:can|should|to|must) (?:see|find|view|look|browse|know|check|read)\b(?! (?:their|his|her)\b))/i;
const doing =
  /\b(?:book|order|reserve|sign|pay|register|rent|request|buy|leave|send|write|rate|review|join|apply|ask|submit|vote|comment|post|add|upload|borrow|log|enter|track|record|note)\b/i;

/** "only admins can see salaries": who may see what is told, and no audience. */
const rights = /\b(?:only|just) (?:\w+ ){1,2}(?:can|may|should|must)\b/i;

/** Whoever only looks at what is there is no row: "customers should see where I am". */
export const plainLookers = (text: string): string => {
  const [who] = lookers.exec(text) ?? [];
  const isNamedAgain = who !== undefined && text.toLowerCase().split(who.trim().toLowerCase()).length > 2;
  return who && !isNamedAgain && !doing.test(text) && !rights.test(text) ? text.replace(lookers, "visitors ") : text;
};

/** "an app for my food truck where visitors can see stops": its website. What asks for something ("see when we are open") says more. */
const visited =
  /^an? (?:app|page|site|website) (for (?:my|our) [\w' -]{3,40}?),? where visitors (?:can|should|must) (?:see|find|view|look at|browse|check) (?!(?:when|how|if|what|who|which|where)\b)/i;
export const plainVisited = (text: string): string => text.replace(visited, "a website $1 with ");
