import type { ReactElement, ReactNode } from 'react';
import { TextButton } from '../action/text-button.tsx';
import { Alert } from './alert.tsx';

/** Above what is saved: why it could not be asked for anew, and a way to try again. */
export function RetryAlert({
  onRetry,
  children,
}: {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Alert tone="warn">
      {children} <TextButton onClick={onRetry}>Retry</TextButton>
    </Alert>
  );
}
