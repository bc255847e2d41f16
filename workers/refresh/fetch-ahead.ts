import { ok } from '../../contract/result.ts';
import { DEFAULT_REGION } from '../../contract/region-table.ts';
import type { TransactionsQuery } from '../../contract/wallet.ts';
import { readUser } from '../../local/queries/user-and-region.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshCreated } from './refresh-created.ts';
import { refreshPaymentMethods } from './refresh-payment-methods.ts';
import { refreshRates, refreshRegions } from './refresh-regions.ts';
import { refreshTransactions } from './refresh-transactions.ts';
import { refreshVoucherList } from './refresh-voucher-list.ts';
import { refreshWallets } from './refresh-wallets.ts';

/**
 * What a user's screens show first, one after the other, so that they open without a network though they
 * were never visited. What is fresh is left alone; the first failure ends it.
 * @param histories the parts of the history that screens begin with
 */
export async function fetchAhead(
  ctx: WorkerContext,
  histories: readonly TransactionsQuery[],
): Promise<Done> {
  const region = (await readUser(ctx.db))?.user.region ?? DEFAULT_REGION;
  const steps = [
    () => refreshWallets(ctx),
    () => refreshCreated(ctx, { page: 1 }),
    ...histories.map((query) => () => refreshTransactions(ctx, query)),
    () => refreshVoucherList(ctx, {}),
    () => refreshRates(ctx),
    () => refreshPaymentMethods(ctx, region, 'topup'),
    () => refreshRegions(ctx),
  ];
  for (const step of steps) {
    const result = await step();
    if (!result.ok) return result;
  }
  return ok(undefined);
}
