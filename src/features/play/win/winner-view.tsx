import type { ReactElement, ReactNode } from 'react';

import { readWallets } from '../../../../local/queries/money.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { Band, Columns } from '../../../ui/layout/layout.tsx';
import { ExactMoney } from '../../../ui/text/money.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { HELD_TICK_MS, heldIn, HeldNotes } from '../../../shared/wallet/held.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { formatLongDate } from '../../../ui/text/format-time.ts';
import { ShareWin } from './share-win-card.tsx';
import type { OwnPrize } from '../game/giveaway.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './winner-view.module.css';

export interface WinnerViewProps {
  readonly voucher: ShownVoucher;
  readonly prize: OwnPrize;
  readonly ticket: ReactNode;
}

function Balance({ currency, ulid }: Pick<ShownVoucher, 'currency' | 'ulid'>): ReactElement {
  const { data: wallets } = useLive(readWallets, []);
  useRefresh((worker) => worker.refreshWallets(), []);
  const wallet = wallets?.find((known) => known.currency === currency);
  const nowMs = useNow(HELD_TICK_MS).getTime();
  const held = heldIn(wallet, nowMs).filter((part) => part.voucher_ulid === ulid);
  return (
    <>
      <dl className={css['balance']}>
        <dt>Wallet balance</dt>
        <dd className="figure xl anywhere">
          {wallet ? <ExactMoney amount={wallet.amount} currency={currency} /> : '…'}
        </dd>
      </dl>
      {held.length > 0 && (
        <div className={css['held']}>
          <HeldNotes held={held} currency={currency} />
        </div>
      )}
    </>
  );
}

export function WinnerView({ voucher, prize, ticket }: WinnerViewProps): ReactElement {
  const { currency, completed_at: completedAt, taken_back: takenBack } = voucher;
  const won = formatExact(prize.amount, currency);
  return (
    <Columns kind="half">
      <div className="stack g4">
        <Band className={cx('column', css['band'])} aria-labelledby="won">
          <Mascot variant="sticker-win" className={css['bird']} />
          {/* Takes the focus once the dialog that told of it is closed. */}
          <h1 id="won" tabIndex={-1} className="anywhere no-ring">
            You won {won}
          </h1>
          <p className="sm">
            Paid to your wallet{completedAt && ` on ${formatLongDate(new Date(completedAt))}`}
          </p>
          {takenBack !== undefined && (
            <p className="sm">
              {formatExact(takenBack, currency)} of it was taken back later. The mail about it says
              why.
            </p>
          )}
          <Balance currency={currency} ulid={voucher.ulid} />
          <div className={css['ways']}>
            <ButtonLink href="/wallet?withdraw" variant="mango">
              Withdraw
            </ButtonLink>
            <ButtonLink href="/" variant="band">
              Play on
            </ButtonLink>
          </div>
        </Band>
        {takenBack === undefined && <ShareWin won={won} user={prize.user} />}
      </div>
      <section className="stack g3" aria-labelledby="the-voucher">
        <h2 id="the-voucher">The voucher you won</h2>
        {ticket}
      </section>
    </Columns>
  );
}
