import type { ReactElement } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';
import deleteIcon from 'lucide/dist/esm/icons/delete.mjs';
import { cx } from '../../../ui/cx.ts';
import css from './keypad.module.css';
import { Icon } from '../../../ui/icon.tsx';

export interface KeypadProps {
  readonly onDigit: (digit: string) => void;
  readonly onBackspace: () => void;
  readonly onClose: () => void;
  readonly disabled?: boolean;
  /** The key that a physical keyboard holds down, to show it pressed: '0' to '9' or 'Backspace'. */
  readonly pressed?: string | undefined;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Digits in thumb reach, three by four; stands on a band. */
export function Keypad({
  onDigit,
  onBackspace,
  onClose,
  disabled,
  pressed,
}: KeypadProps): ReactElement {
  const digitKey = (digit: string): ReactElement => (
    <button
      key={digit}
      type="button"
      className={css['key']}
      disabled={disabled}
      data-pressed={pressed === digit || undefined}
      onClick={() => onDigit(digit)}
    >
      {digit}
    </button>
  );
  return (
    <div className={css['keypad']} role="group" aria-label="Digit keyboard">
      {DIGITS.map(digitKey)}
      <button
        type="button"
        className={cx(css['key'], css['action'])}
        aria-label="Close keyboard"
        onClick={onClose}
      >
        <Icon of={chevronDownIcon} />
      </button>
      {digitKey('0')}
      <button
        type="button"
        className={cx(css['key'], css['action'])}
        aria-label="Backspace"
        disabled={disabled}
        data-pressed={pressed === 'Backspace' || undefined}
        onClick={onBackspace}
      >
        <Icon of={deleteIcon} />
      </button>
    </div>
  );
}
