import { useId, type ReactElement, type ReactNode } from 'react';

import { SHARE_REWARD_COINS } from '../../../../contract/constants.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { overText } from '../over-text.ts';
import { Button } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { TicketStub } from '../../../ui/ticket/ticket.tsx';
import { ClaimButton } from '../guess/claim-button.tsx';
import css from './claim-stub.module.css';
import { TICKET_ACTION, type GuessProps } from '../guess/guessing.ts';
import { KeptNote } from '../guess/kept-note.tsx';
import { ShareButton } from '../../../shared/vouchers/share/share-button.tsx';
import { StubFoot } from '../ticket/stub-foot.tsx';

export interface ClaimStubProps extends GuessProps {
  readonly isOpen: boolean;
}

/** The action of the ticket: claim, or what stands in its place. */
function action({ voucher, guessing, isOpen, reason }: ClaimStubProps, noteId: string): ReactNode {
  if (isOver(voucher)) {
    return (
      <Button block disabled className={css['action']}>
        {overText(voucher)}
      </Button>
    );
  }
  // While the guess is open its own button claims: two of them would not say which one counts.
  if (isOpen) {
    return (
      // On phones the tray lies here.
      <ShareButton voucher={voucher} variant="ink" block className={cx(css['action'], 'behind')}>
        Share, earn {SHARE_REWARD_COINS} coins
      </ShareButton>
    );
  }
  return (
    <ClaimButton
      voucher={voucher}
      disabled={reason !== undefined}
      isWaiting={guessing.state.phase === 'limited'}
      reasonId={reason && noteId}
      onClaim={guessing.claim}
    />
  );
}

export function ClaimStub(props: ClaimStubProps): ReactElement {
  const { voucher, reason, isOpen } = props;
  const noteId = useId();
  return (
    <TicketStub className="deferred">
      <KeptNote state={props.guessing.state} />
      <div className={css['holder']} tabIndex={-1} {...{ [TICKET_ACTION]: '' }}>
        {action(props, noteId)}
      </div>
      <StubFoot voucher={voucher} reason={isOpen ? undefined : reason} noteId={noteId} />
    </TicketStub>
  );
}
