import { useLayoutEffect, useRef, type ComponentProps, type ReactElement } from 'react';
import { currencySymbol } from '../../../contract/money.ts';
import { caretAfterGrouping, cleanAmount, groupAmount } from './amount-text.ts';
import css from './input.module.css';
import { InputGroup } from './input-group.tsx';
import { Input } from './input.tsx';

export interface AmountInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'inputMode' | 'defaultValue'
> {
  /** Decimal text in major units, without separators: '5000'. */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly currency: string;
  /** Places after the point that may be typed. */
  readonly decimals?: 0 | 2;
}

/** A large money input that groups thousands while typing. With a `name`, the form gets the plain number. */
export function AmountInput({
  value,
  onValueChange,
  currency,
  decimals = 0,
  name,
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
          const next = cleanAmount(typed, decimals);
          caret.current = caretAfterGrouping(
            typed,
            currentTarget.selectionStart ?? typed.length,
            groupAmount(next),
          );
          onValueChange(next);
        }}
      />
      {name && <input type="hidden" name={name} value={value} />}
    </InputGroup>
  );
}
