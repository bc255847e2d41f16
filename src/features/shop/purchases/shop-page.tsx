import type { Remote } from 'comlink';
import type { IconNode } from 'lucide';
import { Fragment, Suspense, type ReactElement, type ReactNode } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { normaliseRegion, REGIONS, type RegionKey } from '../../../../contract/region-table.ts';
import type { Result } from '../../../../contract/result.ts';
import type { Held } from '../../../../contract/wallet.ts';
import type { GoodiesDatabase } from '../../../../local/database.ts';
import { readWallets } from '../../../../local/queries/money.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import type { WalletRow } from '../../../../local/rows.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import type { Form } from '../../../platform/form/use-form.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../../platform/live/use-refresh.ts';
import { Unverified } from '../../../shared/accounts/unverified.tsx';
import { freeIn, HELD_TICK_MS, heldIn, HeldNotes } from '../../../shared/wallet/held.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Row, RowIcon, Rows } from '../../../ui/display/rows.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Card, SectionHead, StickyFoot, SubPage } from '../../../ui/layout/layout.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { Money } from '../../../ui/text/money.tsx';
import css from './shop-page.module.css';

export interface Shop<Row> {
  readonly region: RegionKey;
  readonly isVerified: boolean;
  /** What may be spent, in the region's currency, major units; undefined before wallets were fetched once. */
  readonly balance: number | undefined;
  readonly held: readonly Held[];
  /** What is sold there; undefined before it was fetched once. */
  readonly row: Row | undefined;
}

interface Known<Row> extends Pick<Shop<Row>, 'region' | 'isVerified' | 'row'> {
  readonly wallets: readonly WalletRow[];
}

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

export const ShopPage = <Row,>({ title, ...gate }: ShopPageProps<Row>): ReactElement => (
  <SubPage title={title} back="/">
    <Suspense fallback={<Placeholder />}>
      <Gate {...gate} />
    </Suspense>
  </SubPage>
);

const Placeholder = (): ReactElement => <Skeleton shape="block" height="24rem" />;

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

interface PayBarProps {
  readonly currency: string;
  /** What may be spent, major units; undefined until it is known. */
  readonly balance: number | undefined;
  readonly isPartHeld: boolean;
  /** What is to be paid, major units; 0 while nothing is chosen. */
  readonly total: number;
  readonly action: string;
  readonly loading?: boolean;
}

interface ShopFormProps extends PayBarProps {
  readonly form: Pick<Form<string>, 'ref' | 'failure' | 'onSubmit'>;
  readonly children: ReactNode;
  readonly recent: ReactNode;
}

const FORM_ID = 'shop';

function PayBar(props: PayBarProps & { readonly disabled: boolean }): ReactElement {
  const { currency, balance, isPartHeld, total, action, disabled, loading = false } = props;
  return (
    <StickyFoot>
      <div className={css['bar']}>
        <span className={css['sums']}>
          {balance !== undefined && (
            <span className="xs muted">{`${isPartHeld ? 'Can be spent now:' : 'Wallet'} ${formatExact(balance, currency)}`}</span>
          )}
          <strong className="lg">{formatExact(total, currency)}</strong>
        </span>
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          size="lg"
          disabled={disabled}
          loading={loading}
          loadingLabel="Checking the number"
        >
          {action}
        </Button>
      </div>
    </StickyFoot>
  );
}

export function ShopForm(props: ShopFormProps): ReactElement {
  const { form, children, recent, ...pay } = props;
  const { ref, failure, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  return (
    <div className={css['shop']}>
      <div className={css['form']}>
        <form id={FORM_ID} ref={ref} className="stack g5" noValidate onSubmit={onSubmit}>
          {children}
          {failure && <Alert tone="bad">{failure.message}</Alert>}
          {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
        </form>
      </div>
      <aside className={css['recent']}>{recent}</aside>
      {/* At the foot of a phone, beside the form where there is room. */}
      <div className={css['pay']}>
        <PayBar {...pay} disabled={isOffline} />
      </div>
    </div>
  );
}

interface RecentPurchasesProps<One> {
  readonly recent: readonly One[];
  readonly icon: IconNode;
  readonly currency: string;
  readonly namesOf: (one: One) => Readonly<Record<'key' | 'title' | 'note', string>>;
  readonly onChoose: (one: One) => void;
}

export function RecentPurchases<One extends { readonly amount: number }>({
  recent,
  icon,
  currency,
  namesOf,
  onChoose,
}: RecentPurchasesProps<One>): ReactElement | null {
  if (recent.length === 0) return null;
  return (
    <Card>
      <div className="stack g1">
        <SectionHead>
          <h2>Recent</h2>
        </SectionHead>
        <Rows>
          {recent.map((one) => {
            const { key, title, note } = namesOf(one);
            return (
              <li key={key}>
                <Row
                  start={<RowIcon of={icon} />}
                  title={title}
                  note={note}
                  value={<Money amount={one.amount} currency={currency} />}
                  onSelect={() => onChoose(one)}
                />
              </li>
            );
          })}
        </Rows>
      </div>
    </Card>
  );
}
