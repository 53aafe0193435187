import "server-only";
import { headline } from "../../inflect";
import { unquote } from "../normalize";

/** The app's name from "called X", else from its kind: "a recipe app" → "Recipe App". */
export function nameSaid(text: string): string | null {
  const run =
    /^(?:hi,? |hello,? )?(?:i|we) (?:run|own|have|manage) (?:an?|my|our|the) (?:(?:small|little|local|family|tiny)\s+)*([a-z][\w -]{2,24}?)(?:\s+(?:and|that|which|where|in|with)\b|[,.])/i.exec(
      text,
    );
  const called =
    /\b(?:called|named|titled|name it|call it)\s+(?:"([^"]+)"|'([^']+)'|([A-Z][\w'&-]*(?:\s+[A-Z0-9][\w'&-]*){0,4}|[\w'&-]+))/.exec(
      text,
    );
  return called ? unquote(called[1] ?? called[2] ?? called[3] ?? "") : run ? headline(run[1]!) : null;
}
