/** Refusals of a purchase that are said beside its amount. */
const AMOUNT_CODES: ReadonlySet<string> = new Set([
  'amount_invalid',
  'below_minimum',
  'purchase_too_large',
  'amount_not_sold',
  'insufficient_funds',
  'money_held',
]);

/** Whether the server's refusal is of the amount. */
export const isOfAmount = (code: string): boolean => AMOUNT_CODES.has(code);
