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
    text: 'Your phone is full. Delete something else from it: nothing new can be saved here.',
    button: 'Try again',
  },
  blocked: { text: 'Close the other tabs of Goodies, then this one goes on.', button: 'Try again' },
  damaged: { text: 'What is saved on this phone cannot be read.', button: 'Try again' },
  unavailable: {
    text: 'This browser saves nothing for Goodies. Leave private browsing, or use another browser.',
    button: 'Try again',
  },
  rebuilt: {
    text: 'What was saved on this phone was damaged. It is fetched again. Your money is safe.',
    button: 'OK',
  },
  clock: {
    text: 'The date of this phone is wrong. Times here go by the server.',
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
