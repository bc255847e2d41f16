import type { ReactElement, ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface ErrorStateProps {
  readonly title?: ReactNode;
  /** The server's message, else the catalogue's. */
  readonly message: ReactNode;
  readonly onRetry?: () => void;
  /** Further ways out, beside Retry. */
  readonly children?: ReactNode;
}

/** Something could not be loaded: the sleeping bird, the reason, and a way to try again. */
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
        mood="sticker-offline"
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
