import "server-only";
import { singular } from "../language/inflect";
import { knownAs, quietAs } from "../lexicon/known";
import { asking, few } from "./asked";
import { inOrder, rule } from "./phrase-rule";

const made = "(?:own|home-?made|hand-?made|self-?made) ";
const own = {
  many: "(?:people|students|members|neighbou?rs|parents|users|locals|families|collectors|fans|everyone|anyone|kids)",
  trade: "(?:sell|buy|buy and sell|sell and buy|trade|resell)",
  sell: `(?:${asking}${few}(?:app|site|website|page|tool|platform) (?:to|where i can|where we can|for me to|for us to) |(?:i|we)(?:['’]d| would)? (?:really )?(?:want|need|like|love) to (?:be able to )?|help me (?:to )?)?(?:sell|offer)`,
  made: `(?:${made})?`,
  handmade: made,
  ware: "(?:(?!online\\b|and\\b|to\\b|at\\b|in\\b|with\\b|for\\b)[a-z-]+ ){0,2}?(?!online\\b)[a-z-]+",
  online: "(?:online|on the (?:internet|web))",
  show: "(?:[a-z-]+ )?(?:play|musical|concert|concerts|show|shows|gala|ball|circus|festival|opera|performance|performances|plays|party)",
  sold: "(?:(?!from\\b|at\\b)[a-z-]+ ){0,3}?[a-z-]+",
};

const lastOf = (noun: string): string => noun.split(" ").at(-1)!;
/** What has a price is offered as it is; of other goods a shop has products. */
function asShop(said: string): string {
  const ware = said.trim().toLowerCase();
  const known = knownAs(ware) ?? quietAs(ware) ?? knownAs(lastOf(ware)) ?? quietAs(lastOf(ware));
  const isOfProducts = ware.includes(" and ") || (known && !known.fields.some(({ spec }) => spec.name === "price"));
  return isOfProducts ? `${ware.replace(/[a-z]+$/, (noun) => singular(noun))} shop` : `an online shop for ${ware}`;
}

const food = /\b(?:pizza|food|meal|sushi|burger|kebab|lunch|takeaway|take-away|restaurant|sandwich|coffee)s?\b/i;
/** "pizza ordering website": what is ordered at a restaurant is on its menu. */
const asOrdering = (ware: string): string =>
  food.test(ware) ? "website for our restaurant: menu items, orders" : asShop(ware);

/** Whoever sells something wants a shop of it, which is called by what it sells: "I want to sell my handmade candles online". */
export const plainSelling = inOrder([
  // "sell tickets for a school play": of the play there are performances, and no cast.
  rule(
    "({sell}|{ask}(the )?) ?tickets (for|to|of) (our|my|the|an?) {show}",
    ({ show }) => `Website with a box office for our ${show}: shows, event tickets`,
    own,
  ),
  rule(
    "{ask}{few}{site} (where|on which) {many} (can )?{trade} {ware}",
    ({ ware }) => `a marketplace for ${ware}`,
    own,
  ),
  rule("{ask}{few}(online )?{ware} ordering {site}", ({ ware }) => asOrdering(ware), own),
  rule("{sell} (my|our) {made}{ware}( {online})?", ({ made, ware }) => asShop(`${made}${ware}`), own),
  rule("{sell} {made}{ware} {online}", ({ made, ware }) => asShop(`${made}${ware}`), own),
  rule("{sell} {handmade}{ware}", ({ handmade, ware }) => asShop(`${handmade}${ware}`), own),
  rule(
    "(i|we)(['’]?m|['’]?re| am| are)? sell(ing)? (my |our )?{sold}( from (my|our|the) [a-z]+)?( online)?(?=,? (and )?(customers|people|buyers|fans|visitors|clients) ((can|should|may) |(pre)?order|buy|pick))…",
    ({ sold }) => asShop(sold),
    own,
  ),
  rule(
    "{ask}(web |online )?(shop|store) (for|that sells|selling|to sell) (my |our )?{ware}",
    ({ ware }) => asShop(ware),
    own,
  ),
]);
