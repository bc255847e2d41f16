import { LOCAL } from '../../../contract/storage-keys.ts';
import { readKey, writeKey } from '../../platform/storage/small-keys.ts';
import { createListeners } from '../../platform/store.ts';

// Every start of the app loads this file, so it must import nothing else of push.

const listeners = createListeners();

const readNumber = (key: string): number => Number(readKey(key)) || 0;

/** Without localStorage push is asked for anew at each start. */
function write(key: string, value: string | undefined): void {
  writeKey(key, value);
  listeners.notify();
}

/** ms since the epoch; 0 while push is off. */
export const pushSavedAt = (): number => readNumber(LOCAL.fcmInitialized);

export const writePushSavedAt = (atMs: number | undefined): void =>
  write(LOCAL.fcmInitialized, atMs === undefined ? undefined : String(atMs));

export function isFirstWelcome(): boolean {
  const isFirst = readNumber(LOCAL.pushWelcomed) === 0;
  write(LOCAL.pushWelcomed, '1');
  return isFirst;
}

export const pushDismissedAt = (): number => readNumber(LOCAL.pushDismissedAt);
export const dismissPush = (atMs: number): void => write(LOCAL.pushDismissedAt, String(atMs));

export const onPushMarks = listeners.add;

export const notifyPushState = (): void => listeners.notify();
