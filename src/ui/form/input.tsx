import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useState,
  useLayoutEffect,
  useRef,
} from 'react';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import eyeOffIcon from 'lucide/dist/esm/icons/eye-off.mjs';

import { currencySymbol } from '../../../contract/money.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../action/button.tsx';
import { Icon } from '../icon.tsx';
import { useFieldControl } from './field.tsx';
import css from './input.module.css';
import { caretAfterGrouping, editAmount, groupAmount } from './amount-text.ts';

interface InputProps extends ComponentProps<'input'> {
  /** Large centred digits, for a voucher code. */
  readonly digits?: boolean;
}

/** A text input; it takes id and descriptions from a surrounding Field. */
export function Input({ digits, className, ...rest }: InputProps): ReactElement {
  const control = useFieldControl();
  return (
    <input
      {...control}
      {...rest}
      className={cx(css['input'], digits && cx('figure', css['digits']), className)}
    />
  );
}

/** A text of several lines; it takes id and descriptions from a surrounding Field. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>): ReactElement {
  const control = useFieldControl();
  return <textarea {...control} {...rest} className={cx(css['input'], css['area'], className)} />;
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly options: readonly (readonly [value: string | number, label: ReactNode])[];
}

/** The native select in the style of an input. */
export function Select({ className, options, ...rest }: SelectProps): ReactElement {
  const control = useFieldControl();
  return (
    <select {...control} {...rest} className={cx(css['select'], className)}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface InputGroupProps {
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** An input with something fixed at its start or end. */
export function InputGroup({ before, after, children, className }: InputGroupProps): ReactElement {
  return (
    <div className={cx(css['group'], className)}>
      {before && <span className={css['before']}>{before}</span>}
      {children}
      {after && <span className={cx('middle', css['after'])}>{after}</span>}
    </div>
  );
}

/** A password input with a button that shows the text. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>): ReactElement {
  const [shown, setShown] = useState(false);
  return (
    <InputGroup
      after={
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown((before) => !before)}
        >
          <Icon of={shown ? eyeOffIcon : eyeIcon} size="md" />
        </IconButton>
      }
    >
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
      />
    </InputGroup>
  );
}

interface AmountInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'inputMode' | 'defaultValue' | 'name'
> {
  /** Plain decimal text in major units ('5000'), or text that is no valid amount. */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly currency: string;
  /** The number of decimal places that may be typed. */
  readonly decimals?: 0 | 2;
}

/** A large money input that groups thousands while typing. */
export function AmountInput({
  value,
  onValueChange,
  currency,
  decimals = 0,
  ...rest
}: AmountInputProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const shown = groupAmount(value);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <InputGroup before={currencySymbol(currency)} className={cx('figure', css['amount'])}>
      <Input
        {...rest}
        ref={input}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={shown}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value;
          const next = editAmount(shown, typed, decimals, currency);
          caret.current = caretAfterGrouping(
            typed,
            currentTarget.selectionStart ?? typed.length,
            groupAmount(next),
          );
          onValueChange(next);
        }}
      />
    </InputGroup>
  );
}
