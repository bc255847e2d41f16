import { isCurrency, type Currency } from '../../contract/money.ts';

/** A stored currency; the database holds no other, so another one is a fault of ours. */
export function currencyOf(text: string): Currency {
  if (!isCurrency(text)) throw new Error(`unknown currency ${text}`);
  return text;
}
