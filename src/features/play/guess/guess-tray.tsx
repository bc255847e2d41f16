import { useEffect, useId, useState, type ReactElement } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';
import deleteIcon from 'lucide/dist/esm/icons/delete.mjs';

import { eraseDigit, typeDigit } from '../../../../contract/vouchers/voucher-code.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './guess-tray.module.css';
import { ClaimButton } from './claim-button.tsx';
import { GUESS_CONTROL } from './guess-overlay.tsx';
import { triedKeys } from './tries.ts';
import type { GuessedVoucher, GuessProps } from './guess.machine.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

function Keypad({ voucher, guessing }: GuessProps<GuessedVoucher>): ReactElement {
  const { state, tries, type, close } = guessing;
  const triedId = useId();
  const tried = state.phase === 'editing' ? triedKeys(tries, state.guess) : new Set<string>();
  const pressed = usePressedKey();
  const isOff = state.phase !== 'editing' && state.phase !== 'processing';
  const keyOf = (name: string, onClick: () => void, icon?: ReactElement): ReactElement => (
    <button
      key={name}
      type="button"
      className={cx('edged figure middle', css['key'], icon && css['action'])}
      aria-label={icon && name}
      // Closing is always possible.
      disabled={isOff && onClick !== close}
      data-pressed={pressed === name || undefined}
      data-tried={tried.has(name) || undefined}
      aria-describedby={tried.has(name) ? triedId : undefined}
      onClick={onClick}
    >
      {icon ?? name}
    </button>
  );
  const digitKey = (digit: string): ReactElement =>
    keyOf(digit, () => type(typeDigit(state.guess, digit)));
  const erase = (): void => type(eraseDigit(state.guess, voucher.masked_code));
  return (
    <div className={css['keypad']} role="group" aria-label="Digit keyboard">
      {DIGITS.map(digitKey)}
      {keyOf('Close keyboard', close, <Icon of={chevronDownIcon} />)}
      {digitKey('0')}
      {keyOf('Backspace', erase, <Icon of={deleteIcon} />)}
      <span id={triedId} hidden>
        Tried before
      </span>
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
  return (
    <div {...GUESS_CONTROL} className={css['tray']}>
      <ClaimButton {...props} />
      <Keypad {...props} />
    </div>
  );
}
