import type { ReactElement } from 'react';

import { useTellIfLeft } from '../../../../shared/wallet/use-tell-if-left.ts';
import { useCommand } from '../../../../platform/form/use-command.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/action/button.tsx';
import { Grid } from '../../../../ui/layout/layout.tsx';
import { useKeepOpen } from '../../../../ui/overlay/use-modal.ts';
import { toast } from '../../../../platform/toast-store.ts';
import { isTakenBack, type VoucherSheetProps } from './card-sheet.ts';

export function CancelVoucher({ voucher, onDone, onClose }: VoucherSheetProps): ReactElement {
  const tell = useTellIfLeft('Cancelling the voucher', 'vouchers');
  const amount = formatExact(voucher.amount, voucher.currency);
  const isPaid = isTakenBack(voucher);
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.cancelVoucher(voucher.ulid)),
    // It may have been paid for, or split, since the row here was fetched.
    ({ amount: back, currency }) => {
      const returned = back > 0 ? ` ${formatExact(back, currency)} is back in your wallet.` : '';
      toast(`Voucher cancelled.${returned}`, { kind: 'success' });
      onDone();
    },
    tell.failed,
  );
  useKeepOpen(isBusy);
  return (
    <div className="stack g4">
      <p>
        {isPaid
          ? `${amount} goes back into your wallet. The code, the link and the QR code stop working for everyone.`
          : 'It is not paid yet, so no money moves. If a payment still arrives, it goes into your wallet.'}
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Grid columns={2}>
        <Button size="lg" disabled={isBusy} onClick={onClose}>
          Keep it
        </Button>
        <Button size="lg" variant="danger" loading={isBusy} onClick={run}>
          {isPaid ? 'Take back' : 'Cancel voucher'}
        </Button>
      </Grid>
    </div>
  );
}
