import { pushSavedAt } from '../shared/push/push-marks.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { DAY_MS } from '../../contract/durations.ts';

/** See spec section 9: how often a device saves its token again. */
const PUSH_RESAVE_MS = 7 * DAY_MS;

export const isPushDue = (
  savedAtMs: number,
  nowMs: number,
  permission: NotificationPermission | undefined,
): boolean =>
  savedAtMs > 0 &&
  permission !== undefined &&
  // The absolute difference also covers a token that was saved with a clock far ahead.
  (permission !== 'granted' || Math.abs(nowMs - savedAtMs) >= PUSH_RESAVE_MS);

export function keepPushSaved(): void {
  const renew = (): void => {
    if (!navigator.onLine) return;
    if (!isPushDue(pushSavedAt(), Date.now(), globalThis.Notification?.permission)) return;
    import('../shared/push/set-push.ts')
      .then(({ renewPush }) => renewPush())
      .catch(() => undefined);
  };
  renew();
  onNetworkReturn(renew);
}
