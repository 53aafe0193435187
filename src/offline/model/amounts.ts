/** Money per piece, hour or person: a sum of it means nothing. */
const perUnit = /price|rate|fee|salary|wage|unit_cost|cost_per|per_|minimum|maximum|budget_max|limit|deposit/;
/** What a row comes to in all, before its parts. */
const whole = /^(?:total|grand_total|amount|value|stock_value)$/;

/** The money of a table that adds up over its rows: its total if it has one, never a price or a rate. */
export function summable<Field extends { name: string; kind: string }>(fields: Field[]): Field | undefined {
  const amounts = fields.filter(({ kind, name }) => kind === "money" && !perUnit.test(name));
  return amounts.find(({ name }) => whole.test(name)) ?? amounts[0];
}
