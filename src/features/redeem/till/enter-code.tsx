import { useState, type ClipboardEvent, type FormEvent, type ReactElement } from 'react';
import scanLineIcon from 'lucide/dist/esm/icons/scan-line.mjs';

import { CODE_LENGTH } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { readRedeemInput } from '../read-redeem-input.ts';
import { useScan } from '../use-scan.tsx';
import { groupedCode } from './grouped-code.ts';
import css from './till.module.css';

const NO_PAYMENT = 'This is no payment voucher. Giveaways are guessed on their own page.';

/** What was entered as a code; else why it is none. */
function readCode(text: string): { readonly code: string } | { readonly problem: string } {
  const input = readRedeemInput(text);
  if (input.kind === 'empty') return { problem: errorMessage('redeem_empty') };
  if (input.kind === 'giveaway') return { problem: NO_PAYMENT };
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(input.code)
    ? { code: input.code }
    : { problem: `A code has ${CODE_LENGTH} digits` };
}

/** The next code: typed, pasted or scanned. Looking a voucher up changes nothing. */
export function EnterCode({ onCode }: { readonly onCode: (code: string) => void }): ReactElement {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const isOffline = useConnectivity() === 'offline';
  const type = (next: string): void => {
    setText(groupedCode(next));
    setProblem(undefined);
  };
  const { scan, notice } = useScan(text, (scanned) => {
    if (scanned.kind === 'code') onCode(scanned.code);
    else setProblem(NO_PAYMENT);
  });
  const take = (given: string): void => {
    const read = readCode(given);
    if ('code' in read) onCode(read.code);
    else setProblem(read.problem);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const read = readCode(event.clipboardData.getData('text'));
    if (!('code' in read)) return;
    event.preventDefault();
    type(read.code);
  };
  return (
    <form
      className="stack g4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isOffline) take(text);
      }}
    >
      <Field
        label="Code of the voucher"
        help="13 digits, on the customer’s phone or slip."
        error={problem !== undefined && <span role="alert">{problem}</span>}
      >
        <Input
          className={css['code']}
          digits
          value={text}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          placeholder="0000 0000 00000"
          onPaste={paste}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
      {notice}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Button type="submit" variant="primary" size="lg" block disabled={text === '' || isOffline}>
        Look it up
      </Button>
      <Button size="lg" block disabled={isOffline} onClick={scan}>
        <Icon of={scanLineIcon} size="sm" /> Scan QR
      </Button>
    </form>
  );
}
