import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { Shop, ShopView } from './use-shop.ts';

export const ShopPlaceholder = (): ReactElement => <Skeleton shape="block" height="24rem" />;

export interface ShopGateProps<Row> extends ShopView<Row> {
  /** What is sold is known, and the person may buy. */
  readonly children: (shop: Shop<Row>, row: Row) => ReactElement;
}

/** Stands before what is sold: loads it, says why it cannot, and asks for a proved address first. */
export function ShopGate<Row>({
  shop,
  refresh,
  retry,
  children,
}: ShopGateProps<Row>): ReactElement {
  if (!shop) return <ShopPlaceholder />;
  if (!shop.isVerified)
    return (
      <div className="stack g3">
        <Alert tone="warn">{errorMessage('email_unverified')}</Alert>
        <ButtonLink variant="primary" href="/verify-email">
          Verify e-mail
        </ButtonLink>
      </div>
    );
  if (shop.row !== undefined) return children(shop, shop.row);
  return refresh.phase === 'failed' ? (
    <ErrorState message={refresh.error.message} onRetry={retry} />
  ) : (
    <ShopPlaceholder />
  );
}
