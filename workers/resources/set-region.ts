import { SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import { isRegionKey } from '../../contract/region-table.ts';
import type { Region, SetRegionAnswer } from '../../contract/regions.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { failed, failure } from '../failure.ts';
import { refreshRates } from '../refresh/refresh-regions.ts';
import { refreshWallets } from '../refresh/refresh-wallets.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';

/**
 * Moves the signed-in user to another region. All tabs follow the row of the user, so they switch together, and each
 * tells its page. Rates are fetched anew, and balances: the region's own currency has one, even if it is empty.
 * Spec 4 (Region) and 5 (Region change).
 */
export async function setRegion(ctx: WorkerContext, region: string): Promise<Result<Region>> {
  const { db } = ctx;
  if (!isRegionKey(region)) return failed('invalid_region', { region });
  const session = await readSessionId(db);
  const answer = await ctx.api.call<SetRegionAnswer>({
    method: 'POST',
    path: '/user/region',
    auth: 'required',
    withoutToken: 'region_unauthenticated',
    timeoutMs: SUBMIT_TIMEOUT_MS,
    body: { region },
  });
  if (!answer.ok) {
    // The server may have taken it, so what is known of the user is not to be taken for fresh.
    if (!answer.error.status || answer.error.status >= 500) ctx.changes.expire();
    return answer.error.code === 'timeout' ? fail(failure('region_timeout')) : answer;
  }
  await writeIfSameSession(ctx, session, [db.user], () =>
    db.user.update(SINGLE, { 'user.region': region, 'user.country_code': answer.value.data.code }),
  );
  // The region is chosen, whatever becomes of these.
  await Promise.all([refreshRates(ctx, { force: true }), refreshWallets(ctx, { force: true })]);
  return ok(answer.value.data);
}
