import type { ComponentProps, ReactElement } from 'react';
import { cx } from '../cx.ts';
import { useFieldControl } from './field-control.ts';
import css from './input.module.css';

/** The platform's own select, dressed as an input. */
export function Select({ className, ...rest }: ComponentProps<'select'>): ReactElement {
  const control = useFieldControl();
  return <select {...control} {...rest} className={cx(css['select'], className)} />;
}
