import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import type { Redeemed } from '../../../../workers/commands/redeem-voucher.ts';

export type Resend =
  | { readonly phase: 'running' }
  | { readonly phase: 'sent' }
  | { readonly phase: 'failed'; readonly message: string };

export type RedeemState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'processing'; readonly code: string; readonly isReleasing: boolean }
  | {
      readonly phase: 'release';
      readonly code: string;
      readonly problem: string | undefined;
      readonly resend?: Resend;
    }
  | { readonly phase: 'success'; readonly redeemed: Redeemed }
  | { readonly phase: 'error'; readonly message: string };

export type RedeemEvent =
  | { readonly type: 'typed' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'sent'; readonly code: string; readonly isReleasing: boolean }
  | { readonly type: 'answered'; readonly result: Result<Redeemed> }
  | { readonly type: 'resending' }
  | { readonly type: 'resent'; readonly result: Result<Redeemed> };

export const IDLE: RedeemState = { phase: 'idle' };

/** Also while another release code is asked for: where the protection was lifted meanwhile, that claims it. */
export const isUnderWay = (state: RedeemState): boolean =>
  state.phase === 'processing' || (state.phase === 'release' && state.resend?.phase === 'running');

const RELEASE: ReadonlySet<string> = new Set<ErrorCode>([
  'two_factor_required',
  'release_code_wrong',
]);

function afterFailure(state: RedeemState, { code, message }: Failure): RedeemState {
  if (state.phase !== 'processing') return state;
  if (!RELEASE.has(code)) {
    // It is unknown whether it was carried out: the release code is not asked for a second time from the start.
    return state.isReleasing && code !== 'voucher_used'
      ? { phase: 'release', code: state.code, problem: message }
      : { phase: 'error', message };
  }
  const isFirst = code === 'two_factor_required' && !state.isReleasing;
  return { phase: 'release', code: state.code, problem: isFirst ? undefined : message };
}

function afterResend(state: RedeemState, result: Result<Redeemed>): RedeemState {
  if (result.ok) return { phase: 'success', redeemed: result.value };
  if (state.phase !== 'release') return state;
  const { code, message } = result.error;
  const isSent = code === 'two_factor_required';
  return { ...state, resend: isSent ? { phase: 'sent' } : { phase: 'failed', message } };
}

export function redeemReducer(state: RedeemState, event: RedeemEvent): RedeemState {
  switch (event.type) {
    case 'typed':
      return state.phase === 'release' ? { ...state, problem: undefined } : IDLE;
    case 'refused':
      return state.phase === 'release'
        ? { ...state, problem: event.message }
        : { phase: 'error', message: event.message };
    case 'sent':
      return { phase: 'processing', code: event.code, isReleasing: event.isReleasing };
    case 'answered':
      return event.result.ok
        ? { phase: 'success', redeemed: event.result.value }
        : afterFailure(state, event.result.error);
    case 'resending':
      return state.phase === 'release'
        ? { ...state, problem: undefined, resend: { phase: 'running' } }
        : state;
    case 'resent':
      return afterResend(state, event.result);
    default:
      return event satisfies never;
  }
}
