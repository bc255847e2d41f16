import type { ReactElement } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconProps } from '../icon.tsx';
import css from './row-icon.module.css';

/** What a colour says; always beside a word or an icon that says it too. */
export type Tone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info';

export interface RowIconProps extends Pick<IconProps, 'of'> {
  readonly tone?: Tone;
}

/** An icon on a tinted square, at the start of a row. */
export function RowIcon({ tone = 'neutral', of }: RowIconProps): ReactElement {
  return (
    <span className={cx(css['icon'], css[tone])}>
      <Icon of={of} size="md" />
    </span>
  );
}
