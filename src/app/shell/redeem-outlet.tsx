import type { ReactElement } from 'react';

import { closeRedeem, useRedeemIsOpen } from '../../shared/payment-vouchers/open-redeem.ts';
import { lazySheet } from '../../platform/lazy/lazy-sheet.tsx';
import { Quiet } from '../../platform/lazy/quiet.tsx';
import { useOnceTrue } from '../../platform/live/use-once-true.ts';

const RedeemSheet = lazySheet(
  async () => (await import('../../features/vouchers/redeem/redeem-sheet.tsx')).RedeemSheet,
);

export function RedeemOutlet(): ReactElement {
  const isOpen = useRedeemIsOpen();
  const wasOpened = useOnceTrue(isOpen);
  // A removed dialog cannot give the focus back, so it stays mounted.
  return <Quiet>{wasOpened && <RedeemSheet open={isOpen} onClose={closeRedeem} />}</Quiet>;
}
