import "server-only";
import { headline, plural, singular, wordsOf } from "../../language/inflect";

/** What tells nothing of an app that is called so and no more. */
const general =
  /^(?:booking|appointment|ticket|planner|scheduler|schedule|inventory|stock|directory|register|collection|checklist|course|crm|help ?desk|survey|order|calendar|tracker|overview|database|registration|registration form|sign-?up|sign-?up (?:form|sheet|list)|waiting ?list)s?$/i;
/** "I want to log my workouts", "a little app where …". */
const isNone =
  /^(?:(?:little|tiny|small|simple|new|nice) (?:app|tool|system|website|page)|logs?|lists?|plans?|tracks?|records?|notes? down|something)$/i;
/** "for a coworking space", "of restaurants in our city": whose, or of what. */
const behind =
  /\b(?:for|of) (?:(?:my|our|an?|the|all|small|little|local) )*((?!opening|closing|new\b)[a-z][\w' -]{2,30}?)(?=$|[,.:;(!?]|\s(?:with|where|that|which|to|and|in|at|on|so|who)\b)/i;

/**
 * "Booking" of a message about "a booking system for a coworking space": "Coworking Space Booking".
 * @param said its first sentence as it is read
 * @param message as it was typed
 */
export function fullerName(name: string | null, said: string, message: string): string | null {
  if (!name || isNone.test(name)) return null;
  if (!general.test(name)) return name;
  const words = wordsOf((behind.exec(said) ?? behind.exec(message.split(/[.!?\n]/)[0]!))?.[1] ?? "");
  if (words.length === 0 || words.length > 3) return name;
  const whole = [...words.slice(0, -1), singular(words.at(-1)!)].join(" ");
  if (whole.toLowerCase().endsWith(` ${name.toLowerCase()}`)) return headline(whole);
  const rows = /^(?:ticket|appointment|order)$/i.test(name) ? plural(name) : name;
  return whole.toLowerCase() === singular(name).toLowerCase() ? name : headline(`${whole} ${rows}`);
}
