import { useSyncExternalStore } from 'react';

import { LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';
import { nativeBridge } from '../../platform/native/bridge.ts';

/**
 * Push messages on this device: `unsupported` by its browser; `needs-install`, where only an app on the home screen
 * may (iOS); `blocked` in the browser's settings; or `off` or `on` as its user has chosen.
 */
export type PushState = 'unsupported' | 'needs-install' | 'blocked' | 'off' | 'on';

/** What a browser tells of itself that push depends on. */
export interface PushSurroundings {
  readonly isSupported: boolean;
  readonly isApple: boolean;
  readonly isInstalled: boolean;
  /** Whether a native wrapper shows the app: that is an installed app already. */
  readonly isWrapped: boolean;
  readonly permission: NotificationPermission | undefined;
  /** ms since the epoch; 0 while push is off. */
  readonly savedAtMs: number;
}

export function pushStateOf(surroundings: PushSurroundings): PushState {
  const { isSupported, isApple, isInstalled, isWrapped, permission, savedAtMs } = surroundings;
  // There the browser has no push at all until the app is installed.
  if (isApple && !isInstalled && !isWrapped && !isSupported) return 'needs-install';
  if (!isSupported) return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return savedAtMs > 0 && permission === 'granted' ? 'on' : 'off';
}

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
const pushDismissedAt = (): number => readNumber(LOCAL.pushDismissedAt);
export const dismissPush = (atMs: number): void => write(LOCAL.pushDismissedAt, String(atMs));

const readState = (): PushState =>
  pushStateOf({
    isSupported:
      'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
    // An iPad calls itself a Macintosh, but has a screen that is touched.
    isApple:
      /iPhone|iPad|iPod/.test(navigator.userAgent) ||
      (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    isWrapped: nativeBridge() !== undefined,
    permission: globalThis.Notification?.permission,
    savedAtMs: pushSavedAt(),
  });

/** To be called when the browser may have changed its mind. */
export const notifyPushState = (): void => listeners.notify();

function subscribe(listener: () => void): () => void {
  const remove = listeners.add(listener);
  // Another tab turned it on or off, or the browser's settings were open meanwhile.
  addEventListener('storage', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    remove();
    removeEventListener('storage', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Follows it. Not on the server. */
export const usePushState = (): PushState =>
  useSyncExternalStore(subscribe, readState, () => 'unsupported');

/** Follows when the offer was put away, ms since the epoch. */
export const usePushDismissedAt = (): number =>
  useSyncExternalStore(subscribe, pushDismissedAt, () => 0);
