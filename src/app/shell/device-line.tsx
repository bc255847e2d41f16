import type { ReactElement } from 'react';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';

import { deviceState, type DeviceState } from '../../platform/storage/device-state.ts';
import { recoverStorage } from '../../platform/storage/recover-storage.ts';
import { checkStorage } from '../../platform/worker/data-worker.ts';
import { OffBar } from './off-bar.tsx';

interface Words {
  readonly text: string;
  readonly button: 'Try again' | 'OK';
}

const WORDS: Readonly<Record<Exclude<DeviceState, 'ok'>, Words>> = {
  full: {
    text: 'Your phone is full. Delete something to make space. Until then nothing new is saved.',
    button: 'Try again',
  },
  blocked: { text: 'Close your other Goodies tabs to go on here.', button: 'Try again' },
  damaged: { text: 'What is saved on this phone cannot be read.', button: 'Try again' },
  unavailable: {
    text: 'This browser does not let Goodies save anything. Leave private browsing or use another browser.',
    button: 'Try again',
  },
  rebuilt: {
    text: 'Some saved data was damaged. We are loading it again. Your money is safe.',
    button: 'OK',
  },
  clock: {
    text: 'The date on this phone is wrong. Goodies shows the right times.',
    button: 'OK',
  },
};

export function DeviceLine({ of }: { readonly of: Exclude<DeviceState, 'ok'> }): ReactElement {
  const { text, button } = WORDS[of];
  return (
    <OffBar
      icon={triangleAlertIcon}
      button={button}
      onRetry={() => {
        if (button === 'OK') deviceState.set('ok');
        else void recoverStorage(checkStorage);
      }}
    >
      {text}
    </OffBar>
  );
}
