import "server-only";

/** Where pictures are rows of their own: what such apps are about. */
const ofPictures =
  /\b(?:web ?site|web ?page|home ?page|site|portfolio|galler(?:y|ies)|albums?|photograph\w*|camera|photo (?:app|collection|library|archive))\b/i;
const pictures =
  /(?<=\b(?:with|and|plus|including) |, )(photo|picture|image)s(?=$|[,.;)]| and\b)(?!,? (?:and )?(?:videos?|albums?))/gi;

/** A first message in which pictures are listed with what they show, as a field of it: "recipes with ratings and photo". */
export const plainPhotos = (text: string): string => (ofPictures.test(text) ? text : text.replaceAll(pictures, "$1"));
