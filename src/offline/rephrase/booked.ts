import "server-only";
import { isPlural, plural } from "../language/inflect";
import { knownAs, quietAs } from "../lexicon/known";
import { isAttribute } from "../lexicon/lexicon";

/** "members can book the sauna", "family members can reserve the boat". */
const asked =
  /\b((?:(?:can|could|should|may|must|to)|lets? (?:the |our |my )?[a-z]+) (?:book|reserve)) (?:the|our|my) ((?:(?!and\b|for\b|with\b|in\b|of\b)[a-z]+ )?[a-z]+)(?=$|[,.;]| (?:and|for|online|or|when|on|by|with|from|so|but|in advance)\b)/gi;
/** What is booked is a time with somebody, or a place among many. */
const taken =
  /(?:^| )(?:appointment|session|table|slot|time|timeslot|visit|class|course|lesson|tour|trip|ride|seat|ticket|day|date|place|spot|stay|night|treatment|consultation|call|meeting|demo|service|repair|massage|haircut|event|workshop|training|viewing|shoot|party|flight|one|it|them|this|that|cut|check|checkup|test|drive|cleaning|delivery|pickup|week|weekend|hour|reservation|booking)$/i;

/** A first message in which people book what there is one of, as what such an app keeps: "members can book saunas", "reserve a boat". */
export const plainBooked = (text: string): string =>
  text.replaceAll(asked, (said: string, deed: string, noun: string) => {
    const known = knownAs(noun) ?? quietAs(noun);
    const kind = known?.kind ?? "item";
    const isOther = taken.test(noun) || isPlural(noun) || isAttribute(noun) || !/^(?:item|place)$/.test(kind);
    return isOther ? said : `${deed} ${known ? `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}` : plural(noun)}`;
  });
