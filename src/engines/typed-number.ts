const currency = /^([+-]?)\s*[$€£]\s*|\s*[$€£]$/g;
const inThousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const withDecimalComma = /^[+-]?(\d*|[1-9]\d{0,2}(\.\d{3})+),\d+$/;
const inDottedThousands = /^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$/;

/**
 * A number as people write it: "1,234.50", "1 234,50", "1.234,50", "85,5", "$5". A comma before exactly three digits
 * separates thousands, any other one the decimals.
 * @returns undefined for what is none
 */
export function typedNumber(text: string): number | undefined {
  // Also no-break spaces, which spreadsheets put between thousands.
  const plain = text
    .trim()
    .replaceAll(currency, "$1")
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
  const written = inThousands.test(plain)
    ? plain.replaceAll(",", "")
    : withDecimalComma.test(plain)
      ? plain.replaceAll(".", "").replace(",", ".")
      : inDottedThousands.test(plain)
        ? plain.replaceAll(".", "")
        : plain;
  const number = written === "" ? Number.NaN : Number(written);
  return Number.isFinite(number) ? number : undefined;
}
