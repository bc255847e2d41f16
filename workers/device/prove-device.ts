import type { ProveDeviceAnswer, ProveDeviceBody } from '../../contract/devices.ts';
import { ok } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import type { Done, WorkerContext } from '../context.ts';
import { withWork } from '../work/with-work.ts';

/**
 * Has this device do its work and keeps the token for it, once: of several tabs one does it, and a device that
 * has its token does nothing. About a second on a cheap phone, more where many devices of a network are new.
 */
export const proveDevice = ({ api, keys, locks }: WorkerContext): Promise<Done> =>
  locks.request(LOCKS.proveDevice, async () => {
    if ((await keys.readDeviceToken()) !== undefined) return ok(undefined);
    const deviceId = await keys.deviceId();
    const answer = await withWork((payload) =>
      api.call<ProveDeviceAnswer>({
        method: 'POST',
        path: '/devices',
        auth: 'none',
        body: { device_id: deviceId, ...(payload && { payload }) } satisfies ProveDeviceBody,
      }),
    );
    if (!answer.ok) return answer;
    await keys.writeDeviceToken(deviceId, answer.value.token);
    return ok(undefined);
  });
