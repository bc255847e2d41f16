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
  /** Large centred figures, for a voucher code. */
  readonly digits?: boolean;
}

/** A text input; inside a Field it takes its id and descriptions from there. */
export function Input({ digits, className, ...rest }: InputProps): ReactElement {
  const control = useFieldControl();
  return (
    <input
      {...control}
      {...rest}
      className={cx(css['input'], digits && css['digits'], className)}
    />
  );
}

/** The platform's own select, dressed as an input. */
export function Select({ className, ...rest }: ComponentProps<'select'>): ReactElement {
  const control = useFieldControl();
  return <select {...control} {...rest} className={cx(css['select'], className)} />;
}

interface InputGroupProps {
  /** A symbol, flag or prefix at the start. */
  readonly before?: ReactNode;
  /** A button at the end. */
  readonly after?: ReactNode;
  /** One Input. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** An input with something fixed at its start or end, framed as one. */
export function InputGroup({ before, after, children, className }: InputGroupProps): ReactElement {
  return (
    <div className={cx(css['group'], className)}>
      {before && <span className={css['before']}>{before}</span>}
      {children}
      {after && <span className={css['after']}>{after}</span>}
    </div>
  );
}

/** A password with a button that shows it. */
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
  /** Decimal text in major units without separators ('5000'), or what was typed and is no amount. */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly currency: string;
  /** Places after the point that may be typed. */
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
    <InputGroup before={currencySymbol(currency)} className={css['amount']}>
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
