import { TTL_MS } from '../../contract/constants.ts';
import type { Result } from '../../contract/result.ts';
import type { ReceiptAnswer } from '../../contract/wallet.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';
import { forgetTransactions } from './refresh-transactions.ts';

/** Asks for a receipt; what is mirrored of a transaction that is not there goes. */
async function load({ db, api }: WorkerContext, id: string): Promise<Result<ReceiptAnswer>> {
  const answer = await api.call<ReceiptAnswer>({
    path: `/transactions/${encodeURIComponent(id)}`,
    auth: 'required',
    fallback: 'transactions_failed',
  });
  if (!answer.ok && answer.error.code === 'transaction_not_found') {
    await Promise.all([forgetTransactions(db, [id]), db.transactionReceipts.delete(id)]);
  }
  return answer;
}

/** The receipt of one transaction. */
export function refreshTransaction(
  ctx: WorkerContext,
  id: string,
  options?: RefreshOptions,
): Promise<Done> {
  const { db } = ctx;
  return refreshMirror<ReceiptAnswer>(
    ctx,
    {
      key: `transaction ${id}`,
      mirrored: () => db.transactionReceipts.get(id),
      ttlMs: TTL_MS.transactions,
      load: () => load(ctx, id),
      tables: [db.transactions, db.transactionLists, db.transactionReceipts],
      store: async ({ data }, fetchedAt) => {
        // A payment that has settled has a new line; its old address goes on showing its receipt.
        if (data.id !== id) await forgetTransactions(db, [id]);
        await db.transactionReceipts.put({ ...data, id, fetchedAt });
      },
    },
    options,
  );
}
