import { TTL_MS } from '../../contract/constants.ts';
import { fail, type Result } from '../../contract/result.ts';
import type { VoucherAnswer } from '../../contract/vouchers.ts';
import { canonicalQuery } from '../../local/canonical-query.ts';
import { readVoucher } from '../../local/queries/vouchers.ts';
import type { Mirrored } from '../../local/rows.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failure } from '../failure.ts';
import { mirrorDetail } from '../mirror.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

export interface VoucherRefreshOptions extends RefreshOptions {
  readonly referralCode?: string;
}

async function lastDetail(ctx: WorkerContext, id: string): Promise<Mirrored | undefined> {
  const fetchedAt = (await readVoucher(ctx.db, id))?.detailFetchedAt;
  return fetchedAt === undefined ? undefined : { fetchedAt };
}

async function forgetVoucher(ctx: WorkerContext, id: string): Promise<void> {
  const gone = await readVoucher(ctx.db, id);
  if (gone) await ctx.db.vouchers.delete(gone.ulid);
}

async function loadVoucher(
  ctx: WorkerContext,
  id: string,
  referralCode: string | undefined,
): Promise<Result<VoucherAnswer>> {
  const answer = await ctx.api.call<VoucherAnswer>({
    path: `/vouchers/${encodeURIComponent(id)}`,
    // Views are counted by the outbox, and would count twice here.
    query: canonicalQuery({ skip_tracking: true, referral_code: referralCode }),
    auth: 'optional',
    fallback: 'voucher_load_failed',
  });
  if (answer.ok || answer.error.status !== 404) return answer;
  await forgetVoucher(ctx, id);
  return fail({ ...failure('voucher_removed'), status: 404 });
}

/** With a referral code it always asks, because the server must see the visit. */
export function refreshVoucher(
  ctx: WorkerContext,
  id: string,
  { force = false, referralCode }: VoucherRefreshOptions = {},
): Promise<Done> {
  return refreshMirror(
    ctx,
    {
      key: `voucher ${id} ${referralCode ?? ''}`,
      mirrored: () => lastDetail(ctx, id),
      ttlMs: TTL_MS.vouchers,
      load: () => loadVoucher(ctx, id, referralCode),
      tables: [ctx.db.vouchers, ctx.db.waits],
      store: ({ voucher }, nowMs) => mirrorDetail(ctx.db, voucher, nowMs, id),
    },
    { force: force || referralCode !== undefined },
  );
}
