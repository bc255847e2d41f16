import type { ReactElement, ReactNode } from 'react';

import { CLOCK_TICK_MS } from '../../../contract/constants.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import type { LiveState } from '../../platform/live/use-live.ts';
import type { useRefresh } from '../../platform/live/use-refresh.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { ButtonLink } from '../../ui/action/button.tsx';
import { RetryAlert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { relativeTimeWithin } from '../../ui/text/format-time.ts';

interface SavedGiveawayProps<Row> {
  readonly read: LiveState<Row | undefined>;
  readonly refresh: ReturnType<typeof useRefresh>;
  readonly loading: ReactNode;
  /** The title where the server says that the caller may not see it. */
  readonly refusedTitle: (status: number) => string;
  readonly children: (row: Row) => ReactNode;
}

/** With these statuses the server says that the saved row must not be shown; it would say so again. */
const REFUSALS: ReadonlySet<number> = new Set([403, 404, 422]);

export function SavedGiveaway<Row extends { readonly fetchedAt: number }>(
  props: SavedGiveawayProps<Row>,
): ReactNode {
  const { read, loading, refusedTitle, children } = props;
  const [refresh, retry] = props.refresh;
  const isOffline = useConnectivity() === 'offline';
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  const { status = 0 } = failure ?? {};
  const isRefused = REFUSALS.has(status);
  const row = isRefused ? undefined : read.data;
  useShownAge(row?.fetchedAt);
  if (row) {
    return (
      <>
        {failure && !isOffline && <RetryAlert onRetry={retry}>{failure.message}</RetryAlert>}
        {(failure || isOffline) && <SavedAge fetchedAt={row.fetchedAt} />}
        {children(row)}
      </>
    );
  }
  if (!failure || (read.phase === 'loading' && !isRefused)) return loading;
  return (
    <ErrorState
      title={isRefused ? refusedTitle(status) : 'Could not load'}
      message={failure.message}
      {...(!isRefused && { onRetry: retry })}
    >
      <ButtonLink href="/my-vouchers" {...(isRefused && { variant: 'primary' })}>
        Back to My Vouchers
      </ButtonLink>
    </ErrorState>
  );
}

export function SavedAge({ fetchedAt }: { readonly fetchedAt: number }): ReactElement {
  const now = useNow(30 * CLOCK_TICK_MS);
  return <p className="sm muted">Saved {relativeTimeWithin(new Date(fetchedAt), now)}</p>;
}
