import type { ComponentProps, ReactElement } from 'react';
import { cx } from '../cx.ts';
import { useFieldControl } from './field-control.ts';
import css from './input.module.css';

export interface InputProps extends ComponentProps<'input'> {
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
