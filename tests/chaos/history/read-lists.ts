import type { VoucherAnswer } from '../../../contract/vouchers.ts';
import type { TransactionsAnswer } from '../../../contract/wallet.ts';

/** The value that a movement is in the list of its wallet. */
export const movementOf = (kind: string, reference: string, type: 'credit' | 'debit'): string =>
  `${kind} ${reference} ${type}`;

export const takenBy = (username: string): string => `taken by ${username}`;
export const CANCELLED = 'cancelled';

/**
 * The list of a wallet, as one page of `GET /transactions` shows it, in the order in which it grew: lines are shown
 * by the time of their request, which is not always that of their commit.
 * @returns undefined where the page is not all of it
 */
export function readWallet({ data, has_more: hasMore }: TransactionsAnswer): string[] | undefined {
  if (hasMore) return undefined;
  return data
    .filter(({ id }) => id.startsWith('j'))
    .toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
    .map(({ transaction_type: kind, reference, type }) => movementOf(kind, reference, type));
}

/** The register of a voucher, as `GET /vouchers/{id}` shows it. */
export function readRegister({ voucher: { status, winner } }: VoucherAnswer): string[] {
  if (status === 'cancelled') return [CANCELLED];
  return winner ? [takenBy(winner.username)] : [];
}
