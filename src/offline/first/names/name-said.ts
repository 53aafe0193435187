import "server-only";
import { headline } from "../../language/inflect";
import { unquote } from "../../language/normalize";
import { namesWhoAsks } from "./heads";

/** The app's name from "called X", else from its kind: "a recipe app" → "Recipe App". */
export function nameSaid(text: string): string | null {
  const run =
    /^(?:hi,? |hello,? )?(?:i|we) (?:run|own|have|manage) (?:an?|my|our|the) (?:(?:small|little|local|family|tiny)\s+)*([a-z][\w -]{2,24}?)(?:\s+(?:and|that|which|where|in|with)\b|[,.])/i.exec(
      text,
    );
  const called =
    /\b(?:called|named|titled|[Nn]ame (?:it|the app)|[Cc]all (?:it|the app))\s+(?:"([^"]+)"|'([^']+)'|([A-Z][\w'&-]*(?:\s+[A-Z0-9][\w'&-]*){0,4}|[\w'&-]+))/.exec(
      text,
    );
  return called ? unquote(called[1] ?? called[2] ?? called[3] ?? "") : run ? headline(run[1]!) : null;
}

const greeting =
  /^(?:(?:hi|hello|hey|please|pls)[,! ]+)*(?:(?:i|we) (?:want|need|would like)|(?:can|could) you (?:build|make|create)|build|make|create|give)?\s*(?:me |us )?/i;

/** "tutoring agency: …", "an app for my choir": the app goes by who asks for it. */
export function nameOfAsker(sentence: string): string | null {
  const said = sentence.replace(greeting, "");
  const whose =
    /^(?:(?:an?|my|our|the|some|simple|small|little|online)\s+)*(?:app|tool|site|website|web ?site|system|database|something|software|program|place|page) for (?:my|our|the|an?) ([a-z][\w' -]{2,30}?)(?=\s*(?:[:,.;(]|$)|\s+(?:with|where|that|to|and|so|-)\s)/i.exec(
      said,
    )?.[1];
  const head =
    /^(?:(?:an?|my|our|the|we are an?|i am an?|i'm an?|we're an?) )*([a-z][\w' -]{2,30}?)(?=\s*(?::|\.$|$)|\s+-\s)/i.exec(
      said,
    )?.[1];
  for (const name of [whose, head])
    if (name !== undefined && name.split(" ").length < 5 && namesWhoAsks(name, [])) return headline(name);
  return null;
}
