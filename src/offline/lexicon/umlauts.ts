import "server-only";

/** Beginnings of German words that are typed without their umlauts ("fuege", "groesse"), and begin no English word. */
const stems =
  "fueg hinzufueg aender loesch ergaenz fuer ueber gross groess moecht muess koenn waehl waehr pruef zusaetz hoech hoeh naech spaet laeng gruen dunkelgruen hellgruen knoepf geraet aerzt gaest raeum staedt buech stueck schluess eintraeg beitraeg vertraeg auftraeg antraeg prioritaet jaehr taegl woech zaehl aelt juengst".split(
    " ",
  );
const umlauts: Record<string, string> = { ae: "ä", oe: "ö", ue: "ü" };

/** "fuege ein feld fuer die groesse hinzu": the German words as they are spelled. */
export const withUmlauts = (text: string): string =>
  text.replaceAll(/\p{L}{4,}/gu, (word) =>
    stems.some((stem) => word.toLowerCase().startsWith(stem))
      ? word.replace(/(?<!q)[aou]e/i, (two) => umlauts[two.toLowerCase()]!)
      : word,
  );
