import { TTL_MS } from '../../contract/constants.ts';
import type { Transaction } from '../../contract/wallet.ts';
import type { WorkerContext } from '../context.ts';
import type { Done, RefreshOptions } from '../data-worker-api.ts';
import { refreshMirror } from './refresh-mirror.ts';

/** One transaction in full. */
export function refreshTransaction(
  ctx: WorkerContext,
  id: string,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<{ readonly data: Transaction }>(
    ctx,
    {
      key: `transaction ${id}`,
      mirrored: () => db.transactionDetails.get(id),
      ttlMs: TTL_MS.transactions,
      load: () =>
        api.call({
          path: `/transactions/${encodeURIComponent(id)}`,
          auth: 'required',
          fallback: 'transactions_failed',
        }),
      tables: [db.transactionDetails],
      store: ({ data }, fetchedAt) => db.transactionDetails.put({ ...data, fetchedAt }),
    },
    options,
  );
}
