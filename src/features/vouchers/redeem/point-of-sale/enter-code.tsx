import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FormEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import scanLineIcon from 'lucide/dist/esm/icons/scan-line.mjs';

import { errorMessage } from '../../../../../contract/errors.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { readPasted, readRedeemInput } from '../read-redeem-input.ts';
import { useScan } from '../use-scan.tsx';
import { groupedCode } from '../../code-and-link.ts';
import css from './point-of-sale.module.css';

const NO_PAYMENT = 'This is no payment voucher. Giveaways are guessed on their own page.';

function readCode(text: string): { readonly code: string } | { readonly problem: string } {
  const input = readRedeemInput(text);
  if (input.kind === 'empty') return { problem: errorMessage('redeem_empty') };
  if (input.kind === 'giveaway') return { problem: NO_PAYMENT };
  return input.kind === 'code' ? input : { problem: errorMessage('code_malformed') };
}

interface Typed {
  readonly text: string;
  readonly caret: number;
}

function useGrouped(): readonly [
  field: RefObject<HTMLInputElement | null>,
  text: string,
  setText: (next: string, caret?: number) => void,
] {
  const [typed, setTyped] = useState<Typed>({ text: '', caret: 0 });
  const field = useRef<HTMLInputElement>(null);
  // Grouping sets the text anew, which takes the caret to its end.
  useLayoutEffect(() => {
    if (document.activeElement === field.current)
      field.current?.setSelectionRange(typed.caret, typed.caret);
  }, [typed]);
  const setText = (next: string, caret = next.length): void =>
    setTyped({ text: groupedCode(next), caret: groupedCode(next.slice(0, caret)).length });
  return [field, typed.text, setText];
}

export interface EnterCodeProps {
  readonly isNext: boolean;
  readonly onCode: (code: string) => void;
}

export function EnterCode({ isNext, onCode }: EnterCodeProps): ReactElement {
  const [field, text, setText] = useGrouped();
  const [problem, setProblem] = useState<string>();
  const isOffline = useConnectivity() === 'offline';
  useEffect(() => {
    if (isNext) field.current?.focus();
  }, [isNext, field]);
  const type = (next: string, caret?: number): void => {
    setText(next, caret);
    setProblem(undefined);
  };
  const { scan, notice } = useScan(text, (scanned) => {
    if (scanned.kind === 'code') onCode(scanned.code);
    else setProblem(NO_PAYMENT);
  });
  const submitCode = (given: string): void => {
    const read = readCode(given);
    if ('code' in read) onCode(read.code);
    else setProblem(read.problem);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault();
    const given = readPasted(event.clipboardData.getData('text'));
    const read = readCode(given);
    if ('code' in read) return type(read.code);
    if (read.problem === NO_PAYMENT) return setProblem(NO_PAYMENT);
    // Part of a code goes where it was pasted.
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const before = value.slice(0, selectionStart ?? value.length) + given;
    return type(before + value.slice(selectionEnd ?? value.length), before.length);
  };
  return (
    <form
      className="stack g4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isOffline) submitCode(text);
      }}
    >
      <Field
        label="Code of the voucher"
        help="13 digits, on the customer’s phone or slip."
        error={problem !== undefined && <span role="alert">{problem}</span>}
      >
        <Input
          ref={field}
          className={css['code']}
          digits
          value={text}
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
      <Button type="submit" variant="primary" size="lg" block disabled={text === '' || isOffline}>
        Look it up
      </Button>
      <Button size="lg" block disabled={isOffline} onClick={scan}>
        <Icon of={scanLineIcon} size="sm" /> Scan QR
      </Button>
    </form>
  );
}
