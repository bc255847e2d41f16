import type { ReactElement, ReactNode } from 'react';

import { CLOCK_TICK_MS } from '../../../contract/constants.ts';
import type { Failure } from '../../../contract/result.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { isRefusal, type SavedScreen } from '../../platform/live/use-refresh.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { ButtonLink } from '../../ui/action/button.tsx';
import { RetryAlert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { relativeTimeWithin } from '../../ui/text/format-time.ts';

interface SavedGiveawayProps<Row> {
  readonly view: SavedScreen<Row>;
  readonly loading: ReactNode;
  /** The title where the server says that the caller may not see it. */
  readonly refusedTitle: (status: number) => string;
  readonly onRetry: () => void;
  readonly children: (row: Row) => ReactNode;
}

export function SavedGiveaway<Row extends { readonly fetchedAt: number }>(
  props: SavedGiveawayProps<Row>,
): ReactNode {
  const { view, loading, refusedTitle, onRetry, children } = props;
  const isOffline = useConnectivity() === 'offline';
  useShownAge(view.phase === 'ready' ? view.row.fetchedAt : undefined);
  if (view.phase === 'loading') return loading;
  if (view.phase === 'failed') {
    return <Failed failure={view.failure} refusedTitle={refusedTitle} onRetry={onRetry} />;
  }
  const { row, failure } = view;
  return (
    <>
      {failure && !isOffline && <RetryAlert onRetry={onRetry}>{failure.message}</RetryAlert>}
      {(failure || isOffline) && <Age fetchedAt={row.fetchedAt} />}
      {children(row)}
    </>
  );
}

function Age({ fetchedAt }: { readonly fetchedAt: number }): ReactElement {
  const now = useNow(30 * CLOCK_TICK_MS);
  return <p className="sm muted">Saved {relativeTimeWithin(new Date(fetchedAt), now)}</p>;
}

interface FailedProps extends Pick<SavedGiveawayProps<never>, 'refusedTitle' | 'onRetry'> {
  readonly failure: Failure;
}

function Failed({ failure, refusedTitle, onRetry }: FailedProps): ReactElement {
  const { status = 0, message } = failure;
  // What the server has refused it would refuse again.
  const isFinal = isRefusal(failure);
  return (
    <ErrorState
      title={isFinal ? refusedTitle(status) : 'Could not load'}
      message={message}
      {...(!isFinal && { onRetry })}
    >
      <ButtonLink href="/my-vouchers" {...(isFinal && { variant: 'primary' })}>
        Back to My Vouchers
      </ButtonLink>
    </ErrorState>
  );
}
