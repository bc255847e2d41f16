import type { DeviceKeys } from '../local/keys.ts';
import type { NotificationContent } from './notification.ts';

const TIMEOUT_MS = 15_000;

export interface MuteDeps {
  readonly fetch: typeof fetch;
  readonly keys: Pick<DeviceKeys, 'readToken' | 'deviceId'>;
  readonly show: (title: string, options: NotificationContent['options']) => Promise<void>;
}

/** The part of a notification that is there again. */
type Shown = Pick<Notification, 'title' | 'tag' | 'data'>;

async function mute({ fetch, keys }: MuteDeps, voucher: string): Promise<boolean> {
  const token = await keys.readToken();
  if (!token) return false;
  try {
    const { ok } = await fetch(`/api/v1/vouchers/${voucher}/mute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-device-id': await keys.deviceId() },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ok;
  } catch {
    return false;
  }
}

/** Mutes a voucher from its notification. One that could not be muted is said to be so, in place of the notification. */
export async function muteVoucher(
  deps: MuteDeps,
  { title, tag, data }: Shown,
  voucher: string,
): Promise<void> {
  if (await mute(deps, voucher)) return;
  await deps.show(title, {
    tag,
    body: 'Not muted: no connection. Try again later.',
    icon: '/icons/icon-192.png',
    data,
    actions: [{ action: 'mute', title: 'Mute this voucher' }],
  });
}
