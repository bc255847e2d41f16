import { useId, type ReactElement, useState } from 'react';

import { LIVE_VIEWS_POLL_MS } from '../../../../contract/constants.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { Dots } from '../../../ui/feedback/dots.tsx';
import { useModal } from '../../../ui/overlay/use-modal.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { Page } from '../../../ui/layout/layout.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useFollowing } from '../../../shared/vouchers/use-following.ts';
import { overText, whoMayGuess } from '../voucher-texts.ts';
import { GuessLayers } from '../guess/guess-layers.tsx';
import { useClaimReason } from '../guess/claim-reason.ts';
import { useGuess } from '../guess/use-guess.ts';
import { useOwnPrize } from '../win/use-own-prize.ts';
import { WinnerView } from '../lazy.ts';
import css from './live-view.module.css';
import { LiveTicket } from './live-ticket.tsx';
import liveTicketCss from './live-ticket.module.css';

/** Lies over the page while a guess is on its way; only its answer ends it. */
function CheckingDialog({ open }: { readonly open: boolean }): ReactElement {
  const dialog = useModal(open);
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
    >
      {open && (
        <div className={css['inside']} role="status">
          <span className={css['dots']}>
            <Dots />
          </span>
          <h2 id={titleId}>Checking your guess</h2>
        </div>
      )}
    </dialog>
  );
}

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
      <div className={liveTicketCss['live']}>
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
