import type { ReactElement } from 'react';

import { LIVE_VIEWS_POLL_MS } from '../../../contract/constants.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import { formatMoney } from '../../ui/text/format-money.ts';
import { trackLinkClick } from '../../platform/tracking.ts';
import { isOver } from '../../domain/vouchers/voucher-reveal.ts';
import { Page } from '../../ui/layout/layout.tsx';
import { CheckingDialog } from './checking-dialog.tsx';
import { GuessLayers } from '../../domain/vouchers/guess/guess-layers.tsx';
import { WaitBanner } from '../../domain/vouchers/guess/lazy-guess.ts';
import { LiveTicket } from './live-ticket.tsx';
import css from './live-ticket.module.css';
import type { ShownVoucher } from '../../domain/vouchers/shown-voucher.ts';
import { useClaimReason } from '../../domain/vouchers/guess/use-claim-reason.ts';
import { useFollowing } from '../../domain/vouchers/use-following.ts';
import { useGuess } from '../../domain/vouchers/guess/use-guess.ts';

const WORDS = { login: MESSAGES.liveLogin, failed: MESSAGES.liveGuessFailed };

/** A voucher as one watches it: its ticket, large, and the two things to do. */
export function LiveView({ voucher }: { readonly voucher: ShownVoucher }): ReactElement {
  useFollowing(voucher, LIVE_VIEWS_POLL_MS);
  const guessing = useGuess(voucher, WORDS);
  const reason = useClaimReason(voucher);
  const { state } = guessing;
  const prize = formatMoney(voucher.amount, voucher.currency);
  return (
    <Page>
      <h1 className="vh">{`${prize} voucher, ${isOver(voucher) ? 'used' : 'live'}`}</h1>
      <div className={css['live']}>
        {state.phase === 'limited' && (
          <WaitBanner
            voucher={voucher}
            untilMs={state.untilMs}
            onSkip={guessing.openToSkip}
            reason={reason}
            offer={MESSAGES.upgradeToSkip}
            onShare={() => void trackLinkClick(voucher.ulid)}
          />
        )}
        <LiveTicket voucher={voucher} guessing={guessing} reason={reason} />
      </div>
      <GuessLayers voucher={voucher} guessing={guessing} reason={reason} />
      <CheckingDialog open={state.phase === 'processing'} />
    </Page>
  );
}
