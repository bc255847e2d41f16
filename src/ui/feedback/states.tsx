import type { ReactElement, ReactNode } from 'react';

import { Mascot, type MascotProps } from '../display/mascot.tsx';
import { Button } from '../action/button.tsx';
import { cx } from '../cx.ts';
import css from './states.module.css';

interface EmptyStateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** One button or link. */
  readonly action?: ReactNode;
  readonly variant?: NonNullable<MascotProps['variant']>;
}

/** Says that there is nothing yet, with one action. */
export function EmptyState({
  title,
  children,
  action,
  variant = 'nest',
}: EmptyStateProps): ReactElement {
  return (
    <div className={cx('column', css['state'])}>
      <Mascot variant={variant} />
      <h2>{title}</h2>
      {children && <p className="sm muted">{children}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly title?: ReactNode;
  /** The server's message, else the catalogue's. */
  readonly message: ReactNode;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

/** Says that something could not be loaded, with the reason and a retry button. */
export function ErrorState({
  title = 'Could not load',
  message,
  onRetry,
  children,
}: ErrorStateProps): ReactElement {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        variant="sticker-offline"
        action={
          <div className="cluster">
            {onRetry && (
              <Button variant="primary" onClick={onRetry}>
                Retry
              </Button>
            )}
            {children}
          </div>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}

/** Says that the device is offline and has no saved data for this screen. */
export function UnsavedState({
  children = 'Open this page once with a connection and it will be here next time.',
}: {
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <EmptyState title="Not saved on this phone" variant="sticker-offline">
      {children}
    </EmptyState>
  );
}
