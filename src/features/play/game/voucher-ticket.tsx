import type { ReactElement } from 'react';

import { fill } from '../../../../contract/errors.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import {
  isNearReveal,
  isOver,
  stockOf,
  viewsTarget,
} from '../../../shared/vouchers/voucher-reveal.ts';
import { Code } from '../../../ui/code/code.tsx';
import { Ticket, TicketBody, TicketTear } from '../../../ui/ticket/ticket.tsx';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { ClaimStub } from './claim-stub.tsx';
import { codeInPhase, isGuessOpen, type GuessProps } from '../guess/guessing.ts';
import { PrizeHead } from './prize-head.tsx';
import { ProvedCode } from '../ticket/lazy-proof.ts';
import { RevealFacts } from '../ticket/reveal-facts.tsx';
import { RevealSeam } from '../ticket/reveal-seam.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { VoucherCover } from '../ticket/voucher-cover.tsx';
import { VoucherOutcome } from '../ticket/voucher-outcome.tsx';

export interface VoucherTicketProps extends GuessProps {
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
      stock={stockOf(voucher)}
      wide
      label={`${formatMoney(voucher.amount, voucher.currency)} voucher`}
    >
      <VoucherCover
        voucher={voucher}
        guessing={guessing}
        reason={reason}
        onGuess={canGuess ? guessing.open : undefined}
      />
      <RevealSeam voucher={voucher} />
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
      <ClaimStub voucher={voucher} guessing={guessing} isOpen={isOpen} reason={reason} />
      <TicketTear className="deferred" />
    </Ticket>
  );
}
