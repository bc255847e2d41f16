import type { ReactElement } from 'react';

import { showPinWith, usePinQuestion } from '../../shared/accounts/pin/pin-question.ts';
import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import { Quiet } from '../../platform/lazy/quiet.tsx';
import { useOnceTrue } from '../../platform/live/use-once-true.ts';

const PinSheet = lazyComponent(
  async () => (await import('../../features/account/pin/pin-sheet.tsx')).PinSheet,
);
showPinWith(() => PinSheet.preload());

/** Where the PIN is asked for, over any page; its code is fetched by the first question. */
export function PinOutlet(): ReactElement {
  const wasOpened = useOnceTrue(usePinQuestion() !== undefined);
  // Once opened it stays: a dialog that is taken away cannot give the focus back.
  return <Quiet>{wasOpened && <PinSheet />}</Quiet>;
}
