import { useEffect, useRef, type ReactElement } from 'react';

import { readAccount, readUser } from '../../../../local/queries/user-and-region.ts';
import { hasPasskey } from '../../../shared/accounts/user.ts';
import { usePinQuestion } from '../../../shared/accounts/pin/pin-question.ts';
import { PasswordFirst } from '../password-first.tsx';
import { answerProof, closePin } from '../../../shared/accounts/pin/with-pin.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { ChoosePin } from './choose-pin.tsx';
import { EnterPin } from './enter-pin.tsx';

function useCloseOnLeaving(): void {
  const { path } = useAppLocation();
  const shownAt = useRef(path);
  useEffect(() => {
    if (shownAt.current !== path) closePin();
    shownAt.current = path;
  }, [path]);
}

export function PinSheet(): ReactElement {
  const question = usePinQuestion();
  const read = useLive(
    async (db) => ({ user: await readUser(db), account: await readAccount(db) }),
    [],
  );
  const known = read.phase === 'ready' ? read.data : undefined;
  const isOpen = question !== undefined;
  useCloseOnLeaving();
  useEffect(() => {
    // Another device may have set up a passkey, or removed the last one.
    if (isOpen) void callWorker((worker) => worker.refreshAccount());
  }, [isOpen]);
  const asked = question?.isChoosing ? undefined : question?.failure;
  // The server's question is newer than what this device knows.
  const hasPin = asked?.code.startsWith('pin_') || known?.user?.user.has_pin !== false;
  const passkey = asked?.code.startsWith('passkey_') || hasPasskey(known?.account);
  return (
    <Sheet
      open={isOpen}
      onClose={closePin}
      title={!asked ? 'Choose your PIN' : hasPin ? 'Enter your PIN' : 'Confirm that it is you'}
    >
      {question && asked ? (
        <EnterPin failure={asked} isBusy={question.isBusy} hasPin={hasPin} hasPasskey={passkey} />
      ) : known?.user?.user.has_password === false ? (
        <PasswordFirst onLeave={closePin} />
      ) : (
        <ChoosePin isUsed={question?.isBusy ?? false} onChosen={(pin) => answerProof({ pin })} />
      )}
    </Sheet>
  );
}
