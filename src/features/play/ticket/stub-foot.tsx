import type { ReactElement, ReactNode } from 'react';

import { AwaitProof } from '../../../shared/accounts/await-proof.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { TextLink } from '../../../ui/action/button.tsx';
import { TicketSerial } from '../../../ui/ticket/ticket.tsx';
import { LearnMore } from './learn-more.tsx';
import { keepWayBack } from '../guess/kept-guess.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { neededToGuess, wayOutOf } from '../who-may-guess.ts';
import { cx } from '../../../ui/cx.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import css from './stub-foot.module.css';

export interface StubFootProps {
  readonly voucher: ShownVoucher;
  /** What keeps the action above from being taken, to be said here. */
  readonly reason: string | undefined;
  /** Id of that reason, for the action to refer to. */
  readonly noteId: string;
}

/** Why the action is closed, with the way out of it where there is one. */
function Reason({ text }: { readonly text: string }): ReactNode {
  const { path } = useAppLocation();
  const wayOut = wayOutOf(text);
  if (!wayOut) return text;
  const [before, after] = text.split(wayOut.words);
  return (
    <>
      {wayOut.to === 'verify' && <AwaitProof />}
      {before}
      <TextLink
        className={css['wayOut']}
        href={wayOut.to === 'login' ? loginPathFor(path) : '/verify-email'}
        onClick={() => keepWayBack(path)}
      >
        {wayOut.words}
      </TextLink>
      {after}
    </>
  );
}

/** The foot of a giveaway's stub: why its action is closed, where it leads on, and its number. */
export function StubFoot({ voucher, reason, noteId }: StubFootProps): ReactElement {
  const rule = isOver(voucher) ? undefined : neededToGuess(voucher);
  return (
    <>
      {(reason ?? rule) && (
        <p id={noteId} className={cx('sm semi center', rule && css['rule'])}>
          {reason ? <Reason text={reason} /> : rule}
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
