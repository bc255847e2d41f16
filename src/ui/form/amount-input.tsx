import { useLayoutEffect, useRef, type ComponentProps, type ReactElement } from 'react';
import { currencySymbol } from '../../../contract/money.ts';
import { caretAfterGrouping, editAmount, groupAmount } from './amount-text.ts';
import css from './input.module.css';
import { InputGroup } from './input-group.tsx';
import { Input } from './input.tsx';

export interface AmountInputProps extends Omit<
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
