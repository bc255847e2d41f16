import { TTL_MS } from '../../contract/constants.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { PaymentMethodsAnswer } from '../../contract/wallet.ts';
import { paymentMethodsKey } from '../../local/canonical-query.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

export type PaymentMethodsUse = 'voucher' | 'topup' | 'premium';

/** How one can pay in a region; changes as rarely as the regions do. */
export function refreshPaymentMethods(
  ctx: WorkerContext,
  region: RegionKey,
  use: PaymentMethodsUse,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = paymentMethodsKey(region, use);
  return refreshMirror<PaymentMethodsAnswer>(
    ctx,
    {
      key: `payment methods ${key}`,
      mirrored: () => db.paymentMethods.get(key),
      ttlMs: TTL_MS.regions,
      load: () =>
        api.call({
          path: '/payment-methods',
          query: key,
          auth: 'optional',
          fallback: 'payment_methods_failed',
        }),
      tables: [db.paymentMethods],
      store: ({ data: methods }, fetchedAt) => db.paymentMethods.put({ key, methods, fetchedAt }),
    },
    options,
  );
}
