import type { Failure } from '../../../contract/result.ts';
import type { RefreshState } from './use-refresh.ts';

export type SavedScreen<Row> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready';
      readonly row: Row;
      readonly failure: Failure | undefined;
    };

/** With these statuses the server says that the saved row must not be shown. */
const isRefusal = ({ status }: Failure): boolean =>
  status === 403 || status === 404 || status === 422;

export function decideSaved<Row>(
  saved: { readonly isRead: boolean; readonly row: Row | undefined },
  refresh: RefreshState,
): SavedScreen<Row> {
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  if (failure && isRefusal(failure)) return { phase: 'failed', failure };
  if (saved.row) return { phase: 'ready', row: saved.row, failure };
  return failure && saved.isRead ? { phase: 'failed', failure } : { phase: 'loading' };
}
