import type { ReactElement, ReactNode } from 'react';

import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';

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
