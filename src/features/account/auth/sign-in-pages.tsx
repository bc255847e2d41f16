import { type ReactElement, type ReactNode, useEffect } from 'react';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { safeNextPath } from '../../../platform/routing/next-path.ts';

const CODE: ErrorCode = 'guess_login_required';

const UNVERIFIED: ErrorCode = 'guess_unverified';

/** Of a newcomer whose guess waits on a voucher for verified people. */
export const isProofNeeded = (query: URLSearchParams): boolean => query.get('error') === UNVERIFIED;

export const isForGuess = (query: URLSearchParams): boolean =>
  query.get('error') === CODE || isProofNeeded(query);

export interface GuessReasonProps {
  readonly query: URLSearchParams;
  readonly children: ReactNode;
}

export function GuessReason({ query, children }: GuessReasonProps): ReactElement | null {
  if (!isForGuess(query)) return null;
  const isLive = query.get('next')?.startsWith('/lv/') === true;
  return (
    <Alert>
      <strong>{isLive ? 'Please log in to claim this voucher' : errorMessage(CODE)}</strong>
      <br />
      {children}
    </Alert>
  );
}

export const nextInAddress = (): string =>
  safeNextPath(new URLSearchParams(location.search).get('next'));

export function useLeaveIfSignedIn(): void {
  // It asks on arrival only, because signing up leads elsewhere.
  useEffect(() => {
    let isHere = true;
    void readSession().then((session) => {
      if (isHere && session === 'signed-in') navigate(nextInAddress(), { replace: true });
    });
    return () => {
      isHere = false;
    };
  }, []);
}

export function withNext(path: string, query: URLSearchParams): string {
  const next = safeNextPath(query.get('next'));
  if (next === '/') return path;
  const reason = isForGuess(query) ? `&error=${query.get('error')}` : '';
  return `${path}?next=${encodeURIComponent(next)}${reason}`;
}
