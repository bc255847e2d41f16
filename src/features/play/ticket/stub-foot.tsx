import type { ReactElement, ReactNode } from 'react';
import externalLinkIcon from 'lucide/dist/esm/icons/external-link.mjs';
import infoIcon from 'lucide/dist/esm/icons/info.mjs';

import { trackLinkClick } from '../../../platform/tracking.ts';
import { TextButton, TextLink } from '../../../ui/action/button.tsx';
import { toast } from '../../../platform/toast-store.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { Icon } from '../../../ui/icon.tsx';
import { cx } from '../../../ui/cx.ts';
import { AwaitProof } from '../../../shared/accounts/user.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { TicketSerial } from '../../../ui/ticket/ticket.tsx';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { hasStoredDigits, type Guessing } from '../guess/guessing.ts';
import { storeReturnPath } from '../guess/stored-guess.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { AGED_ONLY, INVITED_ONLY, neededToGuess } from '../voucher-texts.ts';
import css from './stub-foot.module.css';

/** The creator's own link or words. */
export function LearnMore({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const { ad_url: url, ad_copy: copy, ulid } = voucher;
  if (url) {
    return (
      <TextLink href={url} isUserContent onClick={() => void trackLinkClick(ulid)}>
        Learn more <Icon of={externalLinkIcon} size="sm" />
      </TextLink>
    );
  }
  if (!copy) return null;
  const tell = (): void => {
    toast(copy, { durationMs: 0 });
    void trackLinkClick(ulid);
  };
  return (
    <TextButton onClick={tell}>
      Learn more <Icon of={infoIcon} size="sm" />
    </TextButton>
  );
}

/** Over the ticket's action: digits that were typed before signing in stand in the code, and nothing was sent. */
export const StoredGuessNote = ({ state }: Pick<Guessing, 'state'>): ReactElement | null =>
  hasStoredDigits(state) ? (
    <p className={cx(css['note'], 'sm', 'semi', 'center')} role="status">
      Your guess is waiting
    </p>
  ) : null;

interface TicketFootnoteProps {
  readonly voucher: ShownVoucher;
  /** What keeps the action above from being taken, to be said here. */
  readonly reason: string | undefined;
  /** Id of that reason, for the action to refer to. */
  readonly noteId: string;
}

/** What of a reason leads to a way out of it, and where that is. */
interface WayOut {
  readonly words: string;
  readonly to: 'login' | 'verify';
}

const LOG_IN: WayOut = { words: 'Log in', to: 'login' };

/** The way out of what keeps the user from guessing; undefined where there is none. */
const wayOutOf = (reason: string): WayOut | undefined =>
  ({
    [INVITED_ONLY]: LOG_IN,
    [AGED_ONLY]: LOG_IN,
    [errorMessage('guess_unverified')]: { words: 'Verify your e-mail', to: 'verify' } as const,
  })[reason];

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
        onClick={() => storeReturnPath(path)}
      >
        {wayOut.words}
      </TextLink>
      {after}
    </>
  );
}

/** The foot of a giveaway's stub: why its action is closed, where it leads on, and its number. */
export function TicketFootnote({ voucher, reason, noteId }: TicketFootnoteProps): ReactElement {
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
