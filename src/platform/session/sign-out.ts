import type { Identity } from '../../../workers/api-client.ts';
import { toast } from '../toast-store.ts';
import { callWorker, stopDataWorker } from '../worker/data-worker.ts';
import { forgetOnPage } from './forget-page.ts';
import { refreshSession } from './session.ts';

/** Ends the session at the server, and says so where that did not work. */
async function tellServer(identity: Identity): Promise<void> {
  const told = await callWorker((worker) => worker.endSession(identity));
  if (!told.ok) toast(told.error.message, { kind: 'error' });
}

/**
 * Signs out and leaves nothing private on the device: the data worker clears tables and token and is then
 * stopped, caches and the page's own notes follow, and last the session is over for the rest of the app. Nothing of
 * that waits for the server, which is told meanwhile.
 */
export async function signOut(): Promise<void> {
  const left = await callWorker((worker) => worker.logout());
  stopDataWorker();
  // At once, since whoever logs out may close the app next.
  if (left.ok && left.value) void tellServer(left.value);
  await forgetOnPage();
  await refreshSession();
  if (!left.ok) toast(left.error.message, { kind: 'error' });
}
