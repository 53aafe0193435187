import "server-only";
import { isGenericName, readModel } from "@/offline/model/app-model";
import { headline } from "@/offline/language/inflect";
import { manyOf } from "@/offline/draft/draft";
import { understand } from "@/offline/understand";
import { nameFromRequest } from "./rules";
import { nameMax } from "./schema";

/** "Something to track …", "we have …", "members can book the sauna": a sentence, whose first words name nothing. */
const isSentence =
  /^(?:something|anything|someone|somewhere|track|manage|keep|organi[sz]e|help|we|i|our|my|to|there|hi|hello|can|could|so|who)\b|\b(?:can|should|must|wants?|needs?)\b/i;

/** The name of an app that begins with this request, whoever builds it: "Inventory for my bakery" is "Bakery Inventory". */
export function nameApp(request: string): string {
  const { model } = understand(request, readModel([], "").model);
  const first = nameFromRequest(request);
  if (isGenericName(model.name)) return first;
  // Without a better word the reader takes that of the first table: "a price list with products" is a price list.
  const isTable = model.entities[0] !== undefined && model.name === headline(manyOf(model.entities[0]));
  // "Recipes" rather than "Recipe site", and no "Website" where somebody wants one with recipes.
  const isName = !isSentence.test(first) && !isGenericName(first) && !/\b(?:web ?)?site$/i.test(first);
  return isTable && isName ? first : model.name.slice(0, nameMax);
}
