import type { IconNode } from 'lucide';
import { Fragment, Suspense, type ReactElement, type ReactNode } from 'react';

import {
  DEFAULT_REGION,
  normaliseRegion,
  REGIONS,
  type RegionInfo,
  type RegionKey,
} from '../../../../contract/region-table.ts';
import { readAnswer, type Answers } from '../../../../local/queries/answers.ts';
import { readWallets } from '../../../../local/queries/money.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import type { Form } from '../../../platform/form/use-form.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { Awaited } from '../../../shared/awaited.tsx';
import { MoneyStop } from '../../../shared/accounts/money-stop.tsx';
import { Unverified } from '../../../shared/accounts/unverified.tsx';
import { HeldNotes, type Spendable, useSpendable } from '../../../shared/wallet/held.tsx';
import { FormNotes } from '../../../shared/form-notes.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Row, RowIcon, Rows } from '../../../ui/display/rows.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card, SectionHead, StickyFoot, SubPage } from '../../../ui/layout/layout.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { Money } from '../../../ui/text/money.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './shop-page.module.css';

export interface Shop {
  readonly region: RegionKey;
  readonly currency: RegionInfo['currency'];
  /** Major units of `currency` that may be spent; undefined before wallets were fetched once. */
  readonly balance: number | undefined;
  readonly held: Spendable['held'];
}

interface ShopPageProps<Path extends keyof Answers> {
  readonly title: string;
  /** The call that says what is sold. */
  readonly path: Path;
  readonly children: (shop: Shop, offer: Answers[Path]) => ReactElement;
}

export const ShopPage = <Path extends keyof Answers>({
  title,
  ...gate
}: ShopPageProps<Path>): ReactElement => (
  <SubPage title={title} back="/">
    <Suspense fallback={<Placeholder />}>
      <Gate {...gate} />
    </Suspense>
  </SubPage>
);

const HEIGHT = '24rem';
const Placeholder = (): ReactElement => <Skeleton height={HEIGHT} />;

type GateProps<Path extends keyof Answers> = Omit<ShopPageProps<Path>, 'title'>;

function Gate<Path extends keyof Answers>({ children, path }: GateProps<Path>): ReactElement {
  const { data: known } = useLive(async (db) => {
    const user = await readUser(db);
    const region = normaliseRegion(user?.user.region);
    const [row, wallets] = await Promise.all([readAnswer(db, { path, region }), readWallets(db)]);
    return { region, user: user?.user, offer: row?.answer, wallets };
  }, []);
  const { currency } = REGIONS[known?.region ?? DEFAULT_REGION];
  const { balance, held } = useSpendable(known?.wallets ?? [], currency);
  const [refresh, retry] = useRefresh(
    async (worker) => {
      // Until the device said where the person lives there is nothing to ask for.
      if (!known) return { ok: true, value: undefined };
      const { region } = known;
      const [offer] = await Promise.all([
        worker.refreshAnswer({ path, region }),
        worker.refreshWallets(),
      ]);
      return offer;
    },
    [known?.region],
  );
  if (!known) return <Placeholder />;
  const { region, user, offer, wallets } = known;
  if (user?.email_verified === false) return <Unverified />;
  if (offer === undefined) return <Awaited refresh={refresh} onRetry={retry} height={HEIGHT} />;
  const shop = {
    region,
    currency,
    balance: wallets.length > 0 ? balance : undefined,
    held,
  };
  return (
    // Another region sells other things, in another currency: what was filled in is nothing there.
    <Fragment key={region}>
      <MoneyStop user={user} />
      <HeldNotes held={held} currency={currency} />
      {children(shop, offer)}
    </Fragment>
  );
}

interface ShopFormProps {
  readonly shop: Shop;
  /** What is to be paid, major units; 0 while nothing is chosen. */
  readonly total: number;
  readonly action: string;
  readonly loading?: boolean;
  readonly form: Pick<Form<string>, 'ref' | 'failure' | 'onSubmit'>;
  readonly children: ReactNode;
  readonly recent: ReactNode;
}

const FORM_ID = 'shop';

export function ShopForm(props: ShopFormProps): ReactElement {
  const { shop, total, action, loading = false, form, children, recent } = props;
  const { currency, balance, held } = shop;
  const { ref, failure, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  return (
    <div className={css['shop']}>
      <div className={css['form']}>
        <form id={FORM_ID} ref={ref} className="stack g5" noValidate onSubmit={onSubmit}>
          {children}
          <FormNotes failure={failure} />
        </form>
      </div>
      <div className={css['recent']}>{recent}</div>
      {/* At the foot of a phone, beside the form where there is room. */}
      <div className={css['pay']}>
        <StickyFoot>
          <div className={cx('line apart', css['bar'])}>
            <span className={css['sums']}>
              {balance !== undefined && (
                <span className="xs muted">{`${held.length > 0 ? 'Can be spent now:' : 'Wallet'} ${formatExact(balance, currency)}`}</span>
              )}
              <strong className="lg">{formatExact(total, currency)}</strong>
            </span>
            <Button
              type="submit"
              form={FORM_ID}
              variant="primary"
              size="lg"
              disabled={isOffline}
              loading={loading}
              loadingLabel="Checking the number"
            >
              {action}
            </Button>
          </div>
        </StickyFoot>
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
    <Card className="stack g1">
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
    </Card>
  );
}
