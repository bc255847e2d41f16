import type { DeviceKeys } from '../../local/keys.ts';
import { pathIn } from './notification-click.ts';
import { notificationOf, pathWithin, type NotificationContent } from './notification.ts';
import { timeoutSignal } from '../../local/timeout-signal.ts';

const TIMEOUT_MS = 15_000;

export interface MuteDeps {
  readonly fetch: typeof fetch;
  readonly keys: Pick<DeviceKeys, 'readToken' | 'deviceId'>;
  readonly show: (title: string, options: NotificationContent['options']) => Promise<void>;
  readonly origin: string;
}

type Shown = Pick<Notification, 'title' | 'tag' | 'data'>;

async function mute({ fetch, keys }: MuteDeps, voucher: string): Promise<boolean> {
  const token = await keys.readToken();
  if (!token) return false;
  try {
    const { ok } = await fetch(`/api/v1/vouchers/${voucher}/mute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-device-id': await keys.deviceId() },
      signal: timeoutSignal(TIMEOUT_MS),
    });
    return ok;
  } catch {
    return false;
  }
}

export async function muteVoucher(
  deps: MuteDeps,
  { title: of, tag, data }: Shown,
  voucher: string,
): Promise<void> {
  if (await mute(deps, voucher)) return;
  const body = 'Not muted. Open the voucher to try again.';
  const again = { title: of, tag, body, url: pathWithin(deps.origin, pathIn(data)), voucher };
  const { title, options } = notificationOf(again, deps.origin);
  await deps.show(title, options);
}
