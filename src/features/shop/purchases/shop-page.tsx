import { Fragment, Suspense, type ReactElement } from 'react';

import { REGIONS } from '../../../../contract/region-table.ts';

import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SubPage } from '../../../ui/layout/layout.tsx';
import { Unverified } from '../../../shared/accounts/unverified.tsx';
import { HeldNotes } from '../../../shared/wallet/held-notes.tsx';
import { useShop, type Shop, type ShopSource } from './use-shop.ts';

interface GateProps<Row> extends ShopSource<Row> {
  /** What is sold is known, and the person may buy. */
  readonly children: (shop: Shop<Row>, row: Row) => ReactElement;
}

export interface ShopPageProps<Row> extends GateProps<Row> {
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
