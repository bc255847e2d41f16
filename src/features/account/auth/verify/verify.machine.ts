import { ERRORS } from '../../../../../contract/errors.ts';

export type VerifyState =
  /** Prerendered without the query of its address. */
  | { readonly phase: 'starting' }
  | { readonly phase: 'waiting'; readonly message?: string }
  | {
      readonly phase: 'verifying';
      readonly token: string;
      readonly hold?: string | undefined;
    }
  | { readonly phase: 'verified'; readonly token: string }
  | { readonly phase: 'needs-login'; readonly token: string; readonly message: string }
  | { readonly phase: 'failed'; readonly token: string; readonly message: string };

export type VerifyEvent =
  | { readonly type: 'arrive'; readonly token: string; readonly pendingEmail: string }
  | { readonly type: 'retried' }
  | { readonly type: 'held'; readonly message: string }
  | { readonly type: 'verified' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string }
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
