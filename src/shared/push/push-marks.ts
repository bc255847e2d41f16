import { LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';

// Every start of the app loads this file, so it must import nothing else of push.

const listeners = createListeners();

function readNumber(key: string): number {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without localStorage push is asked for anew at each start.
  }
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
