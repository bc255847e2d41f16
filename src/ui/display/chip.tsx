import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { AppLink, type AppLinkProps } from '../action/app-link.tsx';
import css from './chip.module.css';
import { cx } from '../cx.ts';

export interface ChipProps {
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
