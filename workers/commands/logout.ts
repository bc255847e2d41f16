import { SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { forgetUser } from '../../local/forget-user.ts';
import type { Done, WorkerContext } from '../context.ts';

/**
 * Clears this device first, whatever the network does, then tells the server. A server that cannot be
 * reached keeps the session until it ends by itself; its token is gone from here.
 * @returns a failure when the server answered and did not end the session
 */
export async function logout(ctx: WorkerContext): Promise<Done> {
  const token = await ctx.keys.readToken();
  const deviceId = await ctx.keys.deviceId();
  await ctx.locks.request(LOCKS.session, () => forgetUser(ctx));
  ctx.changes.bump();
  if (token && ctx.connectivity.isOnline()) {
    const told = await ctx.api.call({
      method: 'POST',
      path: '/logout',
      auth: 'required',
      identity: { token, deviceId },
      timeoutMs: SUBMIT_TIMEOUT_MS,
      fallback: 'logout_failed',
    });
    // One that has ended already is what was asked for.
    if (!told.ok && told.error.status && told.error.status !== 401) return told;
  }
  return ok(undefined);
}
