import type { ComponentProps, ReactElement } from 'react';
import css from './pattern.module.css';
import { cx } from '../cx.ts';

export type PatternVariant = 'adire' | 'kente' | 'bead' | 'shuka';

export interface PatternProps extends ComponentProps<'div'> {
  readonly variant: PatternVariant | undefined;
}

/** A patterned background, used instead of a photo. */
export function Pattern({ variant, className, ...rest }: PatternProps): ReactElement {
  return <div {...rest} className={cx(variant && css[variant], className)} />;
}
