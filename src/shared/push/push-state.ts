import { useSyncExternalStore } from 'react';

import { nativeBridge } from '../../platform/native/bridge.ts';
import { onPushMarks, pushDismissedAt, pushSavedAt } from './push-marks.ts';

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

function subscribe(listener: () => void): () => void {
  const remove = onPushMarks(listener);
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
