import type { ReactElement, ReactNode } from 'react';
import type { IconNode } from 'lucide';

import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { Press, type PressProps } from '../action/button.tsx';
import css from './badge.module.css';
import type { Tone } from './rows.tsx';

interface BadgeProps {
  /** Use 'ticket' on a ticket and 'live' for a current event. */
  readonly tone?: Tone | 'ticket' | 'ink' | 'live';
  readonly icon?: IconNode;
  readonly children: ReactNode;
}

/** A label that states a fact; it has no action. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps): ReactElement {
  return (
    <span className={cx('edged inline', css['badge'])} data-tone={tone}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}

/** A number of new items. */
export function Count({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={css['count']}>{children}</span>;
}

interface ChipProps {
  readonly paper?: boolean;
  readonly children: ReactNode;
}

/** A label that is readable over any picture. */
export function Chip({ paper, children }: ChipProps): ReactElement {
  return <span className={cx('inline', css['chip'], paper && css['paper'])}>{children}</span>;
}

export function ChipButton({ className, ...rest }: PressProps): ReactElement {
  return <Press {...rest} className={cx('inline', css['chip'], className)} />;
}
