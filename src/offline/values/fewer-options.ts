import "server-only";
import { optionsOf } from "../model/field-kinds";
import { singular } from "../language/inflect";
import { asks, type Clause, isAll, pickRef, pickState, type Rule, unknownIn } from "../request/meaning/clause";
import { has, isFiller, type Mark } from "../request/meaning/marks";
import { isChoice, isNamed, propertyOf, setOptions } from "./options";
import { sayOneOf } from "./rename-option";

/** "remove minor from severity". */
export const readFewerOptions: Rule = (clause) => {
  const { marks } = clause;
  if (!asks(clause, "remove")) return false;
  const stated = marks.filter((mark) => mark.states.some((state) => isChoice(state)));
  const isOfField = marks.some((mark) => mark.fields.some(isChoice)) || asks(clause, "option") || areOptions(clause);
  if (stated.length === 0 || !isOfField) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length + mark.states.length > 0 ||
    has(mark, "remove", "option", "become", "have");
  // "remove motorhome and plane from the pitch types": what is no option of it is named.
  const strange = unknownIn(clause);
  const isOther = (mark: Mark) => !knows(mark) && !(strange.includes(mark) && isListed(mark, marks));
  if (!isAll(clause, (mark) => !isOther(mark))) return false;
  const ref =
    pickRef(
      clause,
      marks.flatMap(({ fields }) => fields.filter(isChoice)),
    ) ?? pickState(clause, stated[0]!.states);
  if (!ref) return false;
  const isSaid = marks.some((mark) => mark.fields.some(isChoice));
  if (!isSaid && stated.length === 1 && sayOneOf(clause, stated[0]!.states, ref)) return true;
  const gone = stated.flatMap(({ states }) =>
    states.filter(({ name, entity }) => name === ref.name && entity === ref.entity).map(({ is }) => is),
  );
  const left = optionsOf(propertyOf(ref)).filter((option) => !gone.includes(option));
  if (gone.length === 0 || left.length === 0) return false;
  for (const { text } of strange) clause.draft.skipped.push(`“${text}”: that is none of its options.`);
  return setOptions(clause, ref, left);
};

/** Whether a word stands in a row with an option: "motorhome and plane". */
function isListed(mark: Mark, marks: Mark[]): boolean {
  const at = marks.indexOf(mark);
  return [at - 2, at + 2].some(
    (next) => marks[next]?.states.some(isChoice) && /^(?:and|or|,|&)$/.test(marks[(at + next) / 2]!.words[0]!),
  );
}

/** "remove low", "take keys out of the instruments": options by their own names, and no rows such as "the played gigs". */
const areOptions = ({ marks }: Clause): boolean =>
  marks.every((mark, at) => {
    if (isFiller(mark) || (has(mark, "remove") && !isNamed(mark))) return true;
    if (mark.entities.length > 0) return marks.slice(0, at).some(({ words }) => words[0] === "from");
    return (
      mark.fields.length + mark.pages.length + mark.asks.length === 0 &&
      mark.states.some(
        (state) => isChoice(state) && singular(state.is.toLowerCase()) === singular(mark.text.toLowerCase()),
      )
    );
  });
