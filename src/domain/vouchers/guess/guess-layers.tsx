import type { ReactElement } from 'react';

import { GuessTray, WinDialog } from './lazy-guess.ts';
import { isGuessOpen, type Guessing } from './guessing.ts';
import type { ShownVoucher } from '../shown-voucher.ts';
import { useDrawnShare } from '../win/use-drawn-share.ts';

export interface GuessLayersProps {
  readonly voucher: ShownVoucher;
  readonly guessing: Guessing;
  /** What keeps a guess from being sent now. */
  readonly reason: string | undefined;
}

/** What a guess lays over the page: the keys on phones, and the prize. */
export function GuessLayers({ voucher, guessing, reason }: GuessLayersProps): ReactElement {
  const { state, close } = guessing;
  const drawn = useDrawnShare(voucher);
  return (
    <>
      {isGuessOpen(state) && <GuessTray voucher={voucher} guessing={guessing} reason={reason} />}
      {state.phase === 'won' && (
        <WinDialog
          voucher={voucher}
          amount={voucher.amount}
          code={state.guess}
          maskedCode={state.maskedCode}
          onClose={close}
        />
      )}
      {drawn.share !== undefined && (
        <WinDialog
          voucher={voucher}
          amount={drawn.share}
          code={voucher.code ?? voucher.masked_code}
          maskedCode={drawn.maskedCode}
          onClose={drawn.close}
        />
      )}
    </>
  );
}
