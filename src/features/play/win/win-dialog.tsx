import { useEffect, useId, useState, type ReactElement } from 'react';

import { fill } from '../../../../contract/errors.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Code } from '../../../ui/code/code.tsx';
import { celebrate } from './confetti.ts';
import { WinnerView } from './lazy-winner.ts';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { toast } from '../../../platform/toast-store.ts';
import { useModal } from '../../../ui/overlay/use-modal.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import css from './win-dialog.module.css';

export interface WinDialogProps {
  readonly voucher: ShownVoucher;
  /** What they won, major units. */
  readonly amount: number;
  /** The right code. */
  readonly code: string;
  /** The code as it was guessed at. */
  readonly maskedCode: string;
  readonly onClose: () => void;
}

/** Behind the dialog the voucher's page has become its winner's. */
async function showWinner(): Promise<void> {
  // Without it the used voucher stays, whose title takes no focus.
  await WinnerView.preload().catch(() => undefined);
  requestAnimationFrame(() => {
    scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
}

/** Tells the winner: full screen on phones, a dialog above. */
export function WinDialog({
  voucher,
  amount,
  code,
  maskedCode,
  onClose,
}: WinDialogProps): ReactElement {
  const dialog = useModal(true);
  const titleId = useId();
  // Shown as it was at first, so that the guessed digits turn.
  const [shown, setShown] = useState(maskedCode);
  useEffect(() => {
    toast(VOUCHER_MESSAGES.win, { kind: 'success' });
    // After the dialog, so that it lies above it.
    void celebrate();
    // So that it is there by the time that the dialog is closed.
    WinnerView.preload().catch(() => undefined);
    const frame = requestAnimationFrame(() => setShown(code));
    return () => cancelAnimationFrame(frame);
  }, [code]);
  const { currency, reveal_method: method } = voucher;
  return (
    <dialog
      ref={dialog}
      className={css['win']}
      aria-labelledby={titleId}
      onClose={() => {
        onClose();
        void showWinner();
      }}
    >
      <div className={css['inside']}>
        <Mascot mood="sticker-win" className={css['bird']} />
        <h2 id={titleId}>
          {fill(VOUCHER_MESSAGES.winTitle, { amount: formatMoney(amount, currency) })}
        </h2>
        <div className={css['ticket']} data-stock={method}>
          <div className={css['code']}>
            <Code maskedCode={shown} />
          </div>
          <div className={css['stub']}>
            <span className="semi">Paid to your wallet</span>
            <span className={css['amount']}>
              <Money amount={amount} currency={currency} />
            </span>
          </div>
        </div>
        <Button variant="mango" size="lg" block onClick={() => dialog.current?.close()}>
          {VOUCHER_MESSAGES.winAction}
        </Button>
      </div>
    </dialog>
  );
}
