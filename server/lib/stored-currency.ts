import { isCurrency, type Currency } from '../../contract/money.ts';

export function currencyOf(text: string): Currency {
  if (!isCurrency(text)) throw new Error(`unknown currency ${text}`);
  return text;
}
