import { useDeferredValue, useEffect, useEffectEvent } from 'react';

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
 * @param returnTo the address of the form
 * @param onRefused called when the user closed the question
 * @returns whether the form may be shown
 */
export function usePinFirst(
  isOpen: boolean,
  why: string,
  returnTo: string,
  onRefused: () => void,
): boolean {
  const { phase, data } = useLive(readNeed, []);
  const isNeeded = data?.isPinNeeded === true;
  const question = usePinQuestion();
  // A question with a failure is the form's own. The form opens after another one has closed, or
  // it would take that dialog for what to return the focus to.
  const isAsking = useDeferredValue(question !== undefined && question.failure === undefined);
  const mustAsk = isOpen && isNeeded;
  const ask = useEffectEvent(async () => {
    const isChosen = await choosePin(why, returnTo);
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
