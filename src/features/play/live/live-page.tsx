import { useId, type ReactElement, type ReactNode } from 'react';
import radioIcon from 'lucide/dist/esm/icons/radio.mjs';

import { LIVE_VIEWS_POLL_MS } from '../../../../contract/constants.ts';
import { OPENS_GUESS } from '../../../../contract/document/early-guess.ts';
import { fill } from '../../../../contract/plain-text.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { trackLinkClick } from '../../../platform/tracking.ts';
import dialogCss from '../../../shared/payments/verifying-dialog.module.css';
import { ShareButton } from '../../../shared/vouchers/share-voucher.tsx';
import type { VoucherProps } from '../../../shared/vouchers/shown-voucher.ts';
import { UntilLine } from '../../../shared/vouchers/until.tsx';
import { isOver, useIsAwaited, viewsTarget } from '../../../shared/vouchers/voucher-reveal.ts';
import { Button } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Dots } from '../../../ui/feedback/dots.tsx';
import { Narrow } from '../../../ui/layout/layout.tsx';
import { useModal } from '../../../ui/overlay/use-modal.ts';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { Flaps } from '../../../ui/ticket/clock.tsx';
import { Giveaway } from '../game/giveaway.tsx';
import { TicketSkeleton, VoucherScreen } from '../game/voucher-page.tsx';
import { isGuessOpen, type GuessProps } from '../guess/guess.machine.ts';
import { GiveawayTicket, type GivenTicketProps } from '../ticket/giveaway-ticket.tsx';
import { Prize, RevealFacts } from '../ticket/voucher-facts.tsx';
import { overText, whoMayGuess } from '../voucher-texts.ts';
import css from './live-page.module.css';

const COUNTER_PLACES = 6;

function ViewsCounter({ voucher }: VoucherProps): ReactElement {
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

function Head({ voucher }: VoucherProps): ReactElement {
  return (
    <div className={cx(css['head'], 'cluster apart')}>
      <Prize voucher={voucher} />
      {voucher.reveal_method === 'views' && <ViewsCounter voucher={voucher} />}
    </div>
  );
}

function Hint({ voucher }: VoucherProps): ReactElement {
  const target = viewsTarget(voucher);
  const isAwaited = useIsAwaited(voucher);
  if (target === undefined || isAwaited) return <RevealFacts voucher={voucher} />;
  return (
    <>
      {voucher.views < target && (
        <p className="sm semi">{fill(VOUCHER_MESSAGES.liveHint, { views: formatCount(target) })}</p>
      )}
      <UntilLine voucher={voucher} />
    </>
  );
}

interface ActionProps extends GuessProps {
  readonly isAwaited: boolean;
}

function actionsOf(props: ActionProps, reasonId: string | undefined): ReactNode {
  const { voucher, guessing, reason, isAwaited } = props;
  const { state, claim } = guessing;
  return (
    <div className={css['actions']}>
      {isOver(voucher) ? (
        <Button disabled>{overText(voucher)}</Button>
      ) : (
        <Button
          {...OPENS_GUESS}
          variant="claim"
          // While the guess is open, its own button sends it.
          className={isGuessOpen(state) ? css['away'] : undefined}
          disabled={reason !== undefined && !isAwaited}
          aria-disabled={state.phase === 'limited' || isAwaited}
          aria-describedby={reasonId}
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
  );
}

/** Lies over the page while a guess is on its way; only its answer ends it. */
function CheckingDialog({ open }: { readonly open: boolean }): ReactElement {
  const dialog = useModal(open);
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={dialogCss['dialog']}
      aria-labelledby={open ? titleId : undefined}
      onCancel={(event) => event.preventDefault()}
    >
      {open && (
        <div className={cx('column', css['inside'])} role="status">
          <span className={cx('middle', css['dots'])}>
            <Dots />
          </span>
          <h2 id={titleId}>Checking your guess</h2>
        </div>
      )}
    </dialog>
  );
}

function LiveTicket(props: GivenTicketProps): ReactElement {
  const { voucher, guessing } = props;
  const isAwaited = useIsAwaited(voucher);
  return (
    <>
      <GiveawayTicket
        {...props}
        wait={{
          offer: VOUCHER_MESSAGES.upgradeToSkip,
          onShare: () => void trackLinkClick(voucher.ulid),
        }}
        className={css['media']}
        badge={
          voucher.status === 'active' &&
          !isAwaited && (
            <Badge tone="live" icon={radioIcon}>
              Live
            </Badge>
          )
        }
        head={<Head voucher={voucher} />}
        facts={<Hint voucher={voucher} />}
        action={(reasonId) => actionsOf({ ...props, isAwaited }, reasonId)}
      />
      <CheckingDialog open={guessing.state.phase === 'processing'} />
    </>
  );
}

export function LiveView({ voucher }: VoucherProps): ReactElement {
  const amount = formatMoney(voucher.amount, voucher.currency);
  const rule = isOver(voucher) ? undefined : whoMayGuess(voucher);
  return (
    <Giveaway
      voucher={voucher}
      viewsPollMs={LIVE_VIEWS_POLL_MS}
      failedText="Failed to submit your guess"
      Ticket={LiveTicket}
    >
      {(ticket) => (
        <>
          <h1 className="vh">{`${amount} voucher${isOver(voucher) ? `: ${overText(voucher)}` : ', live'}`}</h1>
          <Narrow className={css['live']}>
            {rule !== undefined && <p className="sm semi">{rule}</p>}
            {ticket}
          </Narrow>
        </>
      )}
    </Giveaway>
  );
}

const SKELETON = (
  <Narrow className={cx('deferred', css['live'])}>
    <TicketSkeleton />
  </Narrow>
);

export default function LivePage(): ReactElement {
  return <VoucherScreen title="Live voucher" skeleton={SKELETON} Giveaway={LiveView} />;
}
