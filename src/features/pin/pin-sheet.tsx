import type { ReactElement } from 'react';

import { answerPin, closePin, usePinQuestion } from '../../domain/accounts/pin/with-pin.ts';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import { ChoosePin } from './choose-pin.tsx';
import { EnterPin } from './enter-pin.tsx';

/** Where the PIN is typed, or chosen, over whatever asks for it. */
export function PinSheet(): ReactElement {
  const question = usePinQuestion();
  return (
    <Sheet
      open={question !== undefined}
      onClose={closePin}
      title={question?.isChoosing ? 'Choose your PIN' : 'Enter your PIN'}
    >
      {question?.failure && !question.isChoosing ? (
        <EnterPin failure={question.failure} isBusy={question.isBusy} />
      ) : (
        <ChoosePin isUsed={question?.isBusy ?? false} onChosen={answerPin} />
      )}
    </Sheet>
  );
}
