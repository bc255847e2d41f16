import type { ReactElement, ReactNode } from 'react';

import {
  LOTTERY_ENTRY_COST_COINS,
  SHARE_REWARD_COINS,
  SKIP_WAIT_COST_COINS,
} from '../../../../contract/constants.ts';
import { fill } from '../../../../contract/plain-text.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { useUser } from '../../../shared/accounts/user.ts';
import { ShareButton } from '../../../shared/vouchers/share-voucher.tsx';
import type { ShownVoucher, VoucherProps } from '../../../shared/vouchers/shown-voucher.ts';
import { useShownOffset } from '../../../shared/vouchers/until.tsx';
import {
  hasRevealed,
  isNearReveal,
  isOver,
  viewsTarget,
} from '../../../shared/vouchers/voucher-reveal.ts';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Coin } from '../../../ui/display/coin.tsx';
import { Columns } from '../../../ui/layout/layout.tsx';
import { HelpTip, Tip } from '../../../ui/overlay/tip.tsx';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { formatClock, formatDay } from '../../../ui/text/format-time.ts';
import { Money } from '../../../ui/text/money.tsx';
import { markClass, Stamp, TicketAmount } from '../../../ui/ticket/ticket.tsx';
import { ClaimButton } from '../guess/claim-button.tsx';
import { isGuessOpen, type GuessProps } from '../guess/guess.machine.ts';
import { ConvertedPrize } from '../lazy.ts';
import { GiveawayTicket, type GivenTicketProps } from '../ticket/giveaway-ticket.tsx';
import { RevealFacts } from '../ticket/voucher-facts.tsx';
import { howToWin, isInvited, overText, whoMayGuess } from '../voucher-texts.ts';
import { Giveaway } from './giveaway.tsx';
import { Sharers, TopSharers } from './top-sharers.tsx';
import css from './voucher-view.module.css';

/** From here on an amount is set smaller, so that what stands beside it stays clear. Characters. */
const LONG_AMOUNT = 9;

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

function DrawStamp({ voucher }: VoucherProps): ReactElement {
  const offset = useShownOffset(voucher);
  const drawAt = new Date(voucher.final_reveal_time ?? 0);
  return (
    <span className={css['stamp']}>
      <Stamp date={formatDay(drawAt, offset).toUpperCase()} time={formatClock(drawAt, offset)} />
    </span>
  );
}

function PrizeHead({ voucher }: VoucherProps): ReactElement {
  const isLottery = voucher.reveal_method === 'lottery';
  const shown = formatMoney(voucher.amount, voucher.currency);
  const help = isOver(voucher) ? null : (
    <HelpTip label="How this voucher works">{howItWorks(voucher)}</HelpTip>
  );
  const isRevealed = voucher.reveal_method === 'time' && hasRevealed(voucher);
  return (
    <div className={cx('line apart', css['head'])}>
      <div className={css['prize']}>
        <p className={cx('line xs semi', css['label'])}>
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
          <span className={cx(markClass, css['revealed'])} aria-hidden="true">
            Revealed
          </span>
        )}
        {isLottery && voucher.final_reveal_time && <DrawStamp voucher={voucher} />}
        {!isLottery && help}
      </div>
    </div>
  );
}

function Hint({ voucher }: VoucherProps): ReactElement | null {
  const target = viewsTarget(voucher);
  if (isOver(voucher) || target === undefined || !isNearReveal(voucher)) return null;
  return (
    <div role="status">
      <Tip>{fill(VOUCHER_MESSAGES.liveHint, { views: formatCount(target) })}</Tip>
    </div>
  );
}

function actionOf(props: GuessProps, reasonId: string | undefined): ReactNode {
  const { voucher, guessing } = props;
  if (isOver(voucher)) {
    return (
      <Button block disabled className={css['action']}>
        {overText(voucher)}
      </Button>
    );
  }
  // While the guess is open its own button claims: two of them would not say which one counts.
  if (isGuessOpen(guessing.state)) {
    return (
      // On phones the tray lies here.
      <ShareButton voucher={voucher} variant="ink" block className={cx(css['action'], 'behind')}>
        Share, earn {SHARE_REWARD_COINS} coins
      </ShareButton>
    );
  }
  return <ClaimButton {...props} reasonId={reasonId} />;
}

