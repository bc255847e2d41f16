import { ok } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { loadCode } from '../on-demand/load-code.ts';
import type { Done, WorkerContext } from '../context.ts';

/**
 * Has this device do its work and keeps the token for it, once: of several tabs one does it, and a device that
 * has its token does nothing. About a second on a cheap phone, more where many devices of a network are new.
 */
export const proveDevice = (ctx: WorkerContext): Promise<Done> =>
  ctx.locks.request(LOCKS.proveDevice, async () => {
    if ((await ctx.keys.readDeviceToken()) !== undefined) return ok(undefined);
    const code = await loadCode(() => import('./earn-token.ts'));
    return code.ok ? code.value.earnToken(ctx) : code;
  });
