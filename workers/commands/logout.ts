import { SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { forgetUser } from '../../local/forget-user.ts';
import type { Identity } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';

/**
 * Clears this device, whatever the network does. The server is to be told with `endSession`.
 * @returns who this device was; undefined where nobody was signed in
 */
export async function logout(ctx: WorkerContext): Promise<Result<Identity | undefined>> {
  const token = await ctx.keys.readToken();
  const deviceId = await ctx.keys.deviceId();
  await ctx.locks.request(LOCKS.session, () => forgetUser(ctx));
  ctx.changes.bump();
  return ok(token ? { token, deviceId } : undefined);
}

/**
 * Tells the server that a session is over. One that cannot be reached keeps it until it ends by itself; its token is
 * gone from here.
 * @returns a failure when the server answered and did not end the session
 */
export async function endSession(ctx: WorkerContext, identity: Identity): Promise<Done> {
  if (!ctx.connectivity.isOnline()) return ok(undefined);
  const told = await ctx.api.call({
    method: 'POST',
    path: '/logout',
    auth: 'required',
    identity,
    timeoutMs: SUBMIT_TIMEOUT_MS,
    fallback: 'logout_failed',
  });
  // One that has ended already is what was asked for.
  return !told.ok && told.error.status && told.error.status !== 401 ? told : ok(undefined);
}
