import { useEffect, useState, type ReactElement } from 'react';

import { Keypad } from './keypad.tsx';
import { Tray } from './tray.tsx';
import { eraseDigit, typeDigit } from '../../../../contract/vouchers/voucher-code.ts';
import { ClaimButton } from './claim-button.tsx';
import { GUESS_CONTROL } from './use-auto-hide.ts';
import type { GuessProps } from './guessing.ts';

/** The key that a keyboard connected to the phone holds down. */
function usePressedKey(): string | undefined {
  const [pressed, setPressed] = useState<string>();
  useEffect(() => {
    const onDown = ({ key }: KeyboardEvent): void => setPressed(key);
    const onUp = (): void => setPressed(undefined);
    addEventListener('keydown', onDown);
    addEventListener('keyup', onUp);
    return () => {
      removeEventListener('keydown', onDown);
      removeEventListener('keyup', onUp);
    };
  }, []);
  return pressed;
}

/** The digits and the claim in thumb reach; on phones only. */
export function GuessTray({ voucher, guessing, reason }: GuessProps): ReactElement {
  const { state, type, close, submit } = guessing;
  const pressed = usePressedKey();
  const isEditing = state.phase === 'editing';
  return (
    <div {...GUESS_CONTROL}>
      <Tray>
        <ClaimButton
          voucher={voucher}
          isBusy={state.phase === 'processing'}
          disabled={reason !== undefined || state.phase === 'refused' || state.phase === 'wrong'}
          onClaim={submit}
        />
        <Keypad
          disabled={!isEditing && state.phase !== 'processing'}
          pressed={pressed}
          onDigit={(digit) => type(typeDigit(state.guess, digit))}
          onBackspace={() => type(eraseDigit(state.guess, voucher.masked_code))}
          onClose={close}
        />
      </Tray>
    </div>
  );
}
