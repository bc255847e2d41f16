import type { ReactElement } from 'react';

import type { CreatedVoucherRow } from '../../../../local/rows.ts';
import { useWanted } from '../../../platform/form/use-wanted.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { toast } from '../../../platform/toast-store.ts';
import css from './voucher-card.module.css';

export interface TwoFactorSwitchProps {
  readonly voucher: Pick<CreatedVoucherRow, 'ulid' | 'enable_2fa' | 'recipient_email'>;
  readonly isOffline: boolean;
}

/** Whether redeeming needs a code that only the creator gets. It turns back when the server refuses. */
export function TwoFactorSwitch({ voucher, isOffline }: TwoFactorSwitchProps): ReactElement {
  const [wanted, want] = useWanted(async (next: boolean) => {
    const result = await callWorker((worker) => worker.updateTwoFactor(voucher.ulid, next));
    if (!result.ok) toast(result.error.message, { kind: 'error' });
  });
  const isOn = wanted ?? voucher.enable_2fa;
  const { recipient_email: recipient } = voucher;
  const off =
    recipient === null
      ? 'The voucher code alone redeems it'
      : `${recipient} redeems it with the voucher code alone`;
  return (
    <div className={css['twoFactor']}>
      <SwitchRow
        label="Two-factor protection"
        note={isOn ? 'Redeeming needs a code that is sent to you' : off}
        checked={isOn}
        aria-busy={wanted !== undefined}
        disabled={isOffline}
        onChange={({ target }) => want(target.checked)}
      />
    </div>
  );
}
