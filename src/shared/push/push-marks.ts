import { LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';

// Read by each start of the app, which needs nothing else of push: it stands alone for that.

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

/** When this device last saved its token, ms since the epoch; 0 while push is off. */
export const pushSavedAt = (): number => readNumber(LOCAL.fcmInitialized);

/** Notes that the token was saved, or with undefined that push is off. */
export const writePushSavedAt = (atMs: number | undefined): void =>
  write(LOCAL.fcmInitialized, atMs === undefined ? undefined : String(atMs));

/** Whether this is the first time that push was turned on here. It is so once. */
export function isFirstWelcome(): boolean {
  const isFirst = readNumber(LOCAL.pushWelcomed) === 0;
  write(LOCAL.pushWelcomed, '1');
  return isFirst;
}

/** When the offer was put away, ms since the epoch; 0 for never. */
export const pushDismissedAt = (): number => readNumber(LOCAL.pushDismissedAt);
export const dismissPush = (atMs: number): void => write(LOCAL.pushDismissedAt, String(atMs));

/** Calls the listener after each change of a mark, and when the browser may have changed its mind. */
export const onPushMarks = listeners.add;

/** To be called when the browser may have changed its mind. */
export const notifyPushState = (): void => listeners.notify();
