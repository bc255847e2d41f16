import type { ComponentProps, ReactElement } from 'react';
import css from './card.module.css';
import { cx } from '../cx.ts';

export interface CardProps extends ComponentProps<'section'> {
  readonly variant?: 'raised' | 'line';
}

/** A plain surface for everything that is not a ticket. Never inside another card. */
export function Card({ variant = 'raised', className, ...rest }: CardProps): ReactElement {
  return <section {...rest} className={cx(css['card'], css[variant], className)} />;
}
