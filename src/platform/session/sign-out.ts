import type { Identity } from '../../../workers/api-client.ts';
import { toast } from '../toast-store.ts';
import { callWorker, stopDataWorker } from '../worker/data-worker.ts';
import { forgetOnPage } from './leave-expired-session.ts';
import { refreshSession } from './session.ts';

async function tellServer(identity: Identity): Promise<void> {
  const told = await callWorker((worker) => worker.endSession(identity));
  if (!told.ok) toast(told.error.message, { kind: 'error' });
}

/** Deletes all private data on the device first; it does not wait for the server. */
export async function signOut(): Promise<void> {
  const left = await callWorker((worker) => worker.logout());
  stopDataWorker();
  // The request starts at once, because the user may close the app next.
  if (left.ok && left.value) void tellServer(left.value);
  await forgetOnPage();
  await refreshSession();
  if (!left.ok) toast(left.error.message, { kind: 'error' });
}
