import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ReactElement,
} from 'react';
import scanLineIcon from 'lucide/dist/esm/icons/scan-line.mjs';

import { errorMessage } from '../../../../../contract/errors.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useForm } from '../../../../platform/form/use-form.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { focusOnArrival } from '../../../../ui/form/focus-on-arrival.ts';
import { Input } from '../../../../ui/form/input.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { readPasted, readRedeemInput } from '../read-redeem-input.ts';
import { useScan } from '../use-scan.tsx';
import { groupedCode } from '../../code-and-link.ts';
import { cx } from '../../../../ui/cx.ts';
import css from './point-of-sale.module.css';

const NO_PAYMENT = 'This is not a payment voucher. Giveaways are guessed on their own page.';

export interface EnterCodeProps {
  /** Whether it comes after another voucher: the field then has the focus. */
  readonly isNext: boolean;
  readonly onCode: (code: string) => void;
}

export function EnterCode({ isNext, onCode }: EnterCodeProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const state = useState({ code: '', caret: 0 });
  const [typed] = state;
  const { code } = typed;
  const input = readRedeemInput(code);
  const isOffline = useConnectivity() === 'offline';
  const { ref, errors, change, edit, onSubmit } = useForm({
    fields: ['code'],
    state,
    wrong: input.kind === 'none' ? { code: input.problem } : {},
    send: () => (input.kind === 'code' ? onCode(input.code) : undefined),
  });
  useEffect(() => {
    if (isNext) focusOnArrival(field.current);
  }, [isNext]);
  useLayoutEffect(() => {
    // Grouping sets the text anew, which takes the caret to its end.
    if (document.activeElement === field.current)
      field.current?.setSelectionRange(typed.caret, typed.caret);
  }, [typed]);
  const type = (text: string, at = text.length): void =>
    change({ code: groupedCode(text), caret: groupedCode(text.slice(0, at)).length });
  const refuse = (): void => edit(['code'], { code: NO_PAYMENT });
  const { scan, notice } = useScan(code, (scanned) =>
    scanned.kind === 'code' ? onCode(scanned.code) : refuse(),
  );
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault();
    const text = readPasted(event.clipboardData.getData('text'));
    const pasted = readRedeemInput(text);
    if (pasted.kind === 'code') return type(pasted.code);
    if (pasted.kind === 'giveaway') return refuse();
    // Part of a code goes where it was pasted.
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const before = value.slice(0, selectionStart ?? value.length) + text;
    return type(before + value.slice(selectionEnd ?? value.length), before.length);
  };
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <Field
        label="Code of the voucher"
        help="13 digits, on the customer’s phone or slip."
        error={errors.code && <span role="alert">{errors.code}</span>}
      >
        <Input
          ref={field}
          className={cx('figure center', css['code'])}
          digits
          data-field="code"
          value={code}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          placeholder="0000 0000 00000"
          onPaste={paste}
          onChange={({ target }) => type(target.value, target.selectionStart ?? undefined)}
        />
      </Field>
      {notice}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <SubmitButton disabled={code === '' || isOffline}>Look it up</SubmitButton>
      <Button size="lg" block disabled={isOffline} onClick={scan}>
        <Icon of={scanLineIcon} size="sm" /> Scan QR
      </Button>
    </form>
  );
}
