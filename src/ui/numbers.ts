const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "Number display uses K and M abbreviations" (1-platform.md §9): 1,234 → "1.2K". */
export const shortNumber = (value: number): string => compact.format(value);

/** "Money shows 2 decimals" (1-platform.md §9): 9 → "$9.00". */
export const money = (value: number): string => dollars.format(value);
