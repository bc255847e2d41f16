import { useState, type ReactElement, type ReactNode } from 'react';

import { cx } from '../../../ui/cx.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { overText } from '../over-text.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { Columns, Page } from '../../../ui/layout/layout.tsx';
import { GuessLayers } from '../guess/guess-layers.tsx';
import css from './follow/follow-line.module.css';
import { HowToWin } from './how-to-win.tsx';
import { PointsLine } from './points-line.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { Sharers, TopSharers } from './top-sharers.tsx';
import { useClaimReason } from '../guess/use-claim-reason.ts';
import { useFollowing } from '../../../shared/vouchers/use-following.ts';
import { useGuess } from '../guess/use-guess.ts';
import { useOwnPrize } from '../win/use-own-prize.ts';
import { VoucherTicket } from './voucher-ticket.tsx';
import { WinnerView } from '../win/lazy-winner.ts';

// Fetched after hydration: who follows a voucher decides after looking at it.
const FollowLine = lazyComponent(async () => (await import('./follow/follow-line.tsx')).FollowLine);
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
            <div className={cx(css['place'], 'deferred')}>
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
