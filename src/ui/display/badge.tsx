import type { ReactElement, ReactNode } from 'react';
import css from './badge.module.css';
import { cx } from '../cx.ts';
import type { Tone } from './row-icon.tsx';

export interface BadgeProps {
  /** stock on a ticket; live for what is happening now. */
  readonly tone?: Tone | 'stock' | 'ink' | 'live';
  /** An icon, if any, and a word. */
  readonly children: ReactNode;
}

/** States a fact; never acts. */
export function Badge({ tone = 'neutral', children }: BadgeProps): ReactElement {
  return <span className={cx(css['badge'], css[tone])}>{children}</span>;
}

/** A number of new things. */
export function Count({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={css['count']}>{children}</span>;
}
