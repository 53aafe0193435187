import "server-only";

const currencies: [RegExp, string][] = [
  [/€|\beuros?\b|\beur\b/i, "EUR"],
  [/£|\b(?:british )?pounds?\b|\bgbp\b/i, "GBP"],
  [/\bfrancs?\b|\bchf\b/i, "CHF"],
  [/¥|\byen\b|\bjpy\b/i, "JPY"],
  [/₹|\brupees?\b|\binr\b/i, "INR"],
  [/\bcad\b/i, "CAD"],
  [/\baud\b/i, "AUD"],
  [/\$|\bdollars?\b|\busd\b/i, "USD"],
];

export const currencyIn = (text: string) => currencies.find(([pattern]) => pattern.test(text))?.[1];
