import type { ComponentProps, ReactElement } from 'react';
import css from './pattern.module.css';
import { cx } from '../cx.ts';

export type PatternVariant = 'adire' | 'kente' | 'bead' | 'shuka';

export interface PatternProps extends ComponentProps<'div'> {
  /** None where something opaque lies on it. */
  readonly variant: PatternVariant | undefined;
}

/** A block of patterned cloth, where other apps would show a stock photo. */
export function Pattern({ variant, className, ...rest }: PatternProps): ReactElement {
  return <div {...rest} className={cx(variant && css[variant], className)} />;
}
