import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

import { KEYPAD_ID } from '../../../../contract/document/early-guess.ts';
import type { SeededVoucher } from '../../../../contract/document/seed.ts';
import { GuessOverlay } from './guess-overlay.tsx';
import { GuessTray } from './guess-tray.tsx';
import { guessReducer, initialGuess, type Guessing } from './guess.machine.ts';

const nothing = (): void => undefined;

function OpenGuess({ voucher }: { readonly voucher: SeededVoucher }): ReactElement {
  const { masked_code: maskedCode } = voucher;
  const guessing: Guessing = {
    state: guessReducer(initialGuess(maskedCode), { type: 'opened' }, maskedCode),
    tries: [],
    open: nothing,
    claim: nothing,
    openToSkip: nothing,
    close: nothing,
    type: nothing,
    submit: nothing,
  };
  const props = { voucher, guessing, reason: undefined };
  return (
    <>
      <GuessOverlay {...props} />
      <GuessTray {...props} />
    </>
  );
}

/**
 * The open guess of a voucher as HTML, for a phone on which the app does not run yet; else empty. One that has not
 * started says when it does, in ms since the epoch.
 */
export function earlyKeypad(voucher: SeededVoucher): string {
  if (voucher.purpose !== 'giveaway' || voucher.status !== 'active') return '';
  const { starts_at: startsAt } = voucher;
  return renderToString(
    <>
      <OpenGuess voucher={{ ...voucher, starts_at: null }} />
      {startsAt && <time>{Date.parse(startsAt)}</time>}
    </>,
    { identifierPrefix: KEYPAD_ID },
  );
}
