import { useId, type ReactElement } from 'react';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';

import { Icon } from '../../ui/icon.tsx';
import { shortReference } from '../../ui/text/format-text.ts';
import { Button } from '../../ui/action/button.tsx';
import { Dots } from '../../ui/feedback/dots.tsx';
import type { PaymentReturn } from './use-payment-return.ts';
import { useModal } from '../../ui/overlay/use-modal.ts';
import css from './verifying-dialog.module.css';

/** Lies over the page until it is known what became of a payment. */
export function VerifyingDialog({ payment }: { readonly payment: PaymentReturn }): ReactElement {
  const { state, retry, dismiss } = payment;
  const isOpen = state.phase !== 'none';
  const isOnPhone = state.phase === 'checking' && state.isOnPhone;
  const dialog = useModal(isOpen);
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (isOnPhone) dismiss();
      }}
      onClose={() => {
        // Browsers close without asking when Esc comes twice.
        if (isOnPhone) dismiss();
      }}
    >
      {isOpen && (
        <div className={css['inside']} role="status">
          <span className={css['slit']} aria-hidden="true">
            <span className={css['ticket']} data-checking={state.phase === 'checking' || undefined}>
              <Icon of={ticketIcon} size="md" />
            </span>
          </span>
          <h2 id={titleId}>
            {state.phase === 'checking' ? (
              <>
                {isOnPhone ? 'Approve it on your phone' : 'Checking your payment'} <Dots />
              </>
            ) : (
              'Could not check your payment'
            )}
          </h2>
          {state.phase === 'unknown' && <p className="sm">{state.message}</p>}
          <p className="sm muted">
            {state.phase === 'checking' && !isOnPhone && 'Keep this page open. '}
            Reference {shortReference(state.reference)}
          </p>
          {isOnPhone && (
            <Button block onClick={dismiss}>
              Close
            </Button>
          )}
          {state.phase === 'unknown' && (
            <div className={css['actions']}>
              <Button variant="primary" onClick={retry}>
                Retry
              </Button>
              <Button onClick={dismiss}>Later</Button>
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
