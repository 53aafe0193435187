import "server-only";

const currencies: [RegExp, string][] = [
  [/€|\beuros?\b|\beur\b/i, "EUR"],
  [/£|\b(?:british )?pounds?\b|\bgbp\b/i, "GBP"],
  [/\bfrancs?\b|\bchf\b/i, "CHF"],
  [/¥|\byen\b|\bjpy\b/i, "JPY"],
  [/₹|\brupees?\b|\binr\b/i, "INR"],
  [/\bz[łl]oty(?:s|ch)?\b|\bz[łl]\b|\bpln\b/i, "PLN"],
  [/\bdanish (?:krone[rn]?|crowns?)\b|\bdkk\b/i, "DKK"],
  [/\bswedish (?:kron(?:a|or)|krone[rn]?|crowns?)\b|\bsek\b/i, "SEK"],
  [/\bnorwegian (?:krone[rn]?|crowns?)\b|\bnok\b/i, "NOK"],
  [/\b(?:czech )?koruna[s]?\b|\bczech crowns?\b|\bczk\b/i, "CZK"],
  [/\bforints?\b|\bhuf\b/i, "HUF"],
  [/\b(?:turkish )?lira\b/i, "TRY"],
  [/\bcad\b/i, "CAD"],
  [/\baud\b/i, "AUD"],
  [/\$|\bdollars?\b|\busd\b/i, "USD"],
];

export const currencyIn = (text: string) => currencies.find(([pattern]) => pattern.test(text))?.[1];
/** The codes of all currencies that amounts can be shown in. */
export const currencyCodes = currencies.map(([, code]) => code).sort();
