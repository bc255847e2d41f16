import type { Failure } from '../../../../../contract/result.ts';
import type { WithdrawAnswer, WithdrawBody } from '../../../../../contract/withdrawals.ts';
import { mayBeTaken } from '../../../../shared/wallet/may-be-taken.ts';
import type { WithdrawOrder } from './withdraw-form.ts';

/** How far a withdrawal is. */
export type WithdrawState =
  | { readonly phase: 'editing' }
  /** The bank is asked whose account that is. */
  | { readonly phase: 'checking' }
  /** `accountName` is null where the bank does not tell. */
  | {
      readonly phase: 'confirming';
      readonly order: WithdrawOrder;
      readonly accountName: string | null;
    }
  | { readonly phase: 'sending'; readonly body: WithdrawBody; readonly isRepeated: boolean }
  /** It was sent, and it is unknown what became of it. */
  | { readonly phase: 'unknown'; readonly body: WithdrawBody; readonly failure: Failure }
  | {
      readonly phase: 'ended';
      readonly body: WithdrawBody;
      readonly answer: WithdrawAnswer['data'];
    };

export type WithdrawEvent =
  | { readonly type: 'checked' }
  | {
      readonly type: 'resolved';
      readonly order: WithdrawOrder;
      readonly accountName: string | null;
    }
  /** Back to the form, with what stands in it. */
  | { readonly type: 'corrected' }
  | { readonly type: 'sent'; readonly body: WithdrawBody }
  | { readonly type: 'answered'; readonly answer: WithdrawAnswer['data'] }
  | { readonly type: 'failed'; readonly error: Failure };

export const INITIAL: WithdrawState = { phase: 'editing' };

function afterFailure(state: WithdrawState, failure: Failure): WithdrawState {
  if (state.phase === 'checking') return INITIAL;
  if (state.phase !== 'sending') return state;
  const { body, isRepeated } = state;
  return mayBeTaken(failure, isRepeated) ? { phase: 'unknown', body, failure } : INITIAL;
}

/** What follows; an event that comes too late changes nothing. */
export function nextWithdraw(state: WithdrawState, event: WithdrawEvent): WithdrawState {
  switch (event.type) {
    case 'checked':
      return { phase: 'checking' };
    case 'resolved': {
      const { order, accountName } = event;
      return state.phase === 'checking' ? { phase: 'confirming', order, accountName } : state;
    }
    case 'corrected':
      return INITIAL;
    case 'sent':
      return { phase: 'sending', body: event.body, isRepeated: state.phase === 'unknown' };
    case 'answered':
      return state.phase === 'sending'
        ? { phase: 'ended', body: state.body, answer: event.answer }
        : state;
    case 'failed':
      return afterFailure(state, event.error);
    default:
      return event satisfies never;
  }
}
