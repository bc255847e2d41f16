import type { ComponentProps, ReactElement } from 'react';
import css from './band.module.css';
import { cx } from '../cx.ts';

/** The dark band that carries the one thing a screen leads with; at most one per screen. */
export function Band({ className, ...rest }: ComponentProps<'section'>): ReactElement {
  return <section {...rest} className={cx(css['band'], className)} />;
}
