import { type ReactElement, useState, type ReactNode } from 'react';

import {
  LOTTERY_ENTRY_COST_COINS,
  SHARE_REWARD_COINS,
  SKIP_WAIT_COST_COINS,
} from '../../../../contract/constants.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { ShareButton } from '../../../shared/vouchers/share-voucher.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { cx } from '../../../ui/cx.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { Coin } from '../../../ui/display/coin.tsx';
import { HelpTip } from '../../../ui/overlay/tip.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { Columns, Page } from '../../../ui/layout/layout.tsx';
import { useFollowing } from '../../../shared/vouchers/use-following.ts';
import { howToWin, isInvited, whoMayGuess, overText } from '../voucher-texts.ts';
import { GuessLayers } from '../guess/guess-layers.tsx';
import { useClaimReason } from '../guess/claim-reason.ts';
import { useGuess } from '../guess/use-guess.ts';
import { useOwnPrize } from '../win/use-own-prize.ts';
import { WinnerView } from '../lazy.ts';
import css from './voucher-view.module.css';
import { Sharers, TopSharers } from './top-sharers.tsx';
import { VoucherTicket } from './voucher-ticket.tsx';

function wordsFor(voucher: ShownVoucher): string | undefined {
  if (!voucher.is_private) return howToWin(voucher);
  return isInvited(voucher) ? `You are invited. ${howToWin(voucher)}` : whoMayGuess(voucher);
}

/** What to do here, in one line, and the way to tell others. */
function HowToWin({ voucher }: { readonly voucher: ShownVoucher }): ReactElement {
  if (isOver(voucher)) {
    return (
      <div className={css['line']}>
        <p>This voucher has ended. There are more to win.</p>
        <ButtonLink href="/" variant="primary" size="sm">
          See vouchers
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={css['line']}>
      <p>{wordsFor(voucher)}</p>
      <span className={css['share']}>
        <ShareButton voucher={voucher} size="sm" className="deferred">
          Share
        </ShareButton>
      </span>
    </div>
  );
}

const HELP = `Points are the coins you have earned. A share earns ${SHARE_REWARD_COINS} when somebody comes by your link, once they are verified or a day has passed. ${SKIP_WAIT_COST_COINS} skip a wait, ${LOTTERY_ENTRY_COST_COINS} buy a further lottery entry.`;

/** The person's points, and what they are for. */
function PointsLine(): ReactElement {
  const points = useUser()?.points;
  return (
    <div className={cx(css['coins'], 'deferred', 'split')}>
      <span className={css['points']}>
        <Coin />
        {points === undefined
          ? `A share earns ${SHARE_REWARD_COINS} coins`
          : plural(points, 'point', 'points')}
      </span>
      <HelpTip label="What are points?" withText>
        {HELP}
      </HelpTip>
    </div>
  );
}

// Fetched after hydration: who follows a voucher decides after looking at it.
const FollowLine = lazyComponent(async () => (await import('./follow-line.tsx')).FollowLine);
// Fetched after hydration: entries are not what people look at first.
const LotterySide = lazyComponent(async () => (await import('./lottery-side.tsx')).LotterySide);

interface GameProps {
  readonly voucher: ShownVoucher;
  readonly ticket: ReactNode;
}

/** A voucher as everybody sees it. */
function Game({ voucher, ticket }: GameProps): ReactElement {
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
          {!isOver(voucher) && (
            <div className={cx(css['follow'], 'deferred')}>
              <FollowLine voucher={voucher} />
            </div>
          )}
        </div>
        <aside className="deferred">
          {voucher.reveal_method === 'lottery' ? (
            <LotterySide
              voucher={voucher}
              sharers={<Sharers voucher={voucher} />}
              before={<TopSharers voucher={voucher} />}
            />
          ) : (
            <TopSharers voucher={voucher} />
          )}
        </aside>
      </Columns>
    </>
  );
}

/** A voucher and the game on it; for its winner, what they won. */
export function VoucherView({ voucher }: { readonly voucher: ShownVoucher }): ReactElement {
  useFollowing(voucher);
  const guessing = useGuess(voucher);
  const [isRefuted, setIsRefuted] = useState(false);
  const reason = useClaimReason(voucher, isRefuted);
  const prize = useOwnPrize(voucher);
  const ticket = (
    <VoucherTicket voucher={voucher} guessing={guessing} reason={reason} onRefuted={setIsRefuted} />
  );
  const game = <Game voucher={voucher} ticket={ticket} />;
  return (
    <Page>
      {prize === undefined ? (
        game
      ) : (
        <WinnerView voucher={voucher} prize={prize} ticket={ticket} before={game} />
      )}
      <GuessLayers voucher={voucher} guessing={guessing} reason={reason} />
    </Page>
  );
}
