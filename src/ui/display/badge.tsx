import type { ReactElement, ReactNode, ComponentProps } from 'react';

import { cx } from '../cx.ts';
import { AppLink, type AppLinkProps } from '../action/button.tsx';
import css from './badge.module.css';
import type { Tone } from './rows.tsx';

interface BadgeProps {
  /** ticket on a ticket; live for what is happening now. */
  readonly tone?: Tone | 'ticket' | 'ink' | 'live';
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

interface ChipProps {
  readonly paper?: boolean;
  readonly children: ReactNode;
}

/** A label that stays readable over any picture: white on ink, or ink on paper. */
export function Chip({ paper, children }: ChipProps): ReactElement {
  return <span className={cx(css['chip'], paper && css['paper'])}>{children}</span>;
}

export function ChipLink({ className, ...rest }: AppLinkProps): ReactElement {
  return <AppLink {...rest} className={cx(css['chip'], className)} />;
}

export function ChipButton({ className, ...rest }: ComponentProps<'button'>): ReactElement {
  return <button type="button" {...rest} className={cx(css['chip'], className)} />;
}
