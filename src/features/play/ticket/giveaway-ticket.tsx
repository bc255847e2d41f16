import { useId, type ReactElement, type ReactNode } from 'react';
import externalLinkIcon from 'lucide/dist/esm/icons/external-link.mjs';
import infoIcon from 'lucide/dist/esm/icons/info.mjs';

import { voucherMessage } from '../../../../contract/errors/voucher-errors.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { toast } from '../../../platform/toast-store.ts';
import { trackLinkClick } from '../../../platform/tracking.ts';
import { AwaitProof } from '../../../shared/accounts/user.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { isOver, ticketVariantOf } from '../../../shared/vouchers/voucher-reveal.ts';
import { TextButton, TextLink } from '../../../ui/action/button.tsx';
import { Code } from '../../../ui/code/code.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { Ticket, TicketBody, TicketFooter, TicketSerial } from '../../../ui/ticket/ticket.tsx';
import {
  codeInPhase,
  hasStoredDigits,
  isGuessOpen,
  TICKET_ACTION,
  type GuessProps,
} from '../guess/guess.machine.ts';
import { storeReturnPath } from '../guess/stored-guess.ts';
import { ProvedCode, TriesLine } from '../lazy.ts';
import { AGED_ONLY, INVITED_ONLY, neededToGuess } from '../voucher-texts.ts';
import css from './giveaway-ticket.module.css';
import { VoucherCover, type VoucherCoverProps } from './voucher-cover.tsx';
import { RevealDivider, VoucherOutcome } from './voucher-facts.tsx';

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

interface TicketFootnoteProps {
  readonly voucher: ShownVoucher;
  readonly reason: string | undefined;
  readonly noteId: string;
}

const VERIFY = 'Verify your e-mail';

/** The words of a reason that lead out of it. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  [INVITED_ONLY]: 'Log in',
  [AGED_ONLY]: 'Log in',
  [voucherMessage('guess_unverified')]: VERIFY,
};

function Reason({ text }: { readonly text: string }): ReactNode {
  const { path } = useAppLocation();
  const words = WAYS_OUT[text];
  if (words === undefined) return text;
  const [before, after] = text.split(words);
  return (
    <>
      {words === VERIFY && <AwaitProof />}
      {before}
      <TextLink
        className={css['wayOut']}
        href={words === VERIFY ? '/verify-email' : loginPathFor(path)}
        onClick={() => storeReturnPath(path)}
      >
        {words}
      </TextLink>
      {after}
    </>
  );
}

export function TicketFootnote({ voucher, reason, noteId }: TicketFootnoteProps): ReactElement {
  const rule = isOver(voucher) ? undefined : neededToGuess(voucher);
  return (
    <>
      {(reason ?? rule) && (
        <p id={noteId} className={cx('sm semi center', rule && css['rule'])}>
          {reason ? <Reason text={reason} /> : rule}
        </p>
      )}
      <div className={cx(css['foot'], 'cluster apart')}>
        <LearnMore voucher={voucher} />
        <TextLink href={`/v/${voucher.ulid}/fairness`}>Is it fair?</TextLink>
        <TicketSerial ulid={voucher.ulid} />
      </div>
    </>
  );
}

export interface GivenTicketProps extends GuessProps {
  readonly onRefuted: (isRefuted: boolean) => void;
}

interface GiveawayTicketProps extends GivenTicketProps, VoucherCoverProps {
  readonly head: ReactNode;
  readonly facts: ReactNode;
  readonly action: (reasonId: string | undefined) => ReactNode;
}

export function GiveawayTicket(props: GiveawayTicketProps): ReactElement {
  const { onRefuted, head, facts, action, ...cover } = props;
  const { voucher, reason } = cover;
  const { state, tries } = cover.guessing;
  const noteId = useId();
  const isOpen = isGuessOpen(state);
  const code = codeInPhase(voucher, state);
  return (
    <Ticket
      variant={ticketVariantOf(voucher)}
      wide
      label={`${formatMoney(voucher.amount, voucher.currency)} voucher`}
    >
      <VoucherCover {...cover} />
      <RevealDivider voucher={voucher} className="deferred" />
      <TicketBody className="deferred">
        {head}
        {/* On phones the digits are in the overlay; these keep their place, so that nothing moves. */}
        <div data-ticket-code="" className={isOpen ? 'behind' : undefined}>
          <ProvedCode
            voucher={voucher}
            code={code}
            onRefuted={onRefuted}
            before={<Code {...code} />}
          />
        </div>
        {isOver(voucher) ? <VoucherOutcome voucher={voucher} /> : facts}
      </TicketBody>
      <TicketFooter className="deferred">
        {/* Digits that were typed before signing in stand in the code, and nothing was sent. */}
        {hasStoredDigits(state) && (
          <p className={cx(css['note'], 'sm', 'semi', 'center')} role="status">
            Your guess is waiting
          </p>
        )}
        {tries.length > 0 && !hasStoredDigits(state) && (
          <TriesLine voucher={voucher} tries={tries} />
        )}
        <div className="no-ring" tabIndex={-1} {...{ [TICKET_ACTION]: '' }}>
          {action(reason && noteId)}
        </div>
        <TicketFootnote voucher={voucher} reason={isOpen ? undefined : reason} noteId={noteId} />
      </TicketFooter>
    </Ticket>
  );
}
