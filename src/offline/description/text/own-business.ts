import "server-only";

const whom =
  "(customers?|clients?|people|guests?|members?|patients?|visitors?|parents?|students?|families|neighbou?rs|tenants?|employees|volunteers?|fans|pupils|kids|staff)";
const wants = "(?:i |we )?(?:really )?(?:want|need|would like|'d like|like|wish)";
/** "I run a food truck and want customers to see where I am". */
const ownersOf = new RegExp(
  `^(?:i|we) (?:run|own|manage|operate|have|lead) (?:an?|our|my) ((?:[\\w'-]+ ){0,3}?[\\w'-]+),? and (?:now )?${wants} (?:my |our |the )?${whom} to (?:be able to )?`,
  "i",
);
/** "I own a bakery", and nothing else. */
const alone = /^(?:i|we) (?:run|own|manage|operate) (?:an?|our|my) ((?:[\w'-]+ ){0,3}?[\w'-]+)[.!]*$/i;

/** What those who have a business want of an app, as the app that they want: "an app for my food truck where customers can see …". */
export const plainOwner = (text: string): string =>
  text.replace(ownersOf, "an app for my $1 where $2 can ").replace(alone, "an app for my $1");
