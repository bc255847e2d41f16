import { useId, type ReactElement } from 'react';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';

import type { DeclineReason } from '../../../contract/wallet.ts';
import { Icon } from '../../ui/icon.tsx';
import { shortReference } from '../../ui/text/format-text.ts';
import { Button } from '../../ui/action/button.tsx';
import { Dots } from '../../ui/feedback/dots.tsx';
import type { PayAgain } from './payment-choice.ts';
import type { Declined, PaymentReturn, PaymentReturnState } from './use-payment-return.ts';
import { useModal } from '../../ui/overlay/use-modal.ts';
import { cx } from '../../ui/cx.ts';
import css from './verifying-dialog.module.css';

export interface VerifyingDialogProps {
  readonly payment: PaymentReturn;
  readonly onAgain: (again: PayAgain, outcome: Declined) => void;
}

const REASONS: Readonly<Record<DeclineReason, string>> = {
  declined: 'Your bank or network declined it.',
  cancelled: 'It was cancelled before it was paid.',
  expired: 'It was not approved in time.',
  insufficient_funds: 'There was not enough money on the card, account or phone.',
  wrong_pin: 'The PIN was not right.',
};

function titleOf(state: PaymentReturnState): string {
  if (state.phase === 'unknown') return 'Could not check your payment';
  if (state.phase === 'declined') {
    return state.outcome.reason === 'cancelled' ? 'Payment cancelled' : 'Payment declined';
  }
  const isOnPhone = state.phase === 'checking' && state.isOnPhone;
  return isOnPhone ? 'Approve it on your phone' : 'Checking your payment';
}

export function VerifyingDialog({ payment, onAgain }: VerifyingDialogProps): ReactElement {
  const { state, dismiss } = payment;
  const isOpen = state.phase !== 'none';
  // The user must not close the dialog while the server is asked.
  const mayClose = isOpen && (state.phase !== 'checking' || state.isOnPhone);
  const dialog = useModal(isOpen);
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-labelledby={isOpen ? titleId : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (mayClose) dismiss();
      }}
      onClose={() => {
        // Browsers close without asking when Esc comes twice.
        if (mayClose) dismiss();
      }}
    >
      {isOpen && (
        <div className={cx('column', css['inside'])} role="status">
          <span className={css['slit']} aria-hidden="true">
            <span
              className={cx('middle', css['ticket'])}
              data-checking={state.phase === 'checking' || undefined}
            >
              <Icon of={ticketIcon} size="md" />
            </span>
          </span>
          <h2 id={titleId}>
            {titleOf(state)} {state.phase === 'checking' && <Dots />}
          </h2>
          <Said state={state} />
          <p className="sm muted">
            {state.phase === 'checking' && !state.isOnPhone && 'Keep this page open. '}
            Reference {shortReference(state.reference)}
          </p>
          <Ways payment={payment} onAgain={onAgain} />
        </div>
      )}
    </dialog>
  );
}

function Said({ state }: { readonly state: PaymentReturnState }): ReactElement | null {
  if (state.phase === 'unknown') return <p className="sm">{state.message}</p>;
  if (state.phase !== 'declined') return null;
  return (
    <>
      <p>{REASONS[state.outcome.reason]} We have received no money.</p>
      <p className="sm muted">
        If money left your account, we add it to your wallet automatically.
      </p>
    </>
  );
}

function Ways({ payment, onAgain }: VerifyingDialogProps): ReactElement | null {
  const { state, retry, dismiss } = payment;
  if (state.phase === 'unknown') {
    return (
      <div className={cx('pair', css['ways'])}>
        <Button variant="primary" onClick={retry}>
          Retry
        </Button>
        <Button onClick={dismiss}>Later</Button>
      </div>
    );
  }
  if (state.phase === 'declined') {
    const { reference, outcome } = state;
    const again = (how: PayAgain['how']) => (): void => {
      dismiss();
      onAgain({ reference, how }, outcome);
    };
    return (
      <div className={cx('stack g2', css['ways'])}>
        <Button variant="primary" block onClick={again('another')}>
          Pay another way
        </Button>
        <Button block onClick={again('same')}>
          Try again
        </Button>
        <Button variant="ghost" block onClick={dismiss}>
          Not now
        </Button>
      </div>
    );
  }
  if (state.phase !== 'checking' || !state.isOnPhone) return null;
  return (
    <Button block onClick={dismiss}>
      Close
    </Button>
  );
}
