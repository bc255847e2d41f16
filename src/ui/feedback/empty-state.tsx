import type { ReactElement, ReactNode } from 'react';
import css from './empty-state.module.css';
import { Mascot, type MascotProps } from '../display/mascot.tsx';

export interface EmptyStateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** One button or link. */
  readonly action?: ReactNode;
  readonly mood?: NonNullable<MascotProps['mood']>;
}

/** Nothing here yet: the nest, a title, one line, one action. */
export function EmptyState({
  title,
  children,
  action,
  mood = 'nest',
}: EmptyStateProps): ReactElement {
  return (
    <div className={css['state']}>
      <Mascot mood={mood} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
