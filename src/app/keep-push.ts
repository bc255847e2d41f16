import { pushSavedAt } from '../shared/push/push-marks.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { DAY_MS } from '../../contract/durations.ts';

/** Push messages (spec, section 9): how often a device saves its token again. */
const PUSH_RESAVE_MS = 7 * DAY_MS;

/** Whether a token that was saved at `savedAtMs` is due again; 0 = push is off. */
export const isPushDue = (
  savedAtMs: number,
  nowMs: number,
  permission: NotificationPermission | undefined,
): boolean =>
  savedAtMs > 0 &&
  permission !== undefined &&
  // The distance: saved by a clock that was far ahead, it would not be due for as long, and the server drops it before.
  (permission !== 'granted' || Math.abs(nowMs - savedAtMs) >= PUSH_RESAVE_MS);

/** Saves the push token again every 7 days (spec 4), and ends push where its permission was taken back. */
export function keepPushSaved(): void {
  const renew = (): void => {
    if (!navigator.onLine) return;
    if (!isPushDue(pushSavedAt(), Date.now(), globalThis.Notification?.permission)) return;
    // What fails is tried again by the next start.
    import('../shared/push/set-push.ts')
      .then(({ renewPush }) => renewPush())
      .catch(() => undefined);
  };
  renew();
  onNetworkReturn(renew);
}
