import type { SessionId } from '../local/session.ts';
import type { WorkerContext } from './context.ts';
import { writeIfSameSession } from './write-if-same-session.ts';

/**
 * Writes what the answer of a command that moved money says about vouchers and balances. Balances and lists
 * become stale with it: still shown, as old as they are, but asked for anew by their next refresh.
 */
export function invalidateBalances(
  ctx: WorkerContext,
  session: SessionId,
  write?: () => Promise<unknown>,
): Promise<void> {
  const { db } = ctx;
  const stale = [db.wallets, db.transactionLists, db.createdVoucherLists];
  return writeIfSameSession(ctx, session, [...stale, db.createdVouchers, db.vouchers], async () => {
    for (const table of stale) await table.toCollection().modify({ isStale: true });
    await write?.();
  });
}
