import { type ReactElement, useId, type ReactNode } from 'react';

import { SHARE_REWARD_COINS, LOTTERY_ENTRY_COST_COINS } from '../../../../contract/constants.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { fill } from '../../../../contract/errors.ts';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import {
  hasRevealed,
  isOver,
  isNearReveal,
  ticketVariantOf,
  viewsTarget,
} from '../../../shared/vouchers/voucher-reveal.ts';
import { Money } from '../../../ui/text/money.tsx';
import {
  Stamp,
  TicketAmount,
  TicketFooter,
  Ticket,
  TicketBody,
  TicketTear,
} from '../../../ui/ticket/ticket.tsx';
import { HelpTip, Tip } from '../../../ui/overlay/tip.tsx';
import { formatDay, formatClock } from '../../../ui/text/format-time.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useShownOffset } from '../../../shared/vouchers/until.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { ShareButton } from '../../../shared/vouchers/share-voucher.tsx';
import { Code } from '../../../ui/code/code.tsx';
import { ConvertedPrize, ProvedCode } from '../lazy.ts';
import { overText } from '../voucher-texts.ts';
import { ClaimButton } from '../guess/claim-button.tsx';
import { TICKET_ACTION, type GuessProps, codeInPhase, isGuessOpen } from '../guess/guessing.ts';
import { StoredGuessNote, TicketFootnote } from '../ticket/stub-foot.tsx';
import { RevealFacts, RevealDivider } from '../ticket/reveal-facts.tsx';
import { VoucherCover } from '../ticket/voucher-cover.tsx';
import { VoucherOutcome } from '../ticket/voucher-outcome.tsx';
import css from './voucher-ticket.module.css';

/** From here on an amount is set smaller, so that what stands beside it stays clear. Characters. */
const LONG_AMOUNT = 9;

interface Props {
  readonly voucher: ShownVoucher;
}

/** How a voucher's digits open and how it is won, in a few sentences. */
function howItWorks(voucher: ShownVoucher): string {
  const { first_reveal_views: first, second_reveal_views: second } = voucher;
  const share = `Sharing it earns you ${SHARE_REWARD_COINS} coins when somebody comes by your link.`;
  switch (voucher.reveal_method) {
    case 'views': {
      const at = [first, second].filter((views) => views !== null).map(formatCount);
      return `A digit opens at ${at.join(' views, another at ')} views. Guess at any time: the first correct guess is paid at once. ${share}`;
    }
    case 'time':
      return `A digit opens when the countdown ends. Guess at any time: the first correct guess is paid at once. ${share}`;
    case 'lottery':
      return `Everyone whose entry is correct shares the prize at the draw. Your first entry is free, each further one costs ${LOTTERY_ENTRY_COST_COINS} coins. ${share}`;
    default:
      return voucher.reveal_method satisfies never;
  }
}

function DrawStamp({ voucher }: Props): ReactElement {
  const offset = useShownOffset(voucher);
  const drawAt = new Date(voucher.final_reveal_time ?? 0);
  return (
    <span className={css['stamp']}>
      <Stamp date={formatDay(drawAt, offset).toUpperCase()} time={formatClock(drawAt, offset)} />
    </span>
  );
}

/** The prize, and beside it what explains the voucher. */
function PrizeHead({ voucher }: Props): ReactElement {
  const isLottery = voucher.reveal_method === 'lottery';
  const shown = formatMoney(voucher.amount, voucher.currency);
  const help = isOver(voucher) ? null : (
    <HelpTip label="How this voucher works">{howItWorks(voucher)}</HelpTip>
  );
  const isRevealed = voucher.reveal_method === 'time' && hasRevealed(voucher);
  return (
    <div className={css['head']}>
      <div className={css['prize']}>
        <p className={css['label']}>
          {isLottery ? 'Prize to share' : 'Prize'}
          <ConvertedPrize amount={voucher.amount} currency={voucher.currency} />
          {/* The stamp needs the place beside the prize. */}
          {isLottery && help && <span className={css['help']}>{help}</span>}
        </p>
        <TicketAmount className={shown.length > LONG_AMOUNT ? css['long'] : undefined}>
          <Money amount={voucher.amount} currency={voucher.currency} />
        </TicketAmount>
      </div>
      <div className={css['beside']}>
        {isRevealed && !isOver(voucher) && (
          <span className={css['revealed']} aria-hidden="true">
            {VOUCHER_MESSAGES.revealed}
          </span>
        )}
        {isLottery && voucher.final_reveal_time && <DrawStamp voucher={voucher} />}
        {!isLottery && help}
      </div>
    </div>
  );
}

interface ClaimFooterProps extends GuessProps {
  readonly isOpen: boolean;
}

/** The action of the ticket: claim, or what stands in its place. */
function action(
  { voucher, guessing, isOpen, reason }: ClaimFooterProps,
  noteId: string,
): ReactNode {
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

export function ClaimFooter(props: ClaimFooterProps): ReactElement {
  const { voucher, reason, isOpen } = props;
  const noteId = useId();
  return (
    <TicketFooter className="deferred">
      <StoredGuessNote state={props.guessing.state} />
      <div className={css['holder']} tabIndex={-1} {...{ [TICKET_ACTION]: '' }}>
        {action(props, noteId)}
      </div>
      <TicketFootnote voucher={voucher} reason={isOpen ? undefined : reason} noteId={noteId} />
    </TicketFooter>
  );
}

interface VoucherTicketProps extends GuessProps {
  readonly onRefuted: (isRefuted: boolean) => void;
}

function Hint({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const target = viewsTarget(voucher);
  if (isOver(voucher) || target === undefined || !isNearReveal(voucher)) return null;
  return (
    <div role="status">
      <Tip>{fill(VOUCHER_MESSAGES.liveHint, { views: formatCount(target) })}</Tip>
    </div>
  );
}

/** The voucher as a ticket: cover, state, prize, code and claim. */
export function VoucherTicket(props: VoucherTicketProps): ReactElement {
  const { voucher, guessing, reason, onRefuted } = props;
  const { state } = guessing;
  const isOpen = isGuessOpen(state);
  const code = codeInPhase(voucher, state);
  const canGuess = !isOver(voucher) && reason === undefined && state.phase !== 'limited' && !isOpen;
  return (
    <Ticket
      variant={ticketVariantOf(voucher)}
      wide
      label={`${formatMoney(voucher.amount, voucher.currency)} voucher`}
    >
      <VoucherCover
        voucher={voucher}
        guessing={guessing}
        reason={reason}
        onGuess={canGuess ? guessing.open : undefined}
      />
      <RevealDivider voucher={voucher} />
      <TicketBody className="deferred">
        <Hint voucher={voucher} />
        <PrizeHead voucher={voucher} />
        {/* On phones the digits are in the overlay; these keep their place, so that nothing moves. */}
        <div className={isOpen ? 'behind' : undefined}>
          <ProvedCode
            voucher={voucher}
            code={code}
            onRefuted={onRefuted}
            before={<Code {...code} />}
          />
        </div>
        {isOver(voucher) ? <VoucherOutcome voucher={voucher} /> : <RevealFacts voucher={voucher} />}
      </TicketBody>
      <ClaimFooter voucher={voucher} guessing={guessing} isOpen={isOpen} reason={reason} />
      <TicketTear className="deferred" />
    </Ticket>
  );
}
