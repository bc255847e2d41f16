import type { ReactElement } from 'react';

import { formatMoney } from '../../ui/text/format-money.ts';
import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import { isOver } from '../../domain/vouchers/voucher-reveal.ts';
import { Columns, Page } from '../../ui/layout/layout.tsx';
import { GuessLayers } from '../../domain/vouchers/guess/guess-layers.tsx';
import { WaitBanner } from '../../domain/vouchers/guess/lazy-guess.ts';
import { HowToWin } from './how-to-win.tsx';
import { PointsLine } from './points-line.tsx';
import type { ShownVoucher } from '../../domain/vouchers/shown-voucher.ts';
import { Sharers, TopSharers } from './top-sharers.tsx';
import { useClaimReason } from '../../domain/vouchers/guess/use-claim-reason.ts';
import { useFollowing } from '../../domain/vouchers/use-following.ts';
import { useGuess } from '../../domain/vouchers/guess/use-guess.ts';
import { VoucherTicket } from './voucher-ticket.tsx';

// Fetched after hydration: entries are not what people look at first.
const LotterySide = lazyComponent(async () => (await import('./lottery-side.tsx')).LotterySide);

/** A voucher and the game on it. */
export function VoucherView({ voucher }: { readonly voucher: ShownVoucher }): ReactElement {
  useFollowing(voucher);
  const guessing = useGuess(voucher);
  const reason = useClaimReason(voucher);
  const { state } = guessing;
  const prize = formatMoney(voucher.amount, voucher.currency);
  const kind = voucher.reveal_method === 'lottery' ? 'lottery voucher' : 'voucher';
  return (
    <Page>
      <h1 className="vh">{`${prize} ${kind}${isOver(voucher) ? ', used' : ''}`}</h1>
      <Columns kind="side-main">
        <div className="stack g3">
          {state.phase === 'limited' ? (
            <WaitBanner
              before={<HowToWin voucher={voucher} />}
              voucher={voucher}
              untilMs={state.untilMs}
              onSkip={guessing.openToSkip}
              reason={reason}
            />
          ) : (
            <HowToWin voucher={voucher} />
          )}
          <VoucherTicket voucher={voucher} guessing={guessing} reason={reason} />
          <PointsLine />
        </div>
        <aside className="deferred">
          {voucher.reveal_method === 'lottery' ? (
            <LotterySide
              voucher={voucher}
              sharers={<Sharers ulid={voucher.ulid} />}
              before={<TopSharers ulid={voucher.ulid} />}
            />
          ) : (
            <TopSharers ulid={voucher.ulid} />
          )}
        </aside>
      </Columns>
      <GuessLayers voucher={voucher} guessing={guessing} reason={reason} />
    </Page>
  );
}
