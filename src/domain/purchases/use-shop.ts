import type { Remote } from 'comlink';

import { normaliseRegion, REGIONS, type RegionKey } from '../../../contract/region-table.ts';
import type { Result } from '../../../contract/result.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readWallets } from '../../../local/queries/money.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../platform/live/use-refresh.ts';

/** Where a person buys from the wallet, as the device knows it. */
export interface Shop<Row> {
  readonly region: RegionKey;
  readonly isVerified: boolean;
  /** Of the region's currency, major units; undefined before wallets were fetched once. */
  readonly balance: number | undefined;
  /** What is sold there; undefined before it was fetched once. */
  readonly row: Row | undefined;
}

/** Where what is sold comes from. */
export interface ShopSource<Row> {
  readonly readRow: (db: GoodiesDatabase, region: RegionKey) => Promise<Row | undefined>;
  readonly refreshRow: (
    worker: Remote<DataWorkerApi>,
    region: RegionKey,
  ) => Promise<Result<undefined>>;
}

interface ShopView<Row> {
  /** Undefined until the device has answered. */
  readonly shop: Shop<Row> | undefined;
  readonly refresh: RefreshState;
  readonly retry: () => void;
}

/** What is sold in the person's region and what is in the wallet, from the device, and how fetching it went. */
export function useShop<Row>({ readRow, refreshRow }: ShopSource<Row>): ShopView<Row> {
  const read = useLive(async (db): Promise<Shop<Row>> => {
    const user = await readUser(db);
    const region = normaliseRegion(user?.user.region);
    const [row, wallets] = await Promise.all([readRow(db, region), readWallets(db)]);
    const own = wallets.find(({ currency }) => currency === REGIONS[region].currency);
    return {
      region,
      isVerified: user?.user.email_verified !== false,
      balance: wallets.length > 0 ? (own?.amount ?? 0) : undefined,
      row,
    };
  }, []);
  const shop = read.phase === 'ready' ? read.data : undefined;
  const region = shop?.region;
  const [refresh, retry] = useRefresh(
    async (worker) => {
      // Until the device said where the person lives there is nothing to ask for.
      if (region === undefined) return { ok: true, value: undefined };
      const [row] = await Promise.all([refreshRow(worker, region), worker.refreshWallets()]);
      return row;
    },
    [region],
  );
  return { shop, refresh, retry };
}
