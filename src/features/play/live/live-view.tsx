import { useState, type ReactElement } from 'react';

import { LIVE_VIEWS_POLL_MS } from '../../../../contract/constants.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { overText } from '../over-text.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { Page } from '../../../ui/layout/layout.tsx';
import { CheckingDialog } from './checking-dialog.tsx';
import { GuessLayers } from '../guess/guess-layers.tsx';
import { LiveTicket } from './live-ticket.tsx';
import css from './live-ticket.module.css';
import { whoMayGuess } from '../who-may-guess.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useClaimReason } from '../guess/use-claim-reason.ts';
import { useFollowing } from '../../../shared/vouchers/use-following.ts';
import { useGuess } from '../guess/use-guess.ts';
import { useOwnPrize } from '../win/use-own-prize.ts';
import { WinnerView } from '../win/lazy-winner.ts';

const WORDS = { failed: VOUCHER_MESSAGES.liveGuessFailed };

/** A voucher as one watches it: its ticket, large, and the two things to do. */
export function LiveView({ voucher }: { readonly voucher: ShownVoucher }): ReactElement {
  useFollowing(voucher, LIVE_VIEWS_POLL_MS);
  const guessing = useGuess(voucher, WORDS);
  const [isRefuted, setIsRefuted] = useState(false);
  const reason = useClaimReason(voucher, isRefuted);
  const { state } = guessing;
  const prize = useOwnPrize(voucher);
  const rule = isOver(voucher) ? undefined : whoMayGuess(voucher);
  const ticket = (
    <LiveTicket voucher={voucher} guessing={guessing} reason={reason} onRefuted={setIsRefuted} />
  );
  const amount = formatMoney(voucher.amount, voucher.currency);
  const live = (
    <>
      <h1 className="vh">{`${amount} voucher${isOver(voucher) ? `: ${overText(voucher)}` : ', live'}`}</h1>
      <div className={css['live']}>
        {rule !== undefined && <p className="sm semi">{rule}</p>}
        {ticket}
      </div>
    </>
  );
  return (
    <Page>
      {prize === undefined ? (
        live
      ) : (
        <WinnerView voucher={voucher} prize={prize} ticket={ticket} before={live} />
      )}
      <GuessLayers voucher={voucher} guessing={guessing} reason={reason} />
      <CheckingDialog open={state.phase === 'processing'} />
    </Page>
  );
}
