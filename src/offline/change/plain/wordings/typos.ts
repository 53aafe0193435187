import "server-only";
import { isOneOff } from "../../../language/inflect";
import { loadWords } from "../../../words/load";

/** Words of requests that nobody means otherwise, as they are mistyped. */
const commandWords =
  "dashboard calendar kanban dropdown background checkbox sidebar currency permission field column remove rename required option unique optional default gallery".split(
    " ",
  );

/** Short words that fingers get wrong, which are too near to others for a distance. */
const slips: Record<string, string> = {
  adda: "add a",
  emial: "email",
  avarage: "average",
  averge: "average",
  seperate: "separate",
  choosen: "chosen",
  wether: "whether",
  calender: "calendar",
  adress: "address",
  addres: "address",
  birtday: "birthday",
  catagory: "category",
  discription: "description",
  desciption: "description",
  nubmer: "number",
  cant: "can't",
  wont: "won't",
  dont: "don't",
  shouldnt: "shouldn't",
  mustnt: "mustn't",
  hte: "the",
  teh: "the",
  adn: "and",
  nad: "and",
  completly: "completely",
  completley: "completely",
  shold: "should",
  shoud: "should",
  shuld: "should",
  shoudl: "should",
  wiht: "with",
  whit: "with",
  colum: "column",
  colums: "columns",
  buton: "button",
  butons: "buttons",
  collor: "colour",
  collum: "column",
  tabel: "table",
  tabels: "tables",
  hedder: "header",
  negativ: "negative",
  diagramm: "diagram",
  chosse: "choose",
  everbody: "everybody",
  evrybody: "everybody",
  ment: "meant",
  uniqe: "unique",
  unike: "unique",
  automaticly: "automatically",
  automaticaly: "automatically",
};

export const withoutTypos = (clause: string): string =>
  clause
    .replaceAll(/\b(?:there|thier) own\b/gi, "their own")
    .replace(/^ad (?=an? |the )/i, "add ")
    .replaceAll(
      /\bwithout (?:an? |any |the )?(?:log-?in|logging in|signing in|sign-?in|registering|registration)\b/gi,
      "without an account",
    )
    // "phone nr", "plate no.": a number. "(y/n)": a box to tick.
    .replaceAll(/(?<=\p{L}{3} )(?:nr|nbr)\b\.?/giu, "number")
    .replaceAll(/\b(?:y ?\/ ?n|j ?\/ ?n|yes no)\b/gi, "yes/no")
    .replaceAll(/\b[a-z]{3,13}\b/gi, (said) => slips[said.toLowerCase()] ?? said)
    .replaceAll(/\b[a-z]{5,}\b/gi, (said) => {
      const word = said.toLowerCase();
      if (loadWords().notMistyped.has(word)) return said;
      return commandWords.find((known) => known !== word && `${known}s` !== word && isOneOff(word, known)) ?? said;
    });
