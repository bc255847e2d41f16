import { TTL_MS } from '../../contract/constants.ts';
import type {
  AirtimeNetworksAnswer,
  AirtimePurchaseAnswer,
  AirtimePurchaseBody,
  BillCategoriesAnswer,
  PayBillAnswer,
  PayBillBody,
  ValidateBillAnswer,
  ValidateBillBody,
} from '../../contract/purchases.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { Done, WorkerContext } from '../context.ts';
import { moveMoney } from '../commands/move-money.ts';
import { refreshMirror, type RefreshOptions } from '../refresh/refresh-mirror.ts';

/** Networks of a region and the user's recent numbers there. */
export function refreshAirtime(
  ctx: WorkerContext,
  region: RegionKey,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<AirtimeNetworksAnswer>(
    ctx,
    {
      key: `airtime ${region}`,
      mirrored: () => db.airtime.get(region),
      ttlMs: TTL_MS.user,
      load: () =>
        api.call({
          path: '/airtime/networks',
          query: `region=${region}`,
          auth: 'required',
          fallback: 'networks_failed',
        }),
      tables: [db.airtime],
      store: ({ currency, data: networks, recent }, fetchedAt) =>
        db.airtime.put({ region, currency, networks, recent, fetchedAt }),
    },
    options,
  );
}

/** Billers of a region and what the user paid there. */
export function refreshBillers(
  ctx: WorkerContext,
  region: RegionKey,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<BillCategoriesAnswer>(
    ctx,
    {
      key: `billers ${region}`,
      mirrored: () => db.billers.get(region),
      ttlMs: TTL_MS.user,
      load: () =>
        api.call({
          path: '/bills/categories',
          query: `region=${region}`,
          auth: 'required',
          fallback: 'billers_failed',
        }),
      tables: [db.billers],
      store: ({ currency, data: categories, recent }, fetchedAt) =>
        db.billers.put({ region, currency, categories, recent, fetchedAt }),
    },
    options,
  );
}

/** Whose number a bill is for; null where the biller does not tell. */
export async function validateBill(
  { api }: WorkerContext,
  body: ValidateBillBody,
): Promise<Result<string | null>> {
  const answer = await api.call<ValidateBillAnswer>({
    method: 'POST',
    path: '/bills/validate',
    auth: 'required',
    fallback: 'customer_check_failed',
    body,
  });
  return answer.ok ? ok(answer.value.data.customer_name) : answer;
}

/** Buys airtime or a data plan; after a time-out the same input asks for the same purchase again. */
export const buyAirtime = (
  ctx: WorkerContext,
  body: AirtimePurchaseBody,
): Promise<Result<AirtimePurchaseAnswer['data']>> =>
  moveMoney<AirtimePurchaseAnswer>(ctx, { path: '/airtime/purchase', body });

/** Pays a bill; after a time-out the same input asks for the same bill again. */
export const payBill = (
  ctx: WorkerContext,
  body: PayBillBody,
): Promise<Result<PayBillAnswer['data']>> =>
  moveMoney<PayBillAnswer>(ctx, { path: '/bills/pay', body });
