import type { Remote } from 'comlink';
import { Fragment, Suspense, type ReactElement } from 'react';

import { normaliseRegion, REGIONS, type RegionKey } from '../../../../contract/region-table.ts';
import type { Result } from '../../../../contract/result.ts';
import type { Held } from '../../../../contract/wallet.ts';
import type { GoodiesDatabase } from '../../../../local/database.ts';
import { readWallets } from '../../../../local/queries/money.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import type { WalletRow } from '../../../../local/rows.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../../platform/live/use-refresh.ts';
import { Unverified } from '../../../shared/accounts/unverified.tsx';
import { freeIn, HELD_TICK_MS, heldIn } from '../../../shared/wallet/held.ts';
import { HeldNotes } from '../../../shared/wallet/held-notes.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SubPage } from '../../../ui/layout/layout.tsx';

/** Where a person buys from the wallet, as the device knows it. */
export interface Shop<Row> {
  readonly region: RegionKey;
  readonly isVerified: boolean;
  /** What may be spent, in the region's currency, major units; undefined before wallets were fetched once. */
  readonly balance: number | undefined;
  /** What may not be spent yet. */
  readonly held: readonly Held[];
  /** What is sold there; undefined before it was fetched once. */
  readonly row: Row | undefined;
}

interface Known<Row> extends Pick<Shop<Row>, 'region' | 'isVerified' | 'row'> {
  readonly wallets: readonly WalletRow[];
}

/** Where what is sold comes from. */
interface ShopSource<Row> {
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
function useShop<Row>({ readRow, refreshRow }: ShopSource<Row>): ShopView<Row> {
  const read = useLive(async (db): Promise<Known<Row>> => {
    const user = await readUser(db);
    const region = normaliseRegion(user?.user.region);
    const [row, wallets] = await Promise.all([readRow(db, region), readWallets(db)]);
    return { region, isVerified: user?.user.email_verified !== false, row, wallets };
  }, []);
  const nowMs = useNow(HELD_TICK_MS).getTime();
  const known = read.phase === 'ready' ? read.data : undefined;
  const region = known?.region;
  const [refresh, retry] = useRefresh(
    async (worker) => {
      // Until the device said where the person lives there is nothing to ask for.
      if (region === undefined) return { ok: true, value: undefined };
      const [row] = await Promise.all([refreshRow(worker, region), worker.refreshWallets()]);
      return row;
    },
    [region],
  );
  return { shop: known && shopOf(known, nowMs), refresh, retry };
}

function shopOf<Row>({ wallets, ...known }: Known<Row>, nowMs: number): Shop<Row> {
  const own = wallets.find(({ currency }) => currency === REGIONS[known.region].currency);
  return {
    ...known,
    balance: wallets.length > 0 ? freeIn(own, nowMs) : undefined,
    held: heldIn(own, nowMs),
  };
}

interface GateProps<Row> extends ShopSource<Row> {
  /** What is sold is known, and the person may buy. */
  readonly children: (shop: Shop<Row>, row: Row) => ReactElement;
}

interface ShopPageProps<Row> extends GateProps<Row> {
  readonly title: string;
}

/** A page where people buy from the wallet. */
export const ShopPage = <Row,>({ title, ...gate }: ShopPageProps<Row>): ReactElement => (
  <SubPage title={title} back="/">
    <Suspense fallback={<Placeholder />}>
      <Gate {...gate} />
    </Suspense>
  </SubPage>
);

const Placeholder = (): ReactElement => <Skeleton shape="block" height="24rem" />;

/** Stands before what is sold: loads it, says why it cannot, and asks for a proved address first. */
function Gate<Row>({ children, ...source }: GateProps<Row>): ReactElement {
  const { shop, refresh, retry } = useShop(source);
  if (!shop) return <Placeholder />;
  if (!shop.isVerified) return <Unverified />;
  if (shop.row !== undefined)
    return (
      // Another region sells other things, in another currency: what was filled in is nothing there.
      <Fragment key={shop.region}>
        <HeldNotes held={shop.held} currency={REGIONS[shop.region].currency} />
        {children(shop, shop.row)}
      </Fragment>
    );
  return refresh.phase === 'failed' ? (
    <ErrorState message={refresh.error.message} onRetry={retry} />
  ) : (
    <Placeholder />
  );
}
