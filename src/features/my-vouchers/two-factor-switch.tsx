import { useState, type ReactElement } from 'react';

import type { CreatedVoucherRow } from '../../../local/rows.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { SwitchRow } from '../../ui/form/switch-row.tsx';
import { toast } from '../../platform/toast-store.ts';
import css from './voucher-card.module.css';

export interface TwoFactorSwitchProps {
  readonly voucher: Pick<CreatedVoucherRow, 'ulid' | 'enable_2fa'>;
  readonly isOffline: boolean;
}

/** Whether redeeming needs a code that only the creator gets. It turns back when the server refuses. */
export function TwoFactorSwitch({ voucher, isOffline }: TwoFactorSwitchProps): ReactElement {
  // What was asked for stands until the answer, which is then in the row.
  const [wanted, setWanted] = useState<boolean>();
  const isOn = wanted ?? voucher.enable_2fa;
  const change = async (next: boolean): Promise<void> => {
    // One at a time; disabled meanwhile, it would lose the focus.
    if (wanted !== undefined) return;
    setWanted(next);
    const result = await callWorker((worker) => worker.updateTwoFactor(voucher.ulid, next));
    setWanted(undefined);
    if (!result.ok) toast(result.error.message, { kind: 'error' });
  };
  return (
    <div className={css['twoFactor']}>
      <SwitchRow
        label="Two-factor protection"
        note={
          isOn ? 'Redeeming needs a code that is sent to you' : 'The voucher code alone redeems it'
        }
        checked={isOn}
        aria-busy={wanted !== undefined}
        disabled={isOffline}
        onChange={({ target }) => void change(target.checked)}
      />
    </div>
  );
}
