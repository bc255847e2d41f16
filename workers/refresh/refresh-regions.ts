import { DETECT_LOCK_MS, TTL_MS } from '../../contract/constants.ts';
import { ok } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import type { DetectRegionAnswer, RatesAnswer, RegionsAnswer } from '../../contract/regions.ts';
import { SINGLE } from '../../local/rows.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';
import { timeoutSignal } from '../../local/timeout-signal.ts';

/** The regions Goodies serves. */
export function refreshRegions(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<RegionsAnswer>(
    ctx,
    {
      key: 'regions',
      mirrored: () => db.regions.toCollection().first(),
      ttlMs: TTL_MS.regions,
      load: () => api.call({ path: '/regions', auth: 'none' }),
      tables: [db.regions],
      store: async ({ data }, fetchedAt) => {
        await db.regions.clear();
        await db.regions.bulkPut(Object.values(data).map((region) => ({ ...region, fetchedAt })));
      },
    },
    options,
  );
}

/**
 * The region that the network suggests (spec 4, Region; spec 9). Tabs ask one after another, so that those behind find
 * it fresh; behind one that does not get on none waits longer than `DETECT_LOCK_MS`: what was known stays.
 */
export function detectRegion(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const { db, api, locks } = ctx;
  const refresh = (): Promise<Done> =>
    refreshMirror<DetectRegionAnswer>(
      ctx,
      {
        key: 'detect region',
        mirrored: () => db.detectedRegion.get(SINGLE),
        ttlMs: TTL_MS.detectRegion,
        load: () => api.call({ path: '/detect-region', auth: 'none' }),
        tables: [db.detectedRegion],
        store: ({ data: { key: region, detectionSource: source } }, fetchedAt) =>
          db.detectedRegion.put({ key: SINGLE, region, source, fetchedAt }),
      },
      options,
    );
  const signal = timeoutSignal(DETECT_LOCK_MS);
  return locks.request(LOCKS.detectRegion, { signal }, refresh).catch((error: unknown) => {
    // Only waiting for the lock is given up; what has the lock goes on.
    if (signal.aborted) return ok(undefined);
    throw error;
  });
}

/** Exchange rates, at most once in 5 minutes. */
export function refreshRates(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<RatesAnswer>(
    ctx,
    {
      key: 'rates',
      mirrored: () => db.rates.get(SINGLE),
      ttlMs: TTL_MS.rates,
      load: async () => {
        const answer = await api.call<RatesAnswer>({
          path: '/exchange-rates',
          auth: 'none',
          fallback: 'rates_failed',
        });
        return answer.ok && !answer.value.data['USD'] ? failed('rates_empty') : answer;
      },
      tables: [db.rates],
      store: ({ data: rates, source, updated_at: updatedAt }, fetchedAt) =>
        db.rates.put({ key: SINGLE, rates, source, updatedAt, fetchedAt }),
    },
    options,
  );
}
