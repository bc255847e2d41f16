import { useEffect, useState, type ReactElement } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';
import deleteIcon from 'lucide/dist/esm/icons/delete.mjs';

import { eraseDigit, typeDigit } from '../../../../contract/vouchers/voucher-code.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './guess-tray.module.css';
import { ClaimButton } from './claim-button.tsx';
import { GUESS_CONTROL } from './guess-overlay.tsx';
import type { GuessedVoucher, GuessProps } from './guess.machine.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type KeypadProps = Pick<GuessProps<GuessedVoucher>, 'voucher' | 'guessing'>;

function Keypad({ voucher, guessing: { state, type, close } }: KeypadProps): ReactElement {
  const pressed = usePressedKey();
  const disabled = state.phase !== 'editing' && state.phase !== 'processing';
  const digitKey = (digit: string): ReactElement => (
    <button
      key={digit}
      type="button"
      className={cx('edged figure middle', css['key'])}
      disabled={disabled}
      data-pressed={pressed === digit || undefined}
      onClick={() => type(typeDigit(state.guess, digit))}
    >
      {digit}
    </button>
  );
  return (
    <div className={css['keypad']} role="group" aria-label="Digit keyboard">
      {DIGITS.map(digitKey)}
      <button
        type="button"
        className={cx('edged figure middle', css['key'], css['action'])}
        aria-label="Close keyboard"
        onClick={close}
      >
        <Icon of={chevronDownIcon} />
      </button>
      {digitKey('0')}
      <button
        type="button"
        className={cx('edged figure middle', css['key'], css['action'])}
        aria-label="Backspace"
        disabled={disabled}
        data-pressed={pressed === 'Backspace' || undefined}
        onClick={() => type(eraseDigit(state.guess, voucher.masked_code))}
      >
        <Icon of={deleteIcon} />
      </button>
    </div>
  );
}

function usePressedKey(): string | undefined {
  const [pressed, setPressed] = useState<string>();
  useEffect(() => {
    const onDown = ({ key }: KeyboardEvent): void => setPressed(key);
    const onUp = (): void => setPressed(undefined);
    addEventListener('keydown', onDown);
    addEventListener('keyup', onUp);
    return () => {
      removeEventListener('keydown', onDown);
      removeEventListener('keyup', onUp);
    };
  }, []);
  return pressed;
}

export function GuessTray(props: GuessProps<GuessedVoucher>): ReactElement {
  const { voucher, guessing, reason } = props;
  const { state, submit } = guessing;
  return (
    <div {...GUESS_CONTROL}>
      <div className={css['tray']}>
        <ClaimButton
          voucher={voucher}
          isBusy={state.phase === 'processing'}
          disabled={reason !== undefined || state.phase === 'refused' || state.phase === 'wrong'}
          onClaim={submit}
        />
        <Keypad voucher={voucher} guessing={guessing} />
      </div>
    </div>
  );
}