function VoucherTicket(props: GivenTicketProps): ReactElement {
  const { voucher, guessing, reason } = props;
  const { state, open } = guessing;
  const isReady = state.phase !== 'limited' && !isGuessOpen(state);
  return (
    <GiveawayTicket
      {...props}
      className={css['cover']}
      onGuess={!isOver(voucher) && reason === undefined && isReady ? open : undefined}
      head={
        <>
          <Hint voucher={voucher} />
          <PrizeHead voucher={voucher} />
        </>
      }
      facts={<RevealFacts voucher={voucher} />}
      action={(reasonId) => actionOf(props, reasonId)}
    />
  );
}

function wordsFor(voucher: ShownVoucher): string | undefined {
  if (!voucher.is_private) return howToWin(voucher);
  return isInvited(voucher) ? `You are invited. ${howToWin(voucher)}` : whoMayGuess(voucher);
}

function HowToWin({ voucher }: VoucherProps): ReactElement {
  if (isOver(voucher)) {
    return (
      <div className={cx('line apart', css['line'])}>
        <p>This voucher has ended. There are more to win.</p>
        <ButtonLink href="/" variant="primary" size="sm">
          See vouchers
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={cx('line apart', css['line'])}>
      <p>{wordsFor(voucher)}</p>
      <span className={css['share']}>
        <ShareButton voucher={voucher} size="sm" className="deferred">
          <span className={css['word']}>Share</span>
        </ShareButton>
      </span>
    </div>
  );
}

const HELP = `You earn coins by sharing. A share earns ${SHARE_REWARD_COINS} when somebody comes by your link, once they are verified or a day has passed. ${SKIP_WAIT_COST_COINS} skip a wait, ${LOTTERY_ENTRY_COST_COINS} buy a further lottery entry.`;

function PointsLine(): ReactElement {
  const points = useUser()?.points;
  return (
    <div className={cx(css['coins'], 'deferred', 'split')}>
      <span className={cx('line semi', css['points'])}>
        <Coin />
        {points === undefined
          ? `A share earns ${SHARE_REWARD_COINS} coins`
          : plural(points, 'coin', 'coins')}
      </span>
      <HelpTip label="What are coins?" withText>
        {HELP}
      </HelpTip>
    </div>
  );
}

// Fetched after hydration: who follows a voucher decides after looking at it.
const FollowLine = lazyComponent(async () => (await import('./follow-line.tsx')).FollowLine);
// Fetched after hydration, and for users alone: a visitor's share earns nothing.
const ShareNews = lazyComponent(async () => (await import('./share-news.tsx')).ShareNews);
// Fetched after hydration: entries are not what people look at first.
const LotterySide = lazyComponent(async () => (await import('./lottery-side.tsx')).LotterySide);

function Game({ voucher, ticket }: VoucherProps & { readonly ticket: ReactNode }): ReactElement {
  const user = useUser();
  const prize = formatMoney(voucher.amount, voucher.currency);
  const kind = voucher.reveal_method === 'lottery' ? 'lottery voucher' : 'voucher';
  return (
    <>
      <h1 className="vh">{`${prize} ${kind}${isOver(voucher) ? `: ${overText(voucher)}` : ''}`}</h1>
      <Columns kind="side-main">
        <div className="stack g3">
          <HowToWin voucher={voucher} />
          {ticket}
          <PointsLine />
          {user && <ShareNews ulid={voucher.ulid} />}
          {!isOver(voucher) && (
            <div className={cx(css['follow'], 'deferred')}>
              <FollowLine voucher={voucher} />
            </div>
          )}
        </div>
        <div className="deferred">
          {voucher.reveal_method === 'lottery' ? (
            <LotterySide
              voucher={voucher}
              sharers={<Sharers voucher={voucher} />}
              before={<TopSharers voucher={voucher} />}
            />
          ) : (
            <TopSharers voucher={voucher} />
          )}
        </div>
      </Columns>
    </>
  );
}

export const VoucherView = ({ voucher }: VoucherProps): ReactElement => (
  <Giveaway voucher={voucher} Ticket={VoucherTicket}>
    {(ticket) => <Game voucher={voucher} ticket={ticket} />}
  </Giveaway>
);
