import type { ReactElement } from 'react';

import type { RefreshState } from '../platform/live/use-refresh.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';

interface AwaitedProps {
  readonly refresh: RefreshState;
  readonly onRetry: () => void;
  /** Of the skeleton. */
  readonly height: string;
}

/** Stands in for what was never fetched, and says why if it cannot be. */
export const Awaited = ({ refresh, onRetry, height }: AwaitedProps): ReactElement =>
  refresh.phase === 'failed' ? (
    <ErrorState message={refresh.error.message} onRetry={onRetry} />
  ) : (
    <Skeleton height={height} />
  );
