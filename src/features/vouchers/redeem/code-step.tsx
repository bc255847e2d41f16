import { useState, type ClipboardEvent, type FormEvent, type ReactElement } from 'react';
import scanLineIcon from 'lucide/dist/esm/icons/scan-line.mjs';

import { errorMessage } from '../../../../contract/errors.ts';
import { closeRedeem } from '../../../shared/payment-vouchers/open-redeem.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid } from '../../../ui/layout/layout.tsx';
import { navigate } from '../../../platform/routing/router.tsx';
import { readPasted } from './read-redeem-input.ts';
import type { Redeeming } from './use-redeem.ts';
import { useScan } from './use-scan.tsx';

export interface CodeStepProps {
  readonly initial: string;
  readonly redeeming: Redeeming;
}

export function CodeStep({ initial, redeeming }: CodeStepProps): ReactElement {
  const [text, setText] = useState(initial);
  const { state, clear, claim } = redeeming;
  const isOffline = useConnectivity() === 'offline';
  const isBusy = state.phase === 'processing';
  const type = (next: string): void => {
    setText(next);
    clear();
  };
  const { scan, notice } = useScan(text, (scanned) => {
    if (scanned.kind === 'code') return type(scanned.code);
    closeRedeem();
    navigate(scanned.path);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void claim(text);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text');
    const left = readPasted(pasted);
    // A part of a code is pasted where the caret is, as anywhere.
    if (left === pasted) return;
    event.preventDefault();
    type(left);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Voucher code"
        help="The code is on the voucher link or slip you received. A link can be pasted too."
        error={state.phase === 'error' && <span role="alert">{state.message}</span>}
      >
        <Input
          digits
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="0000 0000 00000"
          readOnly={isBusy}
          onPaste={paste}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
      {notice}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Grid columns={2}>
        <Button size="lg" onClick={scan}>
          <Icon of={scanLineIcon} size="sm" /> Scan QR
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={text === ''}
          loading={isBusy}
          loadingLabel="Redeeming"
        >
          Claim
        </Button>
      </Grid>
    </form>
  );
}
