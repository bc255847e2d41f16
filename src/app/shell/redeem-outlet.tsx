import type { ReactElement } from 'react';

import { closeRedeem, useRedeemIsOpen } from '../../shared/payment-vouchers/open-redeem.ts';
import { lazySheet } from '../../platform/lazy/lazy-sheet.tsx';
import { Quiet } from '../../platform/lazy/quiet.tsx';
import { useOnceTrue } from '../../platform/live/use-once-true.ts';

const RedeemSheet = lazySheet(
  async () => (await import('../../features/vouchers/redeem/redeem-sheet.tsx')).RedeemSheet,
);

/** Where the redeem sheet opens, over any page; its code is fetched by the first opening. */
export function RedeemOutlet(): ReactElement {
  const isOpen = useRedeemIsOpen();
  const wasOpened = useOnceTrue(isOpen);
  // Once opened it stays: a dialog that is taken away cannot give the focus back.
  return <Quiet>{wasOpened && <RedeemSheet open={isOpen} onClose={closeRedeem} />}</Quiet>;
}
