import "server-only";
import { isGenericName, readModel } from "@/offline/model/app-model";
import { plainBareList } from "@/offline/rephrase/bare-list";
import { titleBefore } from "@/offline/first/names/title-before";
import { headline } from "@/offline/language/inflect";
import { manyOf } from "@/offline/draft/draft";
import { understand } from "@/offline/understand";
import { nameFromRequest } from "./rules";
import { nameMax, unnamed } from "./schema";

/** The name of an app that begins with this request, whoever builds it: "Inventory for my bakery" is "Bakery Inventory". */
export function nameApp(request: string): string {
  const { model } = understand(request, readModel([], "").model);
  if (isGenericName(model.name)) return nameFromRequest(request);
  // Without a better word the reader takes that of the first table: "a price list with products" is a price list.
  const isTable = model.entities[0] !== undefined && model.name === headline(manyOf(model.entities[0]));
  const first = nameFromRequest(plainBareList(request));
  return ((isTable && first !== unnamed && titleBefore(first, model)) || model.name).slice(0, nameMax);
}
