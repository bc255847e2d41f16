import { useEffect, type ReactElement } from 'react';

import { openRedeem } from '../../../shared/payment-vouchers/open-redeem.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { Page } from '../../../ui/layout/layout.tsx';

/** Where the app icon's shortcut leads: home, with the redeem sheet over it. */
export default function RedeemPage(): ReactElement {
  useEffect(() => {
    openRedeem();
    navigate('/', { replace: true });
  }, []);
  return (
    <Page>
      <h1>Redeem</h1>
    </Page>
  );
}
