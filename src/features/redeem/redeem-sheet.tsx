import { useState, type FormEvent, type ReactElement } from 'react';

import { MESSAGES } from '../../../contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast-store.ts';

export interface RedeemSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Where a voucher's code is typed in to get its money. */
export function RedeemSheet({ open, onClose }: RedeemSheetProps): ReactElement {
  const [code, setCode] = useState('');
  const claim = (event: FormEvent): void => {
    event.preventDefault();
    toast('Redeeming codes is not built yet. Nothing was sent.', { durationMs: 0 });
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={MESSAGES.redeemTitle}>
      <form className="stack" onSubmit={claim}>
        <Field label="Voucher code">
          <Input
            value={code}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block disabled={code.trim() === ''}>
          Claim
        </Button>
      </form>
    </Sheet>
  );
}
