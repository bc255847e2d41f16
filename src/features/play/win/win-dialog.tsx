import { useEffect, useId, useState, type ReactElement } from 'react';

import { CONFETTI_MS } from '../../../../contract/constants.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Code } from '../../../ui/code/code.tsx';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { toast } from '../../../platform/toast-store.ts';
import { useModal } from '../../../ui/overlay/use-modal.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import css from './win-dialog.module.css';

const COLOURS = ['#ffbf2b', '#c9184f', '#74d7b1', '#ff9179', '#4a60d0', '#fffdf7'];
const BURST_EVERY_MS = 250;

/** The logo's asterisk as an outline, since confetti shapes are filled: three crossed bars on a 32-unit grid. */
const ASTERISK =
  'M13 3h6v9.8l8.5-4.9 3 5.2L22 18l8.5 4.9-3 5.2L19 23.2V33h-6v-9.8l-8.5 4.9-3-5.2L10 18l-8.5-4.9 3-5.2L13 12.8z';

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A canvas over everything: an open dialog lies in the top layer, where no z-index reaches it. */
function addCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, {
    position: 'fixed',
    inset: '0',
    inlineSize: '100%',
    blockSize: '100%',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'none',
    pointerEvents: 'none',
    zIndex: '100',
  });
  document.body.append(canvas);
  if ('showPopover' in canvas) {
    canvas.popover = 'manual';
    canvas.showPopover();
  }
  return canvas;
}

/**
 * Throws asterisks and punched-out chads for 3 s; nothing for people who prefer less motion.
 * The library loads on first use. Resolves when the last piece has fallen.
 */
async function celebrate(): Promise<void> {
  if (prefersStillness()) return;
  const { default: confetti } = await import('canvas-confetti');
  const asterisk = confetti.shapeFromPath({ path: ASTERISK });
  const canvas = addCanvas();
  const fire = confetti.create(canvas, { resize: true });
  const falling: (Promise<unknown> | null)[] = [];
  const endsAt = performance.now() + CONFETTI_MS;
  const burst = (originX: number, angle: number): void => {
    const flight = fire({
      particleCount: 18,
      angle,
      spread: 60,
      startVelocity: 45,
      ticks: 150,
      origin: { x: originX, y: 0.7 },
      colors: COLOURS,
      shapes: [asterisk, 'circle'],
      disableForReducedMotion: true,
    });
    falling.push(flight);
  };
  await new Promise<void>((resolve) => {
    const throwBoth = (): void => {
      if (performance.now() >= endsAt) return resolve();
      burst(0, 60);
      burst(1, 120);
      setTimeout(throwBoth, BURST_EVERY_MS);
    };
    throwBoth();
  });
  await Promise.all(falling.filter((flight) => flight !== null));
  canvas.remove();
}

export interface WinDialogProps {
  readonly voucher: ShownVoucher;
  /** What they won, major units. */
  readonly amount: number;
  readonly code: string;
  readonly maskedCode: string;
  readonly onClose: () => void;
}

const loadWinner = (): Promise<unknown> => import('./winner-view.tsx').catch(() => undefined);

/** Behind the dialog the voucher's page has become its winner's. */
async function showWinner(): Promise<void> {
  // Without it the used voucher stays, whose title takes no focus.
  await loadWinner();
  requestAnimationFrame(() => {
    scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
}

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
    void loadWinner();
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
      <div className={cx('column', css['inside'])}>
        <Mascot variant="sticker-win" className={css['bird']} />
        <h2 id={titleId}>Congratulations! You won {formatMoney(amount, currency)}</h2>
        <div className={css['ticket']} data-stock={method}>
          <div className={css['code']}>
            <Code maskedCode={shown} />
          </div>
          <div className={cx(css['stub'], 'cluster apart')}>
            <span className="semi">Paid to your wallet</span>
            <span className={cx('figure xxl', css['amount'])}>
              <Money amount={amount} currency={currency} />
            </span>
          </div>
        </div>
        <Button variant="mango" size="lg" block onClick={() => dialog.current?.close()}>
          Claim & Continue
        </Button>
      </div>
    </dialog>
  );
}
