import type { ReactElement } from 'react';

import { GuessTray, WinDialog } from './lazy-guess.ts';
import { isGuessOpen, type GuessProps } from './guessing.ts';
import { useDrawnShare } from '../win/use-drawn-share.ts';

/** What a guess lays over the page: the keys on phones, and the prize. */
export function GuessLayers({ voucher, guessing, reason }: GuessProps): ReactElement {
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
