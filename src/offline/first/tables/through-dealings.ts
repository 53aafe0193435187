import "server-only";
import type { AppModel, Entity } from "../../model/app-model";
import { isDealing } from "../../model/columns";
import { singular, wordsOf } from "../../language/inflect";
import { endsAs } from "../../words/happenings";
import { isPersonTable } from "../../lexicon/known";

const refersTo = ({ properties }: Entity, { name }: Entity): boolean =>
  Object.values(properties).some((property) => property["x-reference"] === name);

/**
 * Drops links of people to what they book or borrow: each loan tells of one member and one book, and a member has had many.
 * A link stays where the message names what is linked in the singular, as in "students (name, class)".
 */
export function dropThroughDealings({ entities }: AppModel, said: string): void {
  const words = new Set(wordsOf(said.toLowerCase()));
  const dealings = entities.filter(isDealing);
  for (const person of entities.filter(isPersonTable))
    for (const thing of entities.filter((one) => one !== person && !isPersonTable(one) && !isDealing(one))) {
      const isThrough = dealings.some((one) => refersTo(one, person) && refersTo(one, thing));
      const noun = singular(wordsOf(thing.name).at(-1)!.toLowerCase());
      // A loan of a group's member: they are in it, whatever they take.
      if (!isThrough || words.has(noun) || endsAs("joins", noun)) continue;
      for (const [name, property] of Object.entries(person.properties))
        if (property["x-reference"] === thing.name) {
          delete person.properties[name];
          person.required = person.required?.filter((one) => one !== name);
        }
    }
}
