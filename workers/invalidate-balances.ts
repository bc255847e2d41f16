import { TTL_MS } from '../contract/constants.ts';
import type { SessionId } from '../local/session.ts';
import type { WorkerContext } from './context.ts';
import { writeIfSameSession } from './write-if-same-session.ts';

const STALE_AFTER_MS = Math.max(TTL_MS.wallets, TTL_MS.transactions, TTL_MS.vouchers);

/**
 * Writes what the answer of a command that moved money says about vouchers and balances. Balances and lists
 * become stale with it: still shown, but asked for anew by their next refresh.
 */
export function invalidateBalances(
  ctx: WorkerContext,
  session: SessionId,
  write?: () => Promise<unknown>,
): Promise<void> {
  const { db } = ctx;
  const staleSince = ctx.now() - STALE_AFTER_MS;
  const stale = [db.wallets, db.transactionLists, db.createdVoucherLists];
  return writeIfSameSession(ctx, session, [...stale, db.createdVouchers, db.vouchers], async () => {
    for (const table of stale) {
      await table.toCollection().modify((row: { fetchedAt: number }) => {
        row.fetchedAt = Math.min(row.fetchedAt, staleSince);
      });
    }
    await write?.();
  });
}
