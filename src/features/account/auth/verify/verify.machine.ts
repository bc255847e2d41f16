import { ERRORS } from '../../../../../contract/errors.ts';

/** The page that a verification mail leads to, and where a sign-up waits for that mail. */
export type VerifyState =
  /** What the address says is not known yet: the page was prerendered without its query. */
  | { readonly phase: 'starting' }
  /** The mail is on its way; `message`: what the server said of another one that was asked for. */
  | { readonly phase: 'waiting'; readonly message?: string }
  | {
      readonly phase: 'verifying';
      readonly token: string;
      /** Why no answer has come; the link is tried again by itself. */
      readonly hold?: string | undefined;
    }
  | { readonly phase: 'verified'; readonly token: string }
  /** The link is good, and takes its user's session; `message`: what the server said. */
  | { readonly phase: 'needs-login'; readonly token: string; readonly message: string }
  | { readonly phase: 'failed'; readonly token: string; readonly message: string };

export type VerifyEvent =
  /** Both are '' when there is none. */
  | { readonly type: 'arrive'; readonly token: string; readonly pendingEmail: string }
  /** The token is tried again. */
  | { readonly type: 'retried' }
  /** There was no answer. */
  | { readonly type: 'held'; readonly message: string }
  | { readonly type: 'verified' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string }
  /** A new mail was sent. */
  | { readonly type: 'resent'; readonly message: string };

export const STARTING: VerifyState = { phase: 'starting' };

export function verifyReducer(state: VerifyState, event: VerifyEvent): VerifyState {
  switch (event.type) {
    case 'arrive':
      if (event.token) return { phase: 'verifying', token: event.token };
      return event.pendingEmail
        ? { phase: 'waiting' }
        : { phase: 'failed', token: '', message: ERRORS.no_verification_token.message };
    case 'retried':
      return state.phase === 'verifying' ? { phase: 'verifying', token: state.token } : state;
    case 'held':
      return state.phase === 'verifying' ? { ...state, hold: event.message } : state;
    case 'verified':
      return state.phase === 'verifying' ? { phase: 'verified', token: state.token } : state;
    case 'refused':
      return state.phase === 'verifying'
        ? { phase: 'needs-login', token: state.token, message: event.message }
        : state;
    case 'failed':
      return state.phase === 'verifying'
        ? { phase: 'failed', token: state.token, message: event.message }
        : state;
    case 'resent':
      return { phase: 'waiting', message: event.message };
    default:
      return event satisfies never;
  }
}
