import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import deleteIcon from 'lucide/dist/esm/icons/delete.mjs';

import { PIN_DIGITS } from '../../../../contract/constants.ts';
import { onlyDigits } from '../../../../contract/plain-text.ts';
import { cx } from '../../../ui/cx.ts';
import { hasTouch } from '../../../ui/form/focus-on-arrival.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './pin-pad.module.css';

export interface PinPadProps {
  readonly label: string;
  /** Where the title above says the same, the label is for screen readers alone. */
  readonly isLabelHidden?: boolean;
  /** The id of what stands above and is read with the field. */
  readonly describedBy?: string;
  /** Why the PIN before was refused. Mount the pad anew for each refusal: it shakes once and has the focus. */
  readonly error?: string | undefined;
  readonly isBusy?: boolean;
  /** Called when the last digit is there. */
  readonly onPin: (pin: string) => void;
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

export function PinPad(props: PinPadProps): ReactElement {
  const { label, isLabelHidden, describedBy, error, isBusy = false, onPin } = props;
  const [pin, setPin] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const noteId = `${id}note`;
  const pad = useRef<HTMLDivElement>(null);
  useEffect(() => input.current?.focus(), []);
  const type = (typed: string): void => {
    const next = onlyDigits(typed, PIN_DIGITS);
    if (isBusy || next === pin) return;
    setPin(next);
    if (next.length === PIN_DIGITS) onPin(next);
  };
  return (
    <div ref={pad} className={css['pad']}>
      {!isLabelHidden && (
        <label htmlFor={id} className="semi center">
          {label}
        </label>
      )}
      <div className={cx(css['field'], error !== undefined && pin === '' && css['shaken'])}>
        {Array.from({ length: PIN_DIGITS }, (_, at) => (
          <span
            key={at}
            aria-hidden="true"
            className={cx(
              'edged',
              css['dot'],
              at < pin.length && css['typed'],
              error !== undefined && pin === '' && css['wrong'],
            )}
          />
        ))}
        <input
          ref={input}
          id={id}
          aria-label={isLabelHidden ? label : undefined}
          className={css['input']}
          type="password"
          // Password managers would fill or store any other hidden field.
          autoComplete="one-time-code"
          // The keys below stand in for the keyboard of a phone, which would cover half of the sheet.
          inputMode={hasTouch() ? 'none' : 'numeric'}
          aria-describedby={cx(describedBy, noteId)}
          aria-invalid={error !== undefined || undefined}
          value={pin}
          // Large text above it would leave the keys below the screen.
          onFocus={() => pad.current?.scrollIntoView({ block: 'nearest' })}
          onChange={({ target }) => type(target.value)}
        />
      </div>
      <p id={noteId} className={cx('sm center', css['note'])}>
        {isBusy ? (
          <span role="status">Checking</span>
        ) : (
          error !== undefined && (
            <span role="alert" className="bad">
              {error}
            </span>
          )
        )}
      </p>
      <p role="status" className="vh">
        {pin !== '' && `${pin.length} of ${PIN_DIGITS} digits`}
      </p>
      <Keys onKey={(key) => type(pin + key)} onErase={() => type(pin.slice(0, -1))} />
    </div>
  );
}

interface KeysProps {
  readonly onKey: (digit: string) => void;
  readonly onErase: () => void;
}

function Keys({ onKey, onErase }: KeysProps): ReactElement {
  return (
    <div role="group" aria-label="Keys" className={css['keys']}>
      {KEYS.map((digit) => (
        <Key key={digit} onPress={() => onKey(digit)}>
          {digit}
        </Key>
      ))}
      <Key label="Delete the last digit" onPress={onErase}>
        <Icon of={deleteIcon} />
      </Key>
    </div>
  );
}

interface KeyProps {
  readonly label?: string;
  readonly onPress: () => void;
  readonly children: ReactElement | string;
}

const Key = ({ label, onPress, children }: KeyProps): ReactElement => (
  <button
    type="button"
    className={cx('edged figure middle', css['key'], label !== undefined && css['erase'])}
    aria-label={label}
    // The focus stays where a keyboard types.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
);
