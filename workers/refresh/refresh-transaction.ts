import { TTL_MS } from '../../contract/constants.ts';
import type { ReceiptAnswer } from '../../contract/wallet.ts';
import type { WorkerContext } from '../context.ts';
import type { Done, RefreshOptions } from '../data-worker-api.ts';
import { refreshMirror } from './refresh-mirror.ts';

/** The receipt of one transaction. */
export function refreshTransaction(
  ctx: WorkerContext,
  id: string,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<ReceiptAnswer>(
    ctx,
    {
      key: `transaction ${id}`,
      mirrored: () => db.transactionReceipts.get(id),
      ttlMs: TTL_MS.transactions,
      load: () =>
        api.call({
          path: `/transactions/${encodeURIComponent(id)}`,
          auth: 'required',
          fallback: 'transactions_failed',
        }),
      tables: [db.transactionReceipts],
      store: ({ data }, fetchedAt) => db.transactionReceipts.put({ ...data, fetchedAt }),
    },
    options,
  );
}
