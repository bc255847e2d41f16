import type { ViewsAnswer } from '../../contract/vouchers.ts';
import { SINGLE } from '../../local/rows.ts';
import { writeUnlessChanged } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';
import { refreshVoucher } from './refresh-voucher.ts';

/** 'over': the voucher is no longer active, nothing more will change. */
export type PollOutcome = 'ok' | 'failed' | 'over';

/** Asks once for a voucher's views and writes them with the digits and status that changed with them. */
export async function pollViews(ctx: WorkerContext, ulid: string): Promise<PollOutcome> {
  const { db, api, changes } = ctx;
  const before = await db.session.get(SINGLE);
  const changesBefore = changes.count();
  const answer = await api.call<ViewsAnswer>({
    path: `/vouchers/${encodeURIComponent(ulid)}/views`,
    auth: 'optional',
  });
  if (!answer.ok) return answer.error.status === 404 ? 'over' : 'failed';
  // A command has written newer news meanwhile.
  if (changes.count() !== changesBefore) return 'ok';
  const { views, masked_code, status, entries_count } = answer.value;
  const news = { views, views_count: views, masked_code, status };
  await writeUnlessChanged(db, before, [db.vouchers], () =>
    db.vouchers.update(ulid, entries_count === undefined ? news : { ...news, entries_count }),
  );
  if (status === 'active' || status === 'pending') return 'ok';
  // Who won is in the detail only, and one that was asked for a moment ago does not know it.
  await writeIfSameSession(ctx, before?.id);
  await refreshVoucher(ctx, ulid, { force: true });
  return 'over';
}
