import { escrowOf, walletOf, type Movement } from '../ledger/journal.ts';
import type { Voucher } from './voucher-row.ts';

/** A movement of a voucher's money, which is posted once for its name. */
export const movementOf = (
  { id, ulid }: Pick<Voucher, 'id' | 'ulid'>,
  name: string,
  told: Pick<Movement, 'kind' | 'description'>,
  entries: Movement['entries'],
): Movement => ({
  ...told,
  naturalKey: `${name}:${ulid}`,
  reference: ulid,
  voucherId: id,
  entries,
});

/** All of a voucher's money goes to a wallet. */
export const escrowTo = (
  userId: number,
  { id, amount, currency }: Pick<Voucher, 'id' | 'amount' | 'currency'>,
): Movement['entries'] => [
  { account: escrowOf(id, currency), amount: -amount },
  { account: walletOf(userId, currency), amount },
];

export const refundOf = (voucher: Voucher, description: string): Movement =>
  movementOf(
    voucher,
    'refund',
    { kind: 'voucher_refund', description },
    escrowTo(voucher.creatorId, voucher),
  );
