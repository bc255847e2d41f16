/**
 * What a person types into an amount, cleaned: digits and at most one point with `decimals` places.
 * Thousands separators, symbols, also with a point as in 'Ksh.', and leading zeros go. The answer is a plain decimal
 * text in major units.
 */
export function cleanAmount(typed: string, decimals: number): string {
  const [whole = '', ...rest] = typed.replace(/\p{L}\.|[^\d.]/gu, '').split('.');
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  if (decimals === 0 || rest.length === 0) return trimmed;
  return `${trimmed || '0'}.${rest.join('').slice(0, decimals)}`;
}

/** Groups the thousands of a cleaned amount: '12500.5' → '12,500.5'. */
export function groupAmount(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Where the caret belongs after regrouping: behind as many digits and points as before it. */
export function caretAfterGrouping(typed: string, caret: number, shown: string): number {
  const significant = typed.slice(0, caret).replace(/[^\d.]/g, '').length;
  let position = 0;
  for (let seen = 0; position < shown.length && seen < significant; position += 1) {
    if (shown[position] !== ',') seen += 1;
  }
  return position;
}
