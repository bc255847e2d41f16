import { TTL_MS } from '../../contract/constants.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { BanksAnswer } from '../../contract/withdrawals.ts';
import { banksKey } from '../../local/canonical-query.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** Banks and networks that money can leave to; they change as rarely as the regions do. */
export function refreshBanks(
  ctx: WorkerContext,
  region: RegionKey,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = banksKey(region);
  return refreshMirror<BanksAnswer>(
    ctx,
    {
      key: `banks ${key}`,
      mirrored: () => db.banks.get(key),
      ttlMs: TTL_MS.regions,
      load: () =>
        api.call({ path: '/wallet/banks', query: key, auth: 'required', fallback: 'banks_failed' }),
      tables: [db.banks],
      store: ({ currency, data: banks }, fetchedAt) =>
        db.banks.put({ key, currency, banks, fetchedAt }),
    },
    options,
  );
}
