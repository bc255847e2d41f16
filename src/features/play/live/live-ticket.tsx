import { useId, type ReactElement } from 'react';
import radioIcon from 'lucide/dist/esm/icons/radio.mjs';

import { fill } from '../../../../contract/errors.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { trackLinkClick } from '../../../platform/tracking.ts';
import { ConvertedPrize, ProvedCode } from '../lazy.ts';
import { isOver, ticketVariantOf, viewsTarget } from '../../../shared/vouchers/voucher-reveal.ts';
import { overText } from '../voucher-texts.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Flaps } from '../../../ui/ticket/clock.tsx';
import { Code } from '../../../ui/code/code.tsx';
import { Money } from '../../../ui/text/money.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketFooter,
  TicketTear,
} from '../../../ui/ticket/ticket.tsx';
import { codeInPhase, isGuessOpen, TICKET_ACTION, type GuessProps } from '../guess/guessing.ts';
import css from './live-ticket.module.css';
import { RevealFacts, RevealDivider } from '../ticket/reveal-facts.tsx';
import { StoredGuessNote, TicketFootnote } from '../ticket/stub-foot.tsx';
import { ShareButton } from '../../../shared/vouchers/share-voucher.tsx';
import { UntilLine } from '../../../shared/vouchers/until.tsx';
import { VoucherCover } from '../ticket/voucher-cover.tsx';
import { VoucherOutcome } from '../ticket/voucher-outcome.tsx';

interface LiveTicketProps extends GuessProps {
  readonly onRefuted: (isRefuted: boolean) => void;
}

/** As many places as the counter always shows. */
const COUNTER_PLACES = 6;

/** The views, figure by figure, as on a departures board. */
function ViewsCounter({ voucher }: Pick<LiveTicketProps, 'voucher'>): ReactElement {
  const target = viewsTarget(voucher);
  const of = target === undefined ? 'views' : `views of ${formatCount(target)}`;
  return (
    <span className={css['counter']}>
      <span aria-hidden="true">
        <Flaps figures={String(voucher.views).padStart(COUNTER_PLACES, '0')} />
      </span>
      <span>
        <span className="vh">{formatCount(voucher.views)} </span>
        {of}
      </span>
    </span>
  );
}

/** What opens the next digit, in words. */
function Hint({ voucher }: Pick<LiveTicketProps, 'voucher'>): ReactElement {
  const target = viewsTarget(voucher);
  if (target === undefined) return <RevealFacts voucher={voucher} />;
  return (
    <>
      {voucher.views < target && (
        <p className="sm semi">{fill(VOUCHER_MESSAGES.liveHint, { views: formatCount(target) })}</p>
      )}
      <UntilLine voucher={voucher} />
    </>
  );
}

function Stub({ voucher, guessing, reason }: GuessProps): ReactElement {
  const noteId = useId();
  const { state, claim } = guessing;
  const isOpen = isGuessOpen(state);
  return (
    <TicketFooter className="deferred">
      <StoredGuessNote state={state} />
      <div className={css['actions']} tabIndex={-1} {...{ [TICKET_ACTION]: '' }}>
        {isOver(voucher) ? (
          <Button disabled>{overText(voucher)}</Button>
        ) : (
          <Button
            variant="claim"
            // While the guess is open, its own button sends it.
            className={isOpen ? css['away'] : undefined}
            disabled={reason !== undefined}
            aria-disabled={state.phase === 'limited'}
            aria-describedby={reason && noteId}
            onClick={claim}
          >
            Try
          </Button>
        )}
        <ShareButton
          voucher={voucher}
          variant="ink"
          className={css['share']}
          onShare={() => void trackLinkClick(voucher.ulid)}
        >
          Share
        </ShareButton>
      </div>
      <TicketFootnote voucher={voucher} reason={isOpen ? undefined : reason} noteId={noteId} />
    </TicketFooter>
  );
}

/** The voucher as a ticket to watch: picture, counter, code, and the two things to do. */
export function LiveTicket(props: LiveTicketProps): ReactElement {
  const { voucher, guessing, reason } = props;
  const { state } = guessing;
  const isOpen = isGuessOpen(state);
  const { amount, currency, status } = voucher;
  const code = codeInPhase(voucher, state);
  return (
    <Ticket
      variant={ticketVariantOf(voucher)}
      wide
      label={`${formatMoney(amount, currency)} voucher`}
    >
      <VoucherCover
        voucher={voucher}
        guessing={guessing}
        reason={reason}
        onGuess={undefined}
        wait={{
          offer: VOUCHER_MESSAGES.upgradeToSkip,
          onShare: () => void trackLinkClick(voucher.ulid),
        }}
        className={css['media']}
        badge={
          status === 'active' && (
            <Badge tone="live">
              <Icon of={radioIcon} /> Live
            </Badge>
          )
        }
      />
      <RevealDivider voucher={voucher} />
      <TicketBody className="deferred">
        <div className={css['head']}>
          <div className={css['prize']}>
            <p className="cluster xs semi">
              Prize <ConvertedPrize amount={amount} currency={currency} />
            </p>
            <TicketAmount>
              <Money amount={amount} currency={currency} />
            </TicketAmount>
          </div>
          {voucher.reveal_method === 'views' && <ViewsCounter voucher={voucher} />}
        </div>
        <div className={isOpen ? 'behind' : undefined}>
          <ProvedCode
            voucher={voucher}
            code={code}
            onRefuted={props.onRefuted}
            before={<Code {...code} />}
          />
        </div>
        {isOver(voucher) ? <VoucherOutcome voucher={voucher} /> : <Hint voucher={voucher} />}
      </TicketBody>
      <Stub voucher={voucher} guessing={guessing} reason={reason} />
      <TicketTear className="deferred" />
    </Ticket>
  );
}
