import { errorMessage } from '../../../contract/errors.ts';
import { majorToMinor, minorToMajor } from '../../../contract/money.ts';
import type { Held } from '../../../contract/wallet.ts';
import { formatExact } from '../../ui/text/format-money.ts';
import { untilText, type Spendable } from './held.tsx';

/** Adds minor units, because sums of decimals are not exact. @returns major units */
const sumOf = (parts: readonly Pick<Held, 'amount'>[]): number =>
  minorToMajor(parts.reduce((sum, { amount }) => sum + (majorToMinor(amount) ?? 0n), 0n));

const endOf = ({ until }: Held): number =>
  until === null ? Number.MAX_SAFE_INTEGER : Date.parse(until);

/**
 * Why an amount cannot leave a wallet: it has too little, or some of it is held.
 * @param amount major units
 * @returns undefined if it can leave
 */
export function shortMessage(
  amount: number,
  { balance, held }: Spendable,
  currency: string,
): string | undefined {
  if (amount <= balance) return undefined;
  const last = [...held].sort((a, b) => endOf(b) - endOf(a))[0];
  if (!last || amount > sumOf([{ amount: balance }, ...held]))
    return errorMessage('insufficient_funds');
  return errorMessage('money_held', {
    held: formatExact(sumOf(held), currency),
    kind: held.every((part) => part.by_card) ? 'of card money' : 'on hold',
    until: last.until === null ? 'once the bank has decided' : `from ${untilText(last)}`,
    available: formatExact(balance, currency),
  });
}
