import type { Failure } from '../../../contract/result.ts';
import type { RefreshState } from './use-refresh.ts';

export type SavedScreen<Row> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready';
      readonly row: Row;
      /** Why it may not be what the server has now. */
      readonly failure: Failure | undefined;
    };

/** The server has judged: what was saved is not this person's to see, is gone, or cannot be changed any more. */
const isRefusal = ({ status }: Failure): boolean =>
  status === 403 || status === 404 || status === 422;

/**
 * What shows of something that not everybody may see.
 * @param saved what the device has; `isRead` once it has been asked
 */
export function decideSaved<Row>(
  saved: { readonly isRead: boolean; readonly row: Row | undefined },
  refresh: RefreshState,
): SavedScreen<Row> {
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  if (failure && isRefusal(failure)) return { phase: 'failed', failure };
  if (saved.row) return { phase: 'ready', row: saved.row, failure };
  return failure && saved.isRead ? { phase: 'failed', failure } : { phase: 'loading' };
}
