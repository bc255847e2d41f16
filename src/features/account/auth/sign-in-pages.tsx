import { type ReactElement, type ReactNode, useEffect } from 'react';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { safeNextPath } from '../../../platform/routing/next-path.ts';

const CODE: ErrorCode = 'guess_login_required';

/** Whether it was a guess that led to a form, by the form's address. */
export const isForGuess = (query: URLSearchParams): boolean => query.get('error') === CODE;

export interface GuessReasonProps {
  readonly query: URLSearchParams;
  /** What to do about it. */
  readonly children: ReactNode;
}

/** Why a guess leads to this form; nothing where something else did. A live voucher has words of its own. */
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

/** Sends on those who open a log-in or sign-up page although they are signed in. Looks once, on arrival. */
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

/** `path` with the place to go to afterwards and the guess that waits there, where the query names them. */
export function withNext(path: string, query: URLSearchParams): string {
  const next = safeNextPath(query.get('next'));
  if (next === '/') return path;
  const reason = isForGuess(query) ? `&error=${query.get('error')}` : '';
  return `${path}?next=${encodeURIComponent(next)}${reason}`;
}
