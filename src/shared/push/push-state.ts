import { useSyncExternalStore } from 'react';

import { nativeBridge } from '../../platform/native.ts';
import { onPushMarks, pushDismissedAt, pushSavedAt } from './push-marks.ts';

/** `needs-install` means iOS, which allows push only for an app on the home screen. */
export type PushState = 'unsupported' | 'needs-install' | 'blocked' | 'off' | 'on';

export interface PushSurroundings {
  readonly isSupported: boolean;
  readonly isApple: boolean;
  readonly isInstalled: boolean;
  readonly isWrapped: boolean;
  readonly permission: NotificationPermission | undefined;
  /** ms since the epoch; 0 while push is off. */
  readonly savedAtMs: number;
}

export function pushStateOf(surroundings: PushSurroundings): PushState {
  const { isSupported, isApple, isInstalled, isWrapped, permission, savedAtMs } = surroundings;
  // iOS has no push at all until the app is installed.
  if (isApple && !isInstalled && !isWrapped && !isSupported) return 'needs-install';
  if (!isSupported) return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return savedAtMs > 0 && permission === 'granted' ? 'on' : 'off';
}

const readState = (): PushState =>
  pushStateOf({
    isSupported:
      'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
    // An iPad reports a Macintosh but has a touch screen.
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
  addEventListener('storage', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    remove();
    removeEventListener('storage', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

export const usePushState = (): PushState =>
  useSyncExternalStore(subscribe, readState, () => 'unsupported');

export const usePushDismissedAt = (): number =>
  useSyncExternalStore(subscribe, pushDismissedAt, () => 0);
