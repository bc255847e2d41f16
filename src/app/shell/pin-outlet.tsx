import type { ReactElement } from 'react';

import { showPinWith, usePinQuestion } from '../../shared/accounts/pin/pin-question.ts';
import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import { Quiet } from '../../platform/lazy/quiet.tsx';
import { useOnceTrue } from '../../platform/live/use-once-true.ts';

const PinSheet = lazyComponent(
  async () => (await import('../../features/account/pin/pin-sheet.tsx')).PinSheet,
);
showPinWith(() => PinSheet.preload());

export function PinOutlet(): ReactElement {
  const wasOpened = useOnceTrue(usePinQuestion() !== undefined);
  // A removed dialog cannot give the focus back, so it stays mounted.
  return <Quiet>{wasOpened && <PinSheet />}</Quiet>;
}
