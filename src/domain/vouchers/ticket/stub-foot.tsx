import type { ReactElement } from 'react';

import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { TextLink } from '../../../ui/action/text-button.tsx';
import { TicketSerial } from '../../../ui/ticket/ticket.tsx';
import { LearnMore } from './learn-more.tsx';
import { INVITED_ONLY } from '../private-voucher.ts';
import type { ShownVoucher } from '../shown-voucher.ts';
import css from './stub-foot.module.css';

export interface StubFootProps {
  readonly voucher: ShownVoucher;
  /** What keeps the action above from being taken, to be said here. */
  readonly reason: string | undefined;
  /** Id of that reason, for the action to refer to. */
  readonly noteId: string;
}

/** The foot of a giveaway's stub: why its action is closed, where it leads on, and its number. */
export function StubFoot({ voucher, reason, noteId }: StubFootProps): ReactElement {
  const { path } = useAppLocation();
  return (
    <>
      {reason && (
        <p id={noteId} className="sm semi center">
          {reason === INVITED_ONLY ? (
            <>
              Invited? <TextLink href={loginPathFor(path)}>Log in</TextLink> to guess.
            </>
          ) : (
            reason
          )}
        </p>
      )}
      <div className={css['foot']}>
        <LearnMore voucher={voucher} />
        <TextLink href={`/v/${voucher.ulid}/fairness`}>Is it fair?</TextLink>
        <TicketSerial ulid={voucher.ulid} />
      </div>
    </>
  );
}
