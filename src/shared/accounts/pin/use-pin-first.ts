import { useEffect, useEffectEvent } from 'react';

import { getDatabase, type GoodiesDatabase } from '../../../../local/database.ts';
import { readAccount, readUser } from '../../../../local/queries/user-and-region.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { hasPasskey } from '../user.ts';
import { usePinQuestion } from './pin-question.ts';
import { choosePin, closePin } from './with-pin.ts';

async function readNeed(db: GoodiesDatabase): Promise<{ readonly isPinNeeded: boolean }> {
  const user = (await readUser(db))?.user;
  const mayNeed = user?.has_pin === false && user.email_verified;
  return { isPinNeeded: mayNeed && !hasPasskey(await readAccount(db)) };
}

/**
 * Before a form that takes a PIN, a user who has neither PIN nor passkey chooses one.
 * @param onRefused called when the user closed the question
 * @returns whether the form may be shown
 */
export function usePinFirst(isOpen: boolean, why: string, onRefused: () => void): boolean {
  const { phase, data } = useLive(readNeed, []);
  const isNeeded = data?.isPinNeeded === true;
  const question = usePinQuestion();
  // The form waits for the question to close, or the focus would not go on to it. One with a
  // failure is of the form itself.
  const isAsking = question !== undefined && question.failure === undefined;
  const mustAsk = isOpen && isNeeded;
  const ask = useEffectEvent(async () => {
    const isChosen = await choosePin(why);
    const isStillNeeded = !isChosen && (await readNeed(getDatabase())).isPinNeeded;
    if (isStillNeeded) onRefused();
  });
  useEffect(() => {
    if (!mustAsk) return undefined;
    void ask();
    // Another device may have chosen one meanwhile.
    return closePin;
  }, [mustAsk]);
  return phase !== 'loading' && !isNeeded && !isAsking;
}
