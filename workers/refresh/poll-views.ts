import type { ViewsAnswer } from '../../contract/vouchers.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { mirrorChanges } from '../mirror-voucher.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';
import { refreshVoucher } from './refresh-voucher.ts';

/** 'over': the voucher is no longer active, nothing more will change. */
export type PollOutcome = 'ok' | 'failed' | 'over';

/** Asks once for a voucher's views and writes them with the digits and status that changed with them. */
export async function pollViews(ctx: WorkerContext, ulid: string): Promise<PollOutcome> {
  const { db, api } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<ViewsAnswer>({
    path: `/vouchers/${encodeURIComponent(ulid)}/views`,
    auth: 'optional',
  });
  if (!answer.ok) return answer.error.status === 404 ? 'over' : 'failed';
  const { views, masked_code, status, entries_count } = answer.value;
  const is_used = status === 'used' || status === 'completed';
  const news = { views, views_count: views, masked_code, status, is_used };
  // Also where a command has written meanwhile: none of this goes back.
  await db.transaction('rw', [db.vouchers, db.createdVouchers], () =>
    mirrorChanges(db, ulid, entries_count === undefined ? news : { ...news, entries_count }),
  );
  if (status === 'active' || status === 'pending') return 'ok';
  // Who won is in the detail only, and one that was asked for a moment ago does not know it.
  await writeIfSameSession(ctx, session);
  await refreshVoucher(ctx, ulid, { force: true });
  return 'over';
}
