import "server-only";

const sample = "(?:sample|example|demo|test|dummy|fake|mock|seed|placeholder|starter|initial)";
const refusal =
  "(?:no|without|don't (?:add|include|create|insert|want|need)|do not (?:add|include|create|insert|want)|skip|leave out|omit)";
/** "without sample data", "leave the tables empty", as the source of a pattern. */
export const noSeeds = `(?:${refusal}\\s+(?:any\\s+|the\\s+|some\\s+)?${sample}\\b|(?:leave|keep)\\s+(?:the\\s+|all\\s+|every\\s+)*(?:tables?|app|database|it|them)\\s+empty|with\\s+empty\\s+tables|start(?:s|ing)?\\s+(?:out\\s+)?empty)`;
/** Whether a message asks for empty tables, wherever it says so. */
export const wantsNoSeeds = (said: string): boolean => new RegExp(`\\b${noSeeds}`, "i").test(said);
