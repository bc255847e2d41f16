import { type ReactElement, type ReactNode, useEffect } from 'react';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { safeNextPath } from '../../../platform/routing/next-path.ts';

const CODE: ErrorCode = 'guess_login_required';

export const isForGuess = (query: URLSearchParams): boolean => query.get('error') === CODE;

export interface GuessReasonProps {
  readonly query: URLSearchParams;
  readonly children: ReactNode;
}

export function GuessReason({ query, children }: GuessReasonProps): ReactElement | null {
  if (!isForGuess(query)) return null;
  const isLive = query.get('next')?.startsWith('/lv/') === true;
  return (
    <Alert>
      <strong>{isLive ? VOUCHER_MESSAGES.liveLogin : errorMessage(CODE)}</strong>
      <br />
      {children}
    </Alert>
  );
}

export function useLeaveIfSignedIn(readTarget: () => string): void {
  useEffect(() => {
    let isHere = true;
    void readSession().then((session) => {
      if (isHere && session === 'signed-in') navigate(readTarget(), { replace: true });
    });
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- on arrival only; signing up goes elsewhere
  }, []);
}

export function withNext(path: string, query: URLSearchParams): string {
  const next = safeNextPath(query.get('next'));
  if (next === '/') return path;
  const reason = isForGuess(query) ? `&error=${query.get('error')}` : '';
  return `${path}?next=${encodeURIComponent(next)}${reason}`;
}
