import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './row-icon.module.css';

/** What a colour says; always beside a word or an icon that says it too. */
export type Tone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info';

export interface RowIconProps {
  readonly tone?: Tone;
  /** One icon of size md. */
  readonly children: ReactNode;
}

/** An icon on a tinted square, at the start of a row. */
export function RowIcon({ tone = 'neutral', children }: RowIconProps): ReactElement {
  return <span className={cx(css['icon'], css[tone])}>{children}</span>;
}
