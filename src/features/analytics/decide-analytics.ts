import type { Failure } from '../../../contract/result.ts';
import type { AnalyticsRow } from '../../../local/rows.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';

export type AnalyticsScreen =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready';
      readonly row: AnalyticsRow;
      /** Why the figures may not be what the server has now. */
      readonly failure: Failure | undefined;
    };

/** The server has judged: what was saved is not this person's to see, or is gone. */
const isRefusal = ({ status }: Failure): boolean => status === 403 || status === 404;

/** @param saved what the device has; `isRead` once it has been asked */
export function decideAnalytics(
  saved: { readonly isRead: boolean; readonly row: AnalyticsRow | undefined },
  refresh: RefreshState,
): AnalyticsScreen {
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  if (failure && isRefusal(failure)) return { phase: 'failed', failure };
  if (saved.row) return { phase: 'ready', row: saved.row, failure };
  return failure && saved.isRead ? { phase: 'failed', failure } : { phase: 'loading' };
}
