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
  if (event.type === 'resent') return { phase: 'waiting', message: event.message };
  if (event.type === 'arrive') {
    if (event.token) return { phase: 'verifying', token: event.token };
    return event.pendingEmail
      ? { phase: 'waiting' }
      : { phase: 'failed', token: '', message: ERRORS.no_verification_token.message };
  }
  // By its code, in another tab or on another device.
  if (event.type === 'verified' && state.phase === 'waiting')
    return { phase: 'verified', token: '' };
  if (state.phase !== 'verifying') return state;
  const { token } = state;
  switch (event.type) {
    case 'retried':
      return { phase: 'verifying', token };
    case 'held':
      return { ...state, hold: event.message };
    case 'verified':
      return { phase: 'verified', token };
    case 'refused':
      return { phase: 'needs-login', token, message: event.message };
    case 'failed':
      return { phase: 'failed', token, message: event.message };
    default:
      return event satisfies never;
  }
}
